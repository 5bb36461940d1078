public import ScrollCore

// Each closure that takes parameters is set by a method, too:
//
//     field.delegate.didSelect { field, indices in … }
//
// The compiler of Swift 6.3 ends with a closure of the wrong number of parameters where it is assigned to an optional property. Of a
// method it says what is wrong.

extension TokenFieldDelegate {
  /// Sets `canEdit`.
  public mutating func canEdit(_ handler: @escaping (_ field: TokenFieldView) -> Bool) { canEdit = handler }

  /// Sets `canEditToken`.
  public mutating func canEditToken(_ handler: @escaping (_ field: TokenFieldView, _ index: Int) -> Bool) {
    canEditToken = handler
  }

  /// Sets `shouldReturn`.
  public mutating func shouldReturn(_ handler: @escaping (_ field: TokenFieldView, _ text: String) -> Bool) {
    shouldReturn = handler
  }

  /// Sets `shouldDelete`.
  public mutating func shouldDelete(
    _ handler: @escaping (_ field: TokenFieldView, _ index: Int, _ label: String) -> Bool
  ) {
    shouldDelete = handler
  }

  /// Sets `willDelete`.
  public mutating func willDelete(_ handler: @escaping (_ field: TokenFieldView, _ index: Int, _ label: String) -> Void)
  {
    willDelete = handler
  }

  /// Sets `didDelete`.
  public mutating func didDelete(_ handler: @escaping (_ field: TokenFieldView, _ index: Int, _ label: String) -> Void)
  {
    didDelete = handler
  }

  /// Sets `didAdd`.
  public mutating func didAdd(_ handler: @escaping (_ field: TokenFieldView, _ index: Int, _ label: String) -> Void) {
    didAdd = handler
  }

  /// Sets `didMove`.
  public mutating func didMove(
    _ handler: @escaping (_ field: TokenFieldView, _ source: Int, _ destination: Int) -> Void
  ) {
    didMove = handler
  }

  /// Sets `didRefuse`.
  public mutating func didRefuse(
    _ handler: @escaping (_ field: TokenFieldView, _ label: String, _ reason: TokenEvent.Refusal) -> Void
  ) { didRefuse = handler }

  /// Sets `didChangeItems`.
  public mutating func didChangeItems(_ handler: @escaping (_ field: TokenFieldView, _ items: [String]) -> Void) {
    didChangeItems = handler
  }

  /// Sets `didSelect`.
  public mutating func didSelect(_ handler: @escaping (_ field: TokenFieldView, _ indices: [Int]) -> Void) {
    didSelect = handler
  }

  /// Sets `didTap`.
  public mutating func didTap(_ handler: @escaping (_ field: TokenFieldView, _ index: Int) -> Void) { didTap = handler }

  /// Sets `didTapMore`.
  public mutating func didTapMore(_ handler: @escaping (_ field: TokenFieldView, _ count: Int) -> Void) {
    didTapMore = handler
  }

  /// Sets `didBeginEditing`.
  public mutating func didBeginEditing(_ handler: @escaping (_ field: TokenFieldView, _ text: String) -> Void) {
    didBeginEditing = handler
  }

  /// Sets `didChangeText`.
  public mutating func didChangeText(_ handler: @escaping (_ field: TokenFieldView, _ text: String) -> Void) {
    didChangeText = handler
  }

  /// Sets `didEndEditing`.
  public mutating func didEndEditing(_ handler: @escaping (_ field: TokenFieldView) -> Void) { didEndEditing = handler }

  /// Sets `didChangeHeight`.
  public mutating func didChangeHeight(_ handler: @escaping (_ field: TokenFieldView, _ height: Double) -> Void) {
    didChangeHeight = handler
  }

  /// Sets `willDraw`.
  public mutating func willDraw(
    _ handler: @escaping (_ field: TokenFieldView, _ index: Int, _ look: TokenAppearance) -> TokenAppearance
  ) { willDraw = handler }

  /// Sets `draw`.
  public mutating func draw(
    _ handler: @escaping (_ field: TokenFieldView, _ index: Int, _ label: String, _ canvas: inout Canvas) -> Void
  ) { draw = handler }

  /// Sets `didDraw`.
  public mutating func didDraw(_ handler: @escaping (_ field: TokenFieldView, _ index: Int, _ label: String) -> Void) {
    didDraw = handler
  }
}

extension TokenFieldView {
  /// Sets `onRemove`.
  public func onRemove(_ handler: @escaping (_ label: String, _ index: Int) -> Void) { onRemove = handler }
}

extension CrawlView {
  /// Sets `onItemShown`.
  public func onItemShown(_ handler: @escaping (Item) -> Void) { onItemShown = handler }

  /// Sets `onItemClick`.
  public func onItemClick(_ handler: @escaping (Item) -> Void) { onItemClick = handler }
}

extension StripView {
  /// Sets `onTopicSwitched`.
  public func onTopicSwitched(_ handler: @escaping (_ topic: String, _ isOn: Bool) -> Void) {
    onTopicSwitched = handler
  }
}

extension EditableView {
  /// Sets `onBeginEditing`.
  public func onBeginEditing(_ handler: @escaping (String) -> Void) { onBeginEditing = handler }

  /// Sets `onEdit`.
  public func onEdit(_ handler: @escaping (String) -> Void) { onEdit = handler }

  /// Sets `onReturn`.
  public func onReturn(_ handler: @escaping (String) -> Void) { onReturn = handler }

  /// Sets `onEndEditing`.
  public func onEndEditing(_ handler: @escaping (String) -> Void) { onEndEditing = handler }
}

extension View {
  /// Sets `onInvalidValue`.
  public func onInvalidValue(_ handler: @escaping (ValueError) -> Void) { onInvalidValue = handler }
}

extension Window {
  /// Sets `onKey`.
  public func onKey(_ handler: @escaping (_ key: Key, _ modifiers: Modifiers) -> Void) { onKey = handler }

  /// Sets `onClose`.
  public func onClose(_ handler: @escaping (WindowError?) -> Void) { onClose = handler }

  /// Sets `onInvalidValue`.
  public func onInvalidValue(_ handler: @escaping (ValueError) -> Void) { onInvalidValue = handler }
}
