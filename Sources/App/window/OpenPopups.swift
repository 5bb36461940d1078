/// The popups that are open beside a view.
struct OpenPopups {
  var menu: MenuPopup?
  /// The texts that views have offered while a menu was open.
  var offers: [(texts: [String], view: HostedView)] = []
  /// An open card, or one that opens in a moment.
  var card: CardPopup?
  /// The suggestions for a text field.
  var suggestions: SuggestionPopup?
}
