internal import Base
internal import Scene

/// The popups that are open beside a view.
struct OpenPopups {
  var menu: PopupWindow<MenuView>?
  /// The menus that views have offered while a menu was open.
  var offers: [(entries: [MenuEntry], view: HostedView)] = []
  var card: PopupWindow<CardView>?
  /// Opens a card in a moment.
  var cardTimer: LoopTimers.Entry?
  /// Tells what is wrong with a source or the configuration.
  var problem: PopupWindow<CardView>?
  var problemText: String?
  /// The suggestions for a text field.
  var suggestions: PopupWindow<MenuView>?
}
