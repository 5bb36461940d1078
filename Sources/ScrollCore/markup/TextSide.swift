/// Where a line stands in a view that has room for it.
public enum TextSide: String, CaseIterable, Sendable {
  /// At an end of the view, or in its middle.
  case left, center, right
}
