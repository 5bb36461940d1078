public import ScrollCore

/// The properties of the strip: its appearance, its motion, and its texts.
@dynamicMemberLookup
public struct StripStyle: HasProperties, Equatable, Sendable {
  /// Its colours and its font.
  package var theme = StripTheme()
  /// Text of the block at the left; empty for none.
  public var label = "NEWSREEL"
  /// Text beside the counter; empty for none.
  public var caption = "HEADLINES"
  /// Whether to show the number of headlines with its caption.
  public var showsCounter = true
  /// Whether to show a chip for each topic.
  public var showsChips = true
  /// Whether ▲ or ▼ and the theme's colours show the direction of a live number's last change.
  public var showsTrendMarks = false
  /// In `strftime(3)` format; empty for no clock. The caller supplies the time.
  public var clockFormat = ""
  /// Path of an image before the label's text; empty for none.
  public var labelImage = ""
  /// Path of an image between headlines instead of the diamond; empty for none.
  public var separatorImage = ""
  /// Whether an item that asks for it covers the whole strip.
  package var allowsTakeover = false
  /// How headlines that have been read are shown.
  package var read = ReadHeadlines.dim
  /// Whether nobody has set the speed; see `CrawlStyle.hasFreeSpeed`.
  package var hasFreeSpeed = false
  /// How lines are read.
  package var markup = MarkupStyle()
  /// How the headlines move.
  package var crawl: Crawl = {
    var crawl = Crawl()
    crawl.repeatWhenOutOfBounds = false
    crawl.scrollTime = 0
    crawl.scrollSpeed = 60
    crawl.delayAtStart = 1
    crawl.inset = 24
    return crawl
  }()

  /// Creates the default style.
  public init() {}

  /// A property of its colours and font.
  public subscript<Value>(dynamicMember path: WritableKeyPath<StripTheme, Value>) -> Value {
    get { theme[keyPath: path] }
    set { theme[keyPath: path] = newValue }
  }

  /// A property of the headlines' motion.
  public subscript<Value>(dynamicMember path: WritableKeyPath<Crawl, Value>) -> Value {
    get { crawl[keyPath: path] }
    set { crawl[keyPath: path] = newValue }
  }

  /// All properties, in the order of help.
  public static var properties: [Property<StripStyle>] { table }

  /// Made once: each key of a theme's file, and each change, looks into it.
  private static let table: [Property<StripStyle>] =
    [
      .text("label", \.label, "Text of the block at the left; empty for none"),
      .text("labelImage", \.labelImage, "Image before the label's text: PNG, JPEG, WebP, GIF; empty for none"),
      .text("caption", \.caption, "Text beside the counter; empty for none"),
      .flag("counter", \.showsCounter, "The number of headlines, with its caption"),
      .flag("chips", \.showsChips, "A chip for each topic"),
      .flag("trendMarks", \.showsTrendMarks, "▲ or ▼ and a colour show the direction of a live number's last change"),
      .text(
        "clockFormat", \.clockFormat,
        "A clock at the right end, as strftime(3) writes it: %H:%M; empty for none"),
      .text("separatorImage", \.separatorImage, "Image between headlines instead of the diamond; empty for none"),
      .flag(
        "takeover", \.allowsTakeover,
        "A headline that asks for it covers the whole strip; otherwise such a headline breaks in over the others"),
      ReadHeadlines.property(\.read),
    ] + MarkupStyle.properties.map { $0.lifted(\.markup) }
    + Crawl.properties.filter { !sizes.contains($0.name) }.map { $0.lifted(\.crawl) }
    + StripTheme.properties.map { $0.lifted(\.theme) }

  /// The sizes that follow from a strip's height.
  private static let sizes: Set = ["fontSizeAsView", "fontSize", "minFontSize", "maxFontSize"]
}

/// The colours and the font of the strip and, as far as they have corresponding parts, of other views. A theme file
/// sets the same properties.
public struct StripTheme: HasProperties, Equatable, Sendable {
  /// Font family of the strip.
  public var font = FontSpec.defaultFamily
  /// Background of the strip.
  public var background = Palette.background
  /// Line at the edge towards the desktop.
  public var edgeColor = Color(rgb: 0x2a323d)
  /// Line before the counter and before the chips.
  public var hairlineColor = Color(rgb: 0x2a323d)
  /// Background of the label.
  public var labelBackground = Palette.label
  /// Text of the label.
  public var labelColor = Color.white
  /// Text of the headlines.
  public var textColor = Palette.text
  /// Diamond between headlines.
  public var separatorColor = Palette.separator
  /// Digits of the counter.
  public var counterColor = Palette.text
  /// Caption of the counter.
  public var captionColor = Palette.caption
  /// Flash of a counter that rises.
  public var trendUpColor = Palette.rise
  /// Flash of a counter that falls.
  public var trendDownColor = Palette.fall
  /// Mark of a failing feed; no topic has this colour.
  public var failureColor = Palette.failure
  /// Background of a chip.
  public var chipBackground = Palette.chip
  /// Line around a chip.
  public var chipBorderColor = Palette.chipBorder
  /// Text of a chip.
  public var chipTextColor = Palette.text
  /// The × of a chip.
  public var chipCloseColor = Palette.chipClose
  /// The × of a chip under the pointer.
  public var chipCloseHoverColor = Color.white
  /// Background of a selected chip.
  public var chipSelectedBackground = Palette.accent
  /// Text of a selected chip.
  public var chipSelectedTextColor = Palette.background
  /// One for each topic in turn, repeating; never empty.
  public var topicColors = StripTheme.topicHues
  /// How rows are laid out, by their kinds.
  package var rows = RowKind.standard

