package import Accessibility
internal import Render
package import Scene
package import ScrollCore
package import X11

/// The place and behaviour of the window: the options of every view's command.
package struct WindowOptions: Equatable, Sendable {
  /// The source of frame timing: the Present extension if the server has it, else a timer; or one of them by name.
  package enum Clock: String, CaseIterable, Sendable { case auto, present, timer }

  /// How motion maps to pixels, and which speeds it may have.
  package enum Cadence: String, CaseIterable, Sendable {
    /// Fractional positions.
    case subpixel
    /// Whole pixels.
    case pixel
    /// Whole pixels, with the nearest speed at which all steps are equal.
    case snap
    /// Fractional positions, with the nearest speed at which all steps are equal.
    case lock

    package var hasWholePixels: Bool { self == .pixel || self == .snap }

    /// The unit of speeds with equal steps, in pixels a frame; 0 for any speed.
    package var step: Double {
      switch self {
      case .subpixel, .pixel: 0
      case .snap: 1
      case .lock: PixelGrid.finest
      }
    }
  }

  /// Whether to avoid motion: on, off, or as the desktop says.
  package enum ReducedMotion: String, CaseIterable, Sendable { case auto, on, off }

  /// What the window's place refers to.
  package enum Area: String, CaseIterable, Sendable {
    /// The part of the monitor that panels leave free.
    case workArea = "work-area"
    case monitor
  }

  /// The window type; nil for the view's default.
  package var type: XWindow.WindowType?
  /// Whether a dock reserves its space.
  package var reserve = true
  /// The opacity of the background, 0 to 1.
  package var opacity = 1.0
  /// The exponent of the curve between code values and light, for blending text with its background.
  package var textGamma = LightCurve.standardExponent
  /// Whether clicks go to the window below.
  package var clickThrough = false
  /// Its missing parts follow from `place` and the view.
  package var geometry = WindowGeometry()
  package var place = Placement.inBottom
  /// Whether a program has chosen `place`, be it the default one.
  package var choosesPlace = false
  package var offset = Point.zero
  /// What `place` refers to, unless `geometry` names a place: that is always on the monitor.
  package var area = Area.workArea
  /// "primary", "all", an output's name as in xrandr, or an index.
  package var monitor = "primary"
  /// The ID of the window that `place` refers to; empty for the monitor.
  package var of = ""
  /// The original text; empty for the view's default.
  package var theme = ""
  package var font = FontChoice()
  package var foreground = Color(rgb: 0xE8ECF1)
  package var background = Color(rgb: 0x12161C)
  package var border = Border()
  package var name = "newsreel"
  package var clock = Clock.auto
  package var cadence = Cadence.subpixel
  package var stats = false
  package var when = WhenOptions()
  package var reducedMotion = ReducedMotion.auto
  /// Whether headlines are shown one after the other, without scrolling.
  package var steps = false
  /// The commands of keys and buttons.
  package var bindings = Bindings()

  /// Whether to serve screen readers.
  package var accessibility = AccessibilityUse.auto

  package init() {}

  /// What a program's window is to the window manager.
  package enum Kind: String { case normal, above, below, dock }

  /// Sets the type; nil for the views' default.
  package mutating func setType(_ kind: Kind?) { type = kind.flatMap { XWindow.WindowType(rawValue: $0.rawValue) } }

  /// How a configuration says what other programs have a word for.
  package static let examples = ["height": "geometry = \"100%x40\"", "width": "geometry = \"800x36\""]

  /// Whether the user or the program has set the window's place.
  package var namesPlace: Bool {
    let plain = WindowOptions()
    return choosesPlace || geometry.x != nil || geometry.y != nil || place != plain.place || offset != plain.offset
      || !of.isEmpty
  }

  /// Sets the size of the window in pixels; nil leaves it to the view. Clamped to the sizes of X.
  package mutating func setSize(width: Double?, height: Double?) {
    func length(_ pixels: Double?) -> WindowGeometry.Length? {
      pixels.map { .pixels($0 > 1 ? min($0.rounded(), WindowGeometry.limit) : 1) }
    }
    geometry = WindowGeometry()
    (geometry.width, geometry.height) = (length(width), length(height))
  }

  /// The screen edge that the window docks to; a strip draws its line at the opposite one.
  package var dock: StripLayout.Dock {
    let isTop =
      [.inTop, .inTopLeft, .inTopRight].contains(place)
      || geometry.y.map { !$0.isFromFarEdge && $0.distance == 0 } ?? false
    return isTop ? .top : .bottom
  }
}

