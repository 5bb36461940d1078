internal import Scene
public import ScrollCore
internal import Windows

/// A view with properties: it has all members of its style, typed and live.
///
///     crawl.scrollSpeed = 90
///     crawl.textColor = .tomato
///     crawl.background = "#12161c"
///
/// A change shows with the next frame, without a jump. An invalid value is clamped and reported to `onInvalidValue`;
/// `set(_:to:)` and `setStyle(_:)` throw instead.
@dynamicMemberLookup
nonisolated public class StyledView<Style: HasProperties & Equatable & Sendable>: View {
  /// All properties at once, to copy them from one view to another, or to set them to a prepared value. One of them is a property
  /// of the view: `crawl.scrollSpeed`.
  public final var style: Style {
    get {
      refresh()
      return current
    }
    set { adopt(clamping: newValue) }
  }

  /// A property.
  public final subscript<Value>(dynamicMember path: WritableKeyPath<Style, Value>) -> Value {
    get { style[keyPath: path] }
    set { style[keyPath: path] = newValue }
  }

  /// A number among the properties takes a variable of the type Int, too: `crawl.scrollSpeed = pace`.
  @_disfavoredOverload
  public final subscript(dynamicMember path: WritableKeyPath<Style, Double>) -> Int {
    get { Int(nearest: style[keyPath: path]) }
    set { style[keyPath: path] = Double(newValue) }
  }

  /// Any other name: the compiler says so.
  @available(*, unavailable, message: "there is no such property of this type: see Properties")
  public final subscript<Value>(dynamicMember name: String) -> Value {
    get { preconditionFailure("it is unavailable") }
    set {}
  }

  /// Sets all properties at once, after a check.
  ///
  /// - Throws: A `ValueError` that names the property. Nothing has changed then.
  public final func setStyle(_ style: Style) throws(ValueError) {
    let now = self.style
    try withSwiftNames(Style.self) { () throws(ValueError) in
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
  /// The style's pictures, by their paths.
  private(set) final var images: [String: SizedImage] = [:]
  /// The style that was validated last.
  private var validated: Style?

  init(own: any SceneView, style: Style) {
    current = style
    super.init(own: own)
  }

  /// Follows a change by the user.
  final func follow(_ change: (inout Style) -> Void) { change(&current) }

  /// Updates the style from the view's state.
  func refresh() {}

  /// The properties that hold paths of pictures.
  var pictures: [(name: String, path: WritableKeyPath<Style, String>)] { [] }

  /// Applies a style of valid values.
  func apply(_ style: Style) {}

  /// The style's margin at both sides, if it has one.
  var margin: WritableKeyPath<Style, Double>? { nil }

  override final var ownMargin: Double { margin.map { current[keyPath: $0] } ?? 0 }

  override final func setMargin(_ margin: Double) {
    if let path = self.margin { style[keyPath: path] = min(margin, 10_000) }
  }

  /// Checks values that depend on each other.
  func validate(_ style: Style) throws(ValueError) {}

  /// Sets a style. Invalid values are clamped and reported.
  final func adopt(clamping new: Style) {
    let bounded = new.bounded(after: style)
    var (style, wrong) = bounded
    let images = readImages(of: style)
    while let (path, error) = unreadable(in: style, images) {
      style[keyPath: path] = ""
      if !wrong.contains(where: { $0.name == error.name }) { wrong.append(error) }
    }
    adopt(style, images)
    for error in wrong { refuse(error.withSwiftNames(Style.self)) }
  }

  private func adopt(_ style: Style, _ images: [String: SizedImage]) {
    let isSame = style == current && images.keys == self.images.keys
    self.images = images
    apply(style)
    current = style
    if !isSame { settleBox() }
  }

  private func readImages(of style: Style) -> [String: SizedImage] {
    let paths = Set(pictures.map { style[keyPath: $0.path] })
    return Dictionary(
      uniqueKeysWithValues: paths.compactMap { path in
        (images[path] ?? SizedImage(path: path)).map { (path, $0) }
      })
  }

  /// The first unreadable picture of a style.
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
    if validated != current {
      validated = current
      do throws(ValueError) { try validate(current) } catch { refuse(error.withSwiftNames(Style.self)) }
    }
    super.layOut(in: frame, pass)
  }

  override final func setOwn(_ name: String, to text: String) throws(ValueError) -> Bool {
    guard let property = Style.known(name) else { return false }
    var style = style
    try withSwiftNames(Style.self) { () throws(ValueError) in try property.set(text: text, of: &style) }
    try setStyle(style)
    return true
  }

  override final var propertyNames: [String] { Style.properties.map(\.swiftName) + super.propertyNames }

  override final func ownValue(of name: String) -> String? { Style.known(name)?.value(of: style).text }
}

extension Int {
  /// The nearest whole number; 0 for NaN.
  init(nearest number: Double) {
    self = number.isNaN ? 0 : Int(Swift.max(-0x1p62, Swift.min(0x1p62, number.rounded())))
  }
}
