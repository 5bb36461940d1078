/// The small windows that are open beside a view.
struct OpenPopups {
  var menu: MenuPopup?
  /// It is open, or is to be in a moment.
  var card: CardPopup?
  /// What there is to choose from.
  var suggestions: SuggestionPopup?
}