  /// Creates the default theme.
  public init() {}

  /// Four hues, then others of the same lightness (OKLCH 0.8).
  public static let topicHues: [Color] = [
    0x7cc4ff, 0x7ddf9b, 0xf2c879, 0xff8f8f, 0xd0aafc, 0x47d6cf, 0xf89dc9, 0xbbc769, 0xf9a870, 0xabb9fe, 0xe9a1e3,
    0x69d6aa,
  ].map(Color.init(rgb:))

  /// Text of a chip that is off.
  package var chipOffTextColor: Color { chipTextColor.faint(on: chipBackground, and: background, share: 0.4) }

  /// The colour of the topic with this number, counted from 0.
  public func topicColor(_ index: Int) -> Color {
    guard !topicColors.isEmpty else { return textColor }
    return topicColors[(index % topicColors.count + topicColors.count) % topicColors.count]
  }
}

// MARK: - Rows

extension StripTheme {
  /// The names of its colours.
  package static let colorNames = properties.filter { $0.kind == .color }.map(\.flag)

  /// The rows in its colours.
  package var resolvedRows: [String: RowKind] {
    rows.mapValues { kind in
      kind.resolved { name in
        guard case .color(let color)? = Self.property(named: name)?.value(of: self) else { return nil }
        return color
      }
    }
  }
}

// MARK: - The table

extension StripTheme {
  /// All properties, in the order of help.
  public static var properties: [Property<StripTheme>] { table }

  /// Made once: each key of a theme's file, and each change, looks into it.
  private static let table: [Property<StripTheme>] =
    [
      .text(
        "font", \.font, kind: .font,
        "Font of the strip in Pango's syntax: Sans Bold 12; a size sets the height, which its parts follow"),
      .color("background", \.background, "Background of the strip"),
      .color("edgeColor", \.edgeColor, "Line at the edge towards the desktop"),
      .color("hairlineColor", \.hairlineColor, "Line before the counter and before the chips"),
      .color("labelBackground", \.labelBackground, "Background of the label"),
      .color("labelColor", \.labelColor, "Text of the label"),
      .color("textColor", \.textColor, "Text of the headlines"),
      .color("separatorColor", \.separatorColor, "Diamond between headlines"),
      .color("counterColor", \.counterColor, "Digits of the counter"),
      .color("captionColor", \.captionColor, "Caption of the counter"),
      .color("trendUpColor", \.trendUpColor, "Flash of a counter that rises"),
      .color("trendDownColor", \.trendDownColor, "Flash of a counter that falls"),
      .color("failureColor", \.failureColor, "Mark of a failing feed"),
      .color("chipBackground", \.chipBackground, "Background of a chip"),
      .color("chipBorderColor", \.chipBorderColor, "Line around a chip"),
      .color("chipTextColor", \.chipTextColor, "Text of a chip"),
      .color("chipCloseColor", \.chipCloseColor, "The × of a chip"),
      .color("chipCloseHoverColor", \.chipCloseHoverColor, "The × of a chip under the pointer"),
      .color("chipSelectedBackground", \.chipSelectedBackground, "Background of a selected chip"),
      .color("chipSelectedTextColor", \.chipSelectedTextColor, "Text of a selected chip"),
      topicColorsProperty,
    ]

  private static let topicColorsProperty = Property<StripTheme>(
    name: "topicColors", kind: .text, meaning: "Colours of the topics in turn, separated by commas",
    get: { .text($0.topicColors.map(\.text).joined(separator: ", ")) },
    set: { (theme: inout StripTheme, value: PropertyValue) throws(ValueError) in
      let text = value.text
      guard text.utf8.count <= longestColors else {
        throw ValueError("the text is too long (at most \(longestColors) bytes)")
      }
      let words = colorWords(text)
      guard words.count <= mostColors else { throw ValueError("there are at most \(mostColors) colours") }
      theme.topicColors = try words.map { (word) throws(ValueError) in
        try Color(parsing: String(word.drop(while: \.isWhitespace)))
      }
    }
  ).with(\.takesLists, true)

  /// Bytes of a list of colours, and how many they may be: all of them are read with every change of a theme.
  private static let longestColors = 4096
  private static let mostColors = 64

  /// Splits at commas, except within brackets, which belong to a colour.
  private static func colorWords(_ text: String) -> [Substring] {
    var depth = 0
    return text.split(omittingEmptySubsequences: false) { (letter: Character) in
      if letter == "(" { depth += 1 } else if letter == ")" { depth = max(0, depth - 1) }
      return letter == "," && depth == 0
    }
  }
}
