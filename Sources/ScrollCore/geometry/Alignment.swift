/// Where something stands in the room that it has: a text, a number, the views of a stack.
///
/// What can also take all of that room, as a number and the views of a stack do, has an `Alignment?`: nil, or `.fill`.
public enum Alignment: String, CaseIterable, Sendable {
  /// It begins at the left; across a row of views, at the top.
  case left
  /// It has its middle there.
  case center
  /// It ends at the right; across a row of views, at the bottom.
  case right
}

extension Optional where Wrapped == Alignment {
  /// It takes all the room: nil. A text has its own width, and no such alignment.
  public static var fill: Alignment? { nil }
  /// Of the views across a row: at the top. Anywhere else it is `left`.
  public static var top: Alignment? { .left }
  /// Of the views across a row: at the bottom. Anywhere else it is `right`.
  public static var bottom: Alignment? { .right }
}
