/// The alignment of a line that is shorter than its view.
public enum TextSide: String, CaseIterable, Sendable {
  /// At an end of the view, or in its middle.
  case left, center, right
}
