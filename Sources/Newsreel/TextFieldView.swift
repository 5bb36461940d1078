internal import Scene
internal import Windows

/// An editable line of text: a click puts the caret at the nearest place, and Return accepts the text.
///
/// It is a crawl at rest. With `scrollSpeed` and `scrollOnlyWhenTooLong` a long text runs.
public final class TextFieldView: CrawlView {
  /// - Parameters:
  ///   - text: Its text.
  ///   - placeholder: Shown while it is empty.
  public init(_ text: String = "", placeholder: String = "") {
    var style = CrawlStyle()
    (style.crawl.scrollTime, style.crawl.scrollOnlyWhenTooLong) = (0, true)
    super.init(CrawlScene(style, words: .user))
    (style.text, style.placeholder) = (text, placeholder)
    self.style = style
    isEditable = true
  }
}
