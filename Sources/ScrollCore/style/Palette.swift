/// The default colours of views: those of the dark theme.
package enum Palette {
  package static let background = Color(rgb: 0x12161c)
  package static let text = Color(rgb: 0xe8ecf1)
  package static let caption = Color(rgb: 0x8b97a6)
  package static let label = Color(rgb: 0xd4363c)
  package static let separator = Color(rgb: 0x5f6b7a)
  package static let rise = Color(rgb: 0x7ddf9b)
  package static let fall = Color(rgb: 0xff8f8f)
  package static let failure = Color(rgb: 0xff5252)
  package static let accent = Color(rgb: 0x7cc4ff)
  package static let chip = Color(rgb: 0x232c37)
  package static let chipBorder = Color(rgb: 0x364353)
  package static let chipClose = Color(rgb: 0x9aa7b6)
}