extension WindowOptions: HasProperties {
  package static let properties: [Property<WindowOptions>] =
    placing + types + WhenOptions.properties.map { $0.lifted(\.when) } + looks
    + Border.properties.map { $0.lifted(\.border) }

  private static let placing: [Property<WindowOptions>] = [
    .written(
      "geometry", \.geometry, { $0.text }, WindowGeometry.init(written:), unit: "WxH+X+Y",
      "Size and place as for X programs: 800x36, 100%x36, +0-0, 800x36-10+10; a place is on the monitor, whatever "
        + "panels stand there, and overrides place and offset"
    ).setting("Height", .place, as: .height),
    .placement(
      "place", \.place,
      "The window's place on the monitor's work area, or by area on all of it: in- or on- before left, right, top, "
        + "bottom or a corner such as top-left, or in-center, in-mid-x, in-mid-y"
    ).setting("Place", .place, among: ["in-bottom": "at the bottom", "in-top": "at the top"]),
    .written(
      "offset", \.offset, { $0.written }, Point.init(written:), unit: "X,Y",
      "Added to the place, in pixels: right and down are positive"),
    .choice(
      "area", \.area,
      "What the place refers to: the part of the monitor that other panels leave free, or the whole monitor, whatever "
        + "stands there"),
    .text(
      "monitor", \.monitor,
      "The monitor: primary, a name or a number from 0 as listed by newsreel monitors, or all for a window on each, in "
        + "step; while it is missing, the primary one is used"
    ).setting("Monitor", .place, as: .monitor, among: ["primary": "the primary one", "all": "all monitors"]),
    .text(
      "of", \.of,
      "The window to place it in or on, by its ID as in xwininfo, and to follow: above that window only, it hides and ends "
        + "with it; in-… places are inside its frame; empty for the monitor"),
  ]

  private static let types: [Property<WindowOptions>] = [
    .type(
      "dock", .dock, instead: .above,
      "A panel along the screen's edge: above other windows, on all desktops, without focus; the default of strip and "
        + "crawl"),
    .type(
      "above", .above,
      "Without a frame, above other windows, on all desktops; the default of other views, unless they are at a window"),
    .type("below", .below, "Without a frame, below other windows, on all desktops"),
    .type("normal", .normal, "A window like others, with a frame: it can be moved, resized and covered"),
    .type(
      "overrideRedirect", .unmanaged,
      "Not managed by the window manager; it keeps itself above other windows"),
    .flag(
      "reserve", \.reserve,
      "A dock at the edge of the screen, or at another panel there, reserves its space: windows are maximised beside it, "
        + "not under it"),
    .flag("clickThrough", \.clickThrough, "Clicks go to the window below"),
  ]

  private static let looks: [Property<WindowOptions>] = [
    .number(
      "opacity", \.opacity, range: 0...1,
      "Opacity of the background if a compositing manager runs; text stays opaque"),
    .number(
      "textGamma", \.textGamma, range: LightCurve.exponents,
      "Gamma for blending the edges of text and shapes with the background: 2.4 is a screen's, by sRGB's curve; 1 "
        + "blends the colours' values like most X programs: dark text is heavier, light text thinner"),
    .text(
      "theme", \.theme,
      "Colours and font together: auto, which is dark, light or high-contrast as the desktop says, one of these, "
        + "amber, broadcast-red, or a TOML file, which is followed as it is saved; single settings override it. The "
        + "strip's default is auto; other views have colours of their own"
    ).setting("Theme", .look, as: .theme),
    .written(
      "font", \.font, { $0.text }, FontChoice.init(written:), kind: .font,
      "Font of the text in Pango's syntax: Sans Bold 12; empty for the view's own"
    ).setting("Font", .look, as: .font),
    .color("foreground", \.foreground, "Colour of the text"),
    .color("background", \.background, "Colour behind it"),
    .text("name", \.name, "Title of the window, and its name for the window manager and the resource database"),
    .choice(
      "reducedMotion", \.reducedMotion,
      "Headlines, and pages of credits, are shown one after the other instead of scrolling, numbers do not roll and "
        + "chips do not glide: on, off, or as the desktop says"
    ).setting(
      "Motion of headlines", .look,
      among: ["auto": "like the desktop", "off": "scrolling", "on": "one at a time"]),
    .flag(
      "step", \.steps,
      "Headlines, and pages of credits, are shown one after the other, each as long as it takes to read, at least 3 s; "
        + "numbers still roll"),
    .choice(
      "accessibility", \.accessibility,
      "Screen readers can read and use what is shown, over AT-SPI: on, off, or where the desktop says that one is in use"
    ),
    bindings,
    .flag(
      "stats", \.stats,
      "At SIGUSR2 and at the end, prints statistics of frames and refreshes as a line of JSON on standard output"),
    .choice(
      "clock", \.clock, "The source of frame timing: the Present extension, a timer, or the better one available"),
    .choice(
      "cadence", \.cadence,
      "Motion at subpixel positions, at whole pixels, or at the nearest speed with equal steps: whole pixels (snap) or "
        + "eighths (lock)"),
  ]
}

