internal import Scene
internal import ScrollCore
internal import X11

extension TokensView.Pointer {
  /// What an event of the pointer means to chips; nil for other events.
  init?(_ event: Event) {
    switch event {
    case .pointerMoved(let point): self = .moved(point)
    case .pressed(let point, 1, let modifiers): self = .pressed(point, tap: TokenTap(modifiers))
    case .released(let point, 1, _): self = .released(point)
    case .pointerLeft: self = .left
    case .pressed(_, 4, _), .pressed(_, 6, _): self = .wheel(-1)
    case .pressed(_, 5, _), .pressed(_, 7, _): self = .wheel(1)
    default: return nil
    }
  }
}

extension TokenTap {
  init(_ modifiers: Event.Modifiers) {
    self = modifiers.contains(.shift) ? .extending : modifiers.contains(.control) ? .toggling : .plain
  }
}
