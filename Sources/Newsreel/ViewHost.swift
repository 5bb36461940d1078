internal import Scene
internal import ScrollCore

/// Where views are shown, and what they ask there.
protocol ViewHost: AnyObject {
  /// The time of what is done to a view now.
  var time: Seconds { get }
  /// What is behind all views.
  var background: Color { get }
  /// A view looks different, or has another size.
  func changed(sizes: Bool)
  /// Asks the window for something.
  func ask(_ action: ViewAction)
  /// Gives the keyboard to a view.
  func focus(_ view: View)
  /// Does something to a view; what that asks for goes to itself before all others.
  func hand(to view: View, _ body: (ViewContext) -> Void)
  /// Lets a view go that fills the window.
  func release(_ view: View)
  /// Says where a field's caret stands.
  func showCaret(of field: TokensView)
}

/// What a group shows itself.
final class Nothing: Scene.View {
  func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {}
  func draw(into frame: inout Frame, at t: Seconds) {}
}

extension Border {
  /// Whether it neither shows nor cuts anything.
  var isNone: Bool { cornerRadius == 0 && Side.allCases.allSatisfy { width(of: $0) == 0 } }
}
