internal import App
@_exported public import Scene
public import ScrollCore

/// A view with properties: every member of its style is one of the view, live and with its type.
///
///     crawl.scrollSpeed = 90
///     crawl.foreground = try Color(parsing: "tomato")
///
/// A change shows with the next frame, and what is on screen does not jump. What a property cannot take is brought into its range,
/// and `onInvalidValue` hears of it; `set(_:to:)` and `setStyle(_:)` throw instead.
@dynamicMemberLookup
public class StyledView<Style: HasProperties & Equatable & Sendable>: View {
  /// All properties at once.
  public final var style: Style {
    get {
      refresh()
      return current
    }
    set { take(newValue) }
  }

  /// A property.
  public final subscript<Value>(dynamicMember path: WritableKeyPath<Style, Value>) -> Value {
    get { style[keyPath: path] }
    set { style[keyPath: path] = newValue }
  }

  /// Sets all properties at once, where they may be wrong.
  ///
  /// - Throws: `ValueError` that names the property; nothing has changed then.
  public final func setStyle(_ style: Style) throws(ValueError) {
    let now = self.style
    try inOwnWords(Style.self) { () throws(ValueError) in
      var checked = now
      for property in Style.properties {
        let value = property.value(of: style)
        if value != property.value(of: now) { try property.set(value, of: &checked) }
      }
    }
    let images = readImages(of: style)
    if let (_, error) = unreadable(in: style, images) { throw error }
    adopt(style, images)
  }

  // MARK: - For the library

  private var current: Style
  /// The pictures that the style names, by their paths.
  private(set) final var images: [String: SizedImage] = [:]
  /// What was judged last.
  private var judged: Style?

  init(own: any Scene.View, style: Style) {
    current = style
    super.init(own: own)
  }

  /// Takes over what the user has changed in what is shown.
  final func follow(_ change: (inout Style) -> Void) { change(&current) }

  /// Brings the style in step with what is shown.
  func refresh() {}

  /// The properties that are paths of pictures.
  var pictures: [(name: String, path: WritableKeyPath<Style, String>)] { [] }

  /// Takes over a style whose values are each in range.
  func apply(_ style: Style) {}

  /// Checks the values that only make sense together.
  func validate(_ style: Style) throws(ValueError) {}

  /// Takes a style as it is set: what is wrong in it is brought in order, and told.
  final func take(_ new: Style) {
    let bounded = new.bounded(after: style)
    var (style, wrong) = bounded
    let images = readImages(of: style)
    while let (path, error) = unreadable(in: style, images) {
      style[keyPath: path] = ""
      if !wrong.contains(where: { $0.name == error.name }) { wrong.append(error) }
    }
    adopt(style, images)
    for error in wrong { refuse(error.inOwnWords(Style.self)) }
  }

  private func adopt(_ style: Style, _ images: [String: SizedImage]) {
    self.images = images
    apply(style)
    current = style
    setNeedsLayout()
  }

  private func readImages(of style: Style) -> [String: SizedImage] {
    let paths = Set(pictures.map { style[keyPath: $0.path] })
    return Dictionary(
      uniqueKeysWithValues: paths.compactMap { path in
        (images[path] ?? SizedImage(path: path)).map { (path, $0) }
      })
  }

  /// The first picture that the style names and that cannot be read.
  private func unreadable(
    in style: Style, _ images: [String: SizedImage]
  ) -> (path: WritableKeyPath<Style, String>, error: ValueError)? {
    for picture in pictures {
      let file = style[keyPath: picture.path]
      if file.isEmpty || images[file] != nil { continue }
      return (picture.path, ValueError(name: picture.name, reason: "\(file): \(SizedImage.problem(of: file))"))
    }
    return nil
  }

  override func layOut(in frame: VisibleFrame, _ pass: LayoutPass) {
    if judged != current {
      judged = current
      do throws(ValueError) { try validate(current) } catch { refuse(error.inOwnWords(Style.self)) }
    }
    super.layOut(in: frame, pass)
  }

  override final func setOwn(_ name: String, to text: String) throws(ValueError) -> Bool {
    guard let property = Style.property(named: name) else { return false }
    var style = style
    try inOwnWords(Style.self) { () throws(ValueError) in try property.set(text: text, of: &style) }
    try setStyle(style)
    return true
  }

  override final func ownValue(of name: String) -> String? { Style.property(named: name)?.value(of: style).text }
}
