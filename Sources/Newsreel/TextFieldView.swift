internal import Scene

/// A line of text that is typed: a click anywhere puts a caret into it, at the nearest place, and Return takes over what was typed.
///
/// It is a crawl that rests; `scrollSpeed` lets a text that is too long run, with `scrollOnlyWhenTooLong`.
public final class TextFieldView: CrawlView {
  /// - Parameters:
  ///   - text: What it holds.
  ///   - placeholder: What it shows while it holds nothing.
  public init(_ text: String = "", placeholder: String = "") {
    var style = CrawlStyle()
    (style.crawl.scrollTime, style.crawl.scrollOnlyWhenTooLong) = (0, true)
    super.init(Scene.CrawlView(style))
    (style.text, style.placeholder) = (text, placeholder)
    self.style = style
    isEditable = true
  }
}
