package import ScrollCore

/// When a window is visible, and which headlines may enter.
package struct WhenOptions: Equatable, Sendable {
  /// The reaction to a full-screen window of another program.
  package enum FullScreen: String, CaseIterable, Sendable { case stay, below, hide }

  /// Whether only urgent headlines may enter: on, off, or by the desktop and the quiet hours.
  package enum DoNotDisturb: String, CaseIterable, Sendable { case follow, on, off }

  package var autoHide = false
  /// In seconds.
  package var autoHideTime = 10.0
  package var fullScreen = FullScreen.below
  package var doNotDisturb = DoNotDisturb.follow
  package var quietHours = WeekHours()

  package init() {}
}

extension WhenOptions: HasProperties {
  package static let properties: [Property<WhenOptions>] = [
    .flag(
      "autoHide", \.autoHide,
      "The window hides until a headline comes or the pointer touches its edge of the screen, and reserves no space; "
        + "pointer, keyboard and menu keep it there"
    ).setting("Hide until a headline comes", .when),
    .number(
      "autoHideTime", \.autoHideTime, range: 1...3600, unit: "s",
      "How long a window that hides itself is shown for a headline"),
    .choice(
      "fullScreen", \.fullScreen,
      "What it does while another program's window fills its monitor: goes below that, hides, or stays where the window "
        + "manager has it, which may be above a film; without a window manager it stays unless this is set"
    ).setting(
      "With a full-screen window", .when,
      among: ["stay": "up to the window manager", "below": "go below it", "hide": "hide"]),
    .choice(
      "doNotDisturb", \.doNotDisturb,
      "Whether only urgent headlines are let in, and others wait: on, off, or in the quiet hours and while the desktop "
        + "asks for it (Plasma, Xfce, dunst)"
    ).setting("Do not disturb", .when, among: ["follow": "like the desktop", "on": "on", "off": "off"]),
    .written(
      "quietHours", \.quietHours, { $0.text }, WeekHours.init(parsing:), unit: "HH:MM-HH:MM",
      "When only urgent headlines are let in: 22:00-07:00, several with commas between, each with days before it where it "
        + "is not for all: 22:00-07:00, Sat-Sun 20:00-09:00"
    ).setting("Quiet hours", .when, ifEmpty: "none"),
  ]
}
