import ScrollCore

/// The themes that ship. Resources/themes holds the same as files, to copy from.
extension StripTheme {
  package static let dark = StripTheme()

  package static let light: StripTheme = {
    var theme = StripTheme()
    let (paper, ink) = (Color(rgb: 0xfbfbfa), Color(rgb: 0x1b2026))
    theme.background = paper
    (theme.edgeColor, theme.hairlineColor) = (Color(rgb: 0xd9dce0), Color(rgb: 0xd9dce0))
    (theme.labelBackground, theme.labelColor) = (ink, .white)
    (theme.textColor, theme.counterColor, theme.chipTextColor) = (ink, ink, ink)
    theme.separatorColor = Color(rgb: 0x8b95a1)
    (theme.captionColor, theme.chipCloseColor) = (Color(rgb: 0x5b6672), Color(rgb: 0x5b6672))
    theme.chipCloseHoverColor = .black
    (theme.chipBackground, theme.chipBorderColor) = (Color(rgb: 0xeef0f3), Color(rgb: 0xd3d8de))
    (theme.chipSelectedBackground, theme.chipSelectedTextColor) = (ink, .white)
    theme.topicColors = topicHues.map { $0.darkened(toContrast: 4.5, against: paper) }
    (theme.trendUpColor, theme.trendDownColor) = (theme.topicColors[1], theme.topicColors[3])
    return theme
  }()

  /// An amber LED display.
  package static let amber: StripTheme = {
    let (amber, glass, dim) = (Color(rgb: 0xffb000), Color(rgb: 0x0c0a06), Color(rgb: 0x4a3608))
    var theme = StripTheme(monochrome: amber, on: glass)
    theme.font = "Noto Sans Mono, Monospace"
    (theme.edgeColor, theme.hairlineColor, theme.chipBorderColor) = (dim, dim, dim)
    (theme.labelBackground, theme.chipBackground) = (Color(rgb: 0x221804), Color(rgb: 0x1a1304))
    theme.separatorColor = Color(rgb: 0x9a6b00)
    theme.chipCloseHoverColor = Color(rgb: 0xffd880)
    return theme
  }()

  /// The red of a breaking-news band.
  package static let broadcastRed: StripTheme = {
    let (red, deep) = (Color(rgb: 0xa30f17), Color(rgb: 0x7f0a11))
    var theme = StripTheme(monochrome: .white, on: red)
    (theme.edgeColor, theme.hairlineColor) = (Color(rgb: 0xd1434a), Color(rgb: 0xd1434a))
    (theme.labelBackground, theme.labelColor) = (.white, red)
    theme.separatorColor = Color(rgb: 0xf0a3a6)
    (theme.captionColor, theme.chipCloseColor) = (Color(rgb: 0xffd9d6), Color(rgb: 0xffd9d6))
    (theme.chipBackground, theme.chipBorderColor) = (deep, Color(rgb: 0xc5474d))
    theme.trendUpColor = Color(rgb: 0xd9f7df)
    theme.trendDownColor = Color(rgb: 0xffe9a8)
    theme.topicColors = [0xffe9a8, 0xd6ecff, 0xd9f7df, 0xffe0d6, 0xf3e0ff, 0xd2f5f2].map(Color.init(rgb:))
    return theme
  }()

  /// Every text at 7:1 or more (WCAG AAA), every line at 21:1.
  package static let highContrast: StripTheme = {
    var theme = StripTheme(monochrome: .white, on: .black)
    let yellow = Color(rgb: 0xffff00)
    (theme.edgeColor, theme.hairlineColor, theme.chipBorderColor) = (.white, .white, .white)
    (theme.labelBackground, theme.labelColor) = (yellow, .black)
    theme.chipCloseHoverColor = yellow
    theme.trendUpColor = Color(rgb: 0x7dff9b)
    theme.trendDownColor = Color(rgb: 0xffb3b3)
    theme.topicColors = topicHues
    return theme
  }()

  /// The shipped themes by the names that `--theme` takes.
  package static let shipped: [(name: String, theme: StripTheme)] = [
    ("dark", .dark), ("light", .light), ("amber", .amber), ("broadcast-red", .broadcastRed),
    ("high-contrast", .highContrast),
  ]

  /// The shipped theme of that name; nil where there is none.
  package static func named(_ name: String) -> StripTheme? { shipped.first { $0.name == name }?.theme }

  /// Everything in one colour on another; selected chips the other way round.
  private init(monochrome color: Color, on background: Color) {
    self.init()
    (self.background, labelBackground, chipBackground) = (background, background, background)
    (edgeColor, hairlineColor, separatorColor, chipBorderColor) = (color, color, color, color)
    (labelColor, textColor, counterColor, captionColor) = (color, color, color, color)
    (chipTextColor, chipCloseColor, chipCloseHoverColor) = (color, color, color)
    (trendUpColor, trendDownColor) = (color, color)
    (chipSelectedBackground, chipSelectedTextColor) = (color, background)
    topicColors = [color]
  }
}
