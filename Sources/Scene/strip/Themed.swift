package import ScrollCore

/// A view's style with colours and font from a theme.
package protocol Themed {
  /// Applies a theme.
  mutating func adopt(_ theme: StripTheme)
}

extension StripStyle: Themed {
  package mutating func adopt(_ theme: StripTheme) { self.theme = theme }
}

extension CrawlStyle: Themed {
  package mutating func adopt(_ theme: StripTheme) {
    font = theme.font
    (textColor, background) = (theme.textColor, theme.background)
    separatorColor = theme.separatorColor
    (riseColor, fallColor) = (theme.trendUpColor, theme.trendDownColor)
    rows = theme.resolvedRows
  }
}

extension AutoScrollStyle: Themed {
  package mutating func adopt(_ theme: StripTheme) {
    font = theme.font
    (textColor, background) = (theme.textColor, theme.background)
    roleColor = theme.captionColor
  }
}

extension CounterProperties: Themed {
  package mutating func adopt(_ theme: StripTheme) {
    font = theme.font
    (textColor, background) = (theme.counterColor, theme.background)
    (riseColor, fallColor) = (theme.trendUpColor, theme.trendDownColor)
    captionColor = theme.captionColor
  }
}

extension TokenFieldProperties: Themed {
  package mutating func adopt(_ theme: StripTheme) {
    font = theme.font
    (textColor, textColorSelected) = (theme.chipTextColor, theme.chipSelectedTextColor)
    (tokenBackground, tokenBorder) = (theme.chipBackground, theme.chipBorderColor)
    (tokenBackgroundSelected, tintColor) = (theme.chipSelectedBackground, theme.chipSelectedBackground)
    (removeColor, removeColorHovered) = (theme.chipCloseColor, theme.chipCloseHoverColor)
    markColor = theme.failureColor
    offTextColor = theme.chipOffTextColor
  }
}

extension Badge: Themed {
  package mutating func adopt(_ theme: StripTheme) {
    font = theme.font
    (textColor, background) = (theme.textColor, theme.background)
  }
}
