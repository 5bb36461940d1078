/// The popups that are open beside a view.
struct OpenPopups {
  var menu: MenuPopup?
  /// An open card, or one that opens in a moment.
  var card: CardPopup?
  /// The suggestions for a text field.
  var suggestions: SuggestionPopup?
}