extension WindowOptions {
  private static let bindings = Property<WindowOptions>(
    name: "bind", kind: .text, unit: "KEY=ACTION",
    meaning:
      "Binds keys and buttons, as in m=menu, ctrl+n=next or button2=pause; separated by commas, or with a repeated "
      + "flag; newsreel help keys lists keys and actions",
    get: { .text($0.bindings.written) },
    set: { (options: inout WindowOptions, value: PropertyValue) throws(ValueError) in
      guard case .table(let keys) = value else { return try options.bindings.add(written: value.text) }
      for key in keys { try options.bindings.bind(key.name, to: key.value?.text ?? "") }
    }
  ).with(\.info.addsUp, true).with(\.takesLists, true).setting(
    "A click on a headline", .hands, as: .click,
    among: ["": "opens its link", "pause": "pauses", "menu": "opens the menu"])
}

// MARK: - Values with their own syntax

/// A font as users write it, "Sans Bold 12".
package struct FontChoice: Equatable, Sendable {
  /// The original text; empty for none.
  package let text: String
  /// In pixels; nil if not given.
  package let size: Double?

  package init(_ text: String = "") {
    self.text = text
    size = text.isEmpty ? nil : FontText(pango: text).size
  }
}

extension Property where Owner == WindowOptions {
  /// A flag for one window type. The last one set counts; unsetting it restores the view's default, or `other`.
  fileprivate static func type(
    _ name: String, _ type: XWindow.WindowType, instead other: XWindow.WindowType? = nil, _ meaning: String
  ) -> Property {
    Property(
      name: name, kind: .flag, meaning: meaning, get: { .flag($0.type == type) },
      set: { (options: inout WindowOptions, value: PropertyValue) throws(ValueError) in
        if value == .flag(true) {
          options.type = type
        } else if options.type == type || options.type == nil && other != nil {
          options.type = other
        }
      })
  }
}

extension WindowGeometry {
  /// An empty text leaves everything open.
  package init(written text: String) throws(ValueError) { self = try text.isEmpty ? Self() : Self(parsing: text) }
}

extension FontChoice {
  package init(written text: String) throws(ValueError) {
    guard text.utf8.count <= 512 else { throw ValueError(reason: "the name is too long (at most 512 bytes)") }
    self.init(text)
    let largest = FontSpec.largest
    if let size, !(1...largest ~= size) {
      throw ValueError(
        reason: "'\(text)' is of \(shortest(size)) px, which is out of range (1 to \(shortest(largest)))")
    }
  }
}

extension Point {
  package init(written text: String) throws(ValueError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let x = parts[0], let y = parts[1], x.isFinite, y.isFinite else {
      throw ValueError(reason: "'\(text)' is not an offset; write X,Y, as in -5,0")
    }
    let limit = WindowGeometry.limit
    guard abs(x) <= limit, abs(y) <= limit else {
      throw ValueError(reason: "'\(text)' is out of range (\(shortest(-limit)) to \(shortest(limit)))")
    }
    self.init(x: x, y: y)
  }

  package var written: String { "\(shortest(x)),\(shortest(y))" }
}

extension Settings<WindowOptions> {
  /// The options, with the border of the view's style unless the user sets one.
  package func options(border: Border) throws(ValueError) -> WindowOptions {
    var base = WindowOptions()
    base.border = border
    base.choosesPlace = value.choosesPlace
    return try laid(over: base)
  }
}
