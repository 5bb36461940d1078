// The names that PlaceIn and PlaceOn have for `View.place(_:of:dx:dy:)`: the compiler offers that.

extension View {
  /// The original's.
  @available(*, unavailable, message: "use place(.inLeft, of: view, dx: offset)")
  public func placeInLeft(of view: View, offset: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inLeft, dx: offset)")
  public func placeInLeftOfSuperView(offset: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inRight, of: view, dx: offset)")
  public func placeInRight(of view: View, offset: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inRight, dx: offset)")
  public func placeInRightOfSuperView(offset: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inTop, of: view, dy: offset)")
  public func placeInTop(of view: View, offset: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inTop, dy: offset)")
  public func placeInTopOfSuperView(offset: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inBottom, of: view, dy: offset)")
  public func placeInBottom(of view: View, offset: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inBottom, dy: offset)")
  public func placeInBottomOfSuperView(offset: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inMidX, of: view, dx: offset)")
  public func placeInMidX(of view: View, offset: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inMidX, dx: offset)")
  public func placeInMidXOfSuperView(offset: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inMidY, of: view, dy: offset)")
  public func placeInMidY(of view: View, offset: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inMidY, dy: offset)")
  public func placeInMidYOfSuperView(offset: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inTopLeft, of: view, dx: offsetX, dy: offsetY)")
  public func placeInTopLeft(of view: View, offsetX: Double = 0, offsetY: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inTopLeft, dx: offsetX, dy: offsetY)")
  public func placeInTopLeftOfSuperView(offsetX: Double = 0, offsetY: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inTopRight, of: view, dx: offsetX, dy: offsetY)")
  public func placeInTopRight(of view: View, offsetX: Double = 0, offsetY: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inTopRight, dx: offsetX, dy: offsetY)")
  public func placeInTopRightOfSuperView(offsetX: Double = 0, offsetY: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inBottomLeft, of: view, dx: offsetX, dy: offsetY)")
  public func placeInBottomLeft(of view: View, offsetX: Double = 0, offsetY: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inBottomLeft, dx: offsetX, dy: offsetY)")
  public func placeInBottomLeftOfSuperView(offsetX: Double = 0, offsetY: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inBottomRight, of: view, dx: offsetX, dy: offsetY)")
  public func placeInBottomRight(of view: View, offsetX: Double = 0, offsetY: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inBottomRight, dx: offsetX, dy: offsetY)")
  public func placeInBottomRightOfSuperView(offsetX: Double = 0, offsetY: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inCenter, of: view, dx: offsetX, dy: offsetY)")
  public func placeInCenter(of view: View, offsetX: Double = 0, offsetY: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.inCenter, dx: offsetX, dy: offsetY)")
  public func placeInCenterOfSuperView(offsetX: Double = 0, offsetY: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.onLeft, of: view, dx: offset)")
  public func placeOnLeft(of view: View, offset: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.onRight, of: view, dx: offset)")
  public func placeOnRight(of view: View, offset: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.onTop, of: view, dy: offset)")
  public func placeOnTop(of view: View, offset: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.onBottom, of: view, dy: offset)")
  public func placeOnBottom(of view: View, offset: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.onTopLeft, of: view, dx: offsetX, dy: offsetY)")
  public func placeOnTopLeft(of view: View, offsetX: Double = 0, offsetY: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.onTopRight, of: view, dx: offsetX, dy: offsetY)")
  public func placeOnTopRight(of view: View, offsetX: Double = 0, offsetY: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.onBottomLeft, of: view, dx: offsetX, dy: offsetY)")
  public func placeOnBottomLeft(of view: View, offsetX: Double = 0, offsetY: Double = 0) {}

  /// The original's.
  @available(*, unavailable, message: "use place(.onBottomRight, of: view, dx: offsetX, dy: offsetY)")
  public func placeOnBottomRight(of view: View, offsetX: Double = 0, offsetY: Double = 0) {}
}
