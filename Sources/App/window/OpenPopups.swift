internal import Scene

/// The popups that are open beside a view.
struct OpenPopups {
  var menu: MenuPopup?
  /// The menus that views have offered while a menu was open.
  var offers: [(entries: [MenuEntry], view: HostedView)] = []
  /// An open card, or one that opens in a moment.
  var card: CardPopup?
  /// The suggestions for a text field.
  var suggestions: SuggestionPopup?
}
