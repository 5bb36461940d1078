internal import ScrollCore

/// The headline that the style brings.
extension CrawlScene {
  /// Shows the style's text instead of its former one. Alone it changes in place; beside other headlines, which stay as
  /// they are, it comes next.
  func showText(at t: Seconds) {
    let former = textID.flatMap { headlines.text(of: $0) == nil ? nil : $0 }
    let text = Headline(style.text)
    guard count > (former == nil ? 0 : 1) else {
      textID = replaceAll(with: [text], at: t)[0]
      return
    }
    if let former { remove([former], at: t) }
    textID = interrupt(with: text, at: t)
  }
}
