package import ScrollCore
internal import X11

/// Where and how the window stands: the options that every view's command has.
package struct WindowOptions: Equatable, Sendable {
  /// What ticks: the Present extension where the server has it, else a timer; or one of them by name.
  package enum Clock: String, CaseIterable, Sendable { case auto, present, timer }

  /// How motion meets pixels: at fractions of them, at whole ones, or at the nearest speed of whole pixels per refresh.
  package enum Cadence: String, CaseIterable, Sendable { case subpixel, pixel, snap }

  /// What it leaves open is for `place` and the view to say.
  package var geometry = WindowGeometry()
  package var place = Placement.inBottom
  package var offset = Point.zero
  /// "primary", an output's name as xrandr lists it, or a number from 0.
  package var monitor = "primary"
  /// The id of the window that `place` is meant for; empty: the monitor.
  package var of = ""
  package var font = FontChoice()
  package var foreground = Color(rgb: 0xE8ECF1)
  package var background = Color(rgb: 0x12161C)
  package var border = Border()
  package var name = "newsreel"
  package var clock = Clock.auto
  package var cadence = Cadence.subpixel

  package init() {}

  /// The edge of the screen that the window lies at; a strip's line is at the other one.
  var dock: StripLayout.Dock {
    let isTop =
      [.inTop, .inTopLeft, .inTopRight].contains(place)
      || geometry.y.map { !$0.isFromFarEdge && $0.distance == 0 } ?? false
    return isTop ? .top : .bottom
  }
}

extension WindowOptions: HasProperties {
  package static let properties: [Property<WindowOptions>] =
    [
      .written(
        "geometry", \.geometry, unit: "WxH+X+Y",
        "Size and place as X programs take them: 800x36, 100%x36, +0-0, 800x36-10+10; goes before place and offset"),
      .placement(
        "place", \.place,
        "Where on the monitor's work area the window stands: in- or on- before left, right, top, bottom or a corner as "
          + "top-left, or in-center, in-mid-x, in-mid-y"),
      .written("offset", \.offset, unit: "X,Y", "Added to the place, in pixels: right and down are positive"),
      .text("monitor", \.monitor, "Which monitor: primary, an output's name as xrandr lists it, or a number from 0"),
      .text(
        "of", \.of,
        "The window to place it in or on, by its id as xwininfo tells it, and to follow: it hides with that window, and "
          + "ends with it; empty for the monitor"),
      .written(
        "font", \.font, kind: .font,
        "Font of the text, as Pango writes it: Sans Bold 12; empty for the view's own"),
      .color("foreground", \.foreground, "Colour of the text"),
      .color("background", \.background, "Colour behind it"),
      .text("name", \.name, "Title of the window, and its name for the window manager and the resource database"),
      .choice("clock", \.clock, "What paces frames: the Present extension, a timer, or the better one that there is"),
      .choice("cadence", \.cadence, "Motion at fractions of pixels, at whole ones, or at the nearest even speed"),
    ] + Border.properties.map { $0.lifted(\.border) }
}

// MARK: - Values with a form of their own

/// A font as users write it, "Sans Bold 12", and what that means.
package struct FontChoice: Equatable, Sendable {
  /// As it was written; empty where none was.
  let text: String
  let family: String
  /// In pixels, where it is named.
  let size: Double?
  let weight: Int?

  init(_ text: String = "") {
    self.text = text
    let description = FontText(text)
    (family, size, weight) = (description.family, description.size, description.weight)
  }
}

/// A value that users write in a form of its own.
protocol Written: SendableMetatype {
  /// Reads the text as users write it; the error says what would be right.
  init(written text: String) throws(ValueError)
  var written: String { get }
}

extension Property {
  fileprivate static func written<Value: Written>(
    _ name: String, _ path: WritableKeyPath<Owner, Value> & Sendable, kind: PropertyKind = .text, unit: String = "",
    _ meaning: String
  ) -> Property {
    Property(
      name: name, kind: kind, unit: unit, meaning: meaning, get: { .text($0[keyPath: path].written) },
      set: { (owner: inout Owner, value: PropertyValue) throws(ValueError) in
        owner[keyPath: path] = try Value(written: value.text)
      })
  }
}

extension WindowGeometry: Written {
  /// An empty text leaves all open.
  init(written text: String) throws(ValueError) { self = try text.isEmpty ? Self() : Self(parsing: text) }

  var written: String { text }
}

extension FontChoice: Written {
  init(written text: String) throws(ValueError) { self.init(text) }

  var written: String { text }
}

extension Point: Written {
  init(written text: String) throws(ValueError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let x = parts[0], let y = parts[1], x.isFinite, y.isFinite else {
      throw ValueError(reason: "'\(text)' is no offset; write X,Y, as in -5,0")
    }
    self.init(x: x, y: y)
  }

  var written: String { "\(shortest(x)),\(shortest(y))" }
}

extension Settings<WindowOptions> {
  /// The options, with the border that the view's looks have where the user says nothing.
  func options(border: Border) throws(ValueError) -> WindowOptions {
    var base = WindowOptions()
    base.border = border
    return try laid(over: base)
  }
}

// MARK: - Looks that views share

/// What a window's options say about the looks of the view in it, where they say anything.
package struct SharedStyle {
  var font: FontChoice?
  var foreground: Color?
  var background: Color?

  init(_ window: Settings<WindowOptions>) {
    if window.hasSet("font") { font = window.value.font }
    if window.hasSet("foreground") { foreground = window.value.foreground }
    if window.hasSet("background") { background = window.value.background }
  }
}

/// The looks of a view that follow its window's options.
package protocol SharedStyling {
  /// A font that names a size is of that size, whatever the height.
  mutating func adopt(_ shared: SharedStyle)
}
