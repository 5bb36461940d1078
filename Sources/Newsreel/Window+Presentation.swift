public import ScrollCore
internal import Windows

/// What the window manager shows of a window.
extension Window {
  /// Opens a window beside another one of the program: it follows that, is above it only, and ends with it.
  ///
  /// - Parameters:
  ///   - content: The view that fills it.
  ///   - other: The window to stand at.
  ///   - placement: Where it stands: inside with *in*, outside with *on*.
  ///   - offset: Added to the place, in pixels.
  ///   - width: In pixels; nil follows the view's natural width.
  ///   - height: In pixels; nil follows the view's natural height at that width.
  /// - Throws: A `WindowError`: `noPlace` if the other window has gone.
  public convenience init(
    _ content: View, beside other: Window, at placement: Placement = .onRight, offset: Point = .zero,
    width: Double? = nil, height: Double? = nil
  ) throws(WindowError) {
    guard other.isOpen else { throw .noPlace("the other window has gone") }
    try self.init(content, width: width, height: height, at: placement, offset: offset, of: other.id)
  }

  /// The title in its frame and in lists of windows.
  public var title: String {
    get { stage.presentation.title ?? currentOptions.name }
    set {
      var options = WindowOptions()
      options.name = newValue
      let (bounded, wrong) = options.bounded(after: WindowOptions())
      for error in wrong { refuse(ValueError(name: "title", reason: error.reason)) }
      stage.presentation.title = bounded.name
    }
  }

  /// Sets the title.
  public func setTitle(_ title: String) { self.title = title }

  /// The picture that lists of windows show, at most 240 by 240 pixels; nil for Newsreel's. A view draws one:
  /// `window.icon = try Window.render(mark, size: Size(width: 48, height: 48), background: .clear)`.
  public var icon: Picture? {
    get { stage.presentation.icon.map { Picture(width: $0.width, height: $0.height, pixels: $0.pixels) } }
    set {
      // A server may refuse a property that is longer than a request.
      if let newValue, max(newValue.width, newValue.height) > Self.largestIcon {
        return refuse(ValueError(name: "icon", reason: "has more than \(Self.largestIcon) pixels in a direction"))
      }
      stage.presentation.icon = newValue.map { WindowIcon(width: $0.width, height: $0.height, pixels: $0.pixels) }
    }
  }

  /// The largest icon, in pixels.
  private static let largestIcon = 240

  /// The smallest size that the user can give it, in pixels; nil for any.
  public var minimumSize: Size? {
    get { stage.presentation.minimumSize }
    set {
      stage.presentation.minimumSize = newValue.map { size in
        Size(
          width: bounded(size.width, of: "minimumSize.width", in: View.lengths),
          height: bounded(size.height, of: "minimumSize.height", in: View.lengths))
      }
    }
  }

  /// The opacity of all of it, 0 to 1, if a compositing manager runs. For the background alone give ``background`` an alpha.
  public var opacity: Double {
    get { stage.presentation.opacity }
    set { stage.presentation.opacity = bounded(newValue, of: "opacity", in: 0...1) }
  }

  /// Whether clicks go to the window below.
  public var isClickThrough: Bool {
    get { currentOptions.clickThrough }
    set {
      var options = currentOptions
      options.clickThrough = newValue
      do throws(ValueError) { try set(options) } catch { refuse(error) }
    }
  }

  /// The nearest number of a range; NaN becomes the upper bound. One outside is reported.
  private func bounded(_ number: Double, of name: String, in range: ClosedRange<Double>) -> Double {
    if range.contains(number) { return number }
    do throws(ValueError) { _ = try PropertyKind.number(range).check(.number(number), ifBelow: "") } catch {
      refuse(ValueError(name: name, reason: error.reason))
    }
    return number.isNaN ? range.upperBound : min(max(number, range.lowerBound), range.upperBound)
  }
}

extension Window.Kind {
  /// Its type among the options; nil for one that they do not have.
  var type: WindowOptions.Kind? {
    switch self {
    case .normal: .normal
    case .utility: nil
    case .above: .above
    case .below: .below
    case .dock: .dock
    }
  }

  /// Whether the window manager gives it a frame, and a place.
  var isFramed: Bool { self == .normal || self == .utility }
}
