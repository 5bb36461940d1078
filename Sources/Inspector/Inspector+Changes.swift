internal import ScrollCore

/// Changing properties, undo and redo.
extension Inspector {
  /// Requests a new value of a property; nil unsets it.
  ///
  /// - Parameter isShown: Whether to show it at once, before the program answers.
  mutating func set(
    _ property: PropertyInfo, in window: String, to value: String?, isNudge: Bool = false, isShown: Bool = true
  ) -> [InspectorEffect] {
    let step = ChangeHistory.Step(
      window: window, property: property.name, before: property.givenText, after: value, addsUp: property.addsUp)
    history.record(step, isNudge: isNudge)
    if isShown { show(step) }
    return [ask(for: step, .user)]
  }

  mutating func undo() -> [InspectorEffect] {
    guard let step = history.undo() else { return saying("nothing to undo") }
    return travel(step, .undo)
  }

  mutating func redo() -> [InspectorEffect] {
    guard let step = history.redo() else { return saying("nothing to redo") }
    return travel(step, .redo)
  }

  /// Executes a step of the history, and selects its property.
  private mutating func travel(_ step: ChangeHistory.Step, _ origin: PendingChange.Origin) -> [InspectorEffect] {
    guard let window = windows.first(where: { $0.name == step.window }), window.link == .live,
      let property = window.property(named: step.property)
    else {
      history.forget(PendingChange(step: step, origin: origin))
      return saying("\(step.window) is not there now", isError: true)
    }
    let place = InspectedPart(window: window.name, view: property.view)
    if !properties(of: place).contains(where: { $0.name == property.name }) { query = EditLine() }
    part = place
    selections[place] = property.name
    show(step)
    let word = origin == .undo ? "undone" : "redone"
    notice = Notice(text: "\(word): \(property.name) \(step.after.map { "= \($0)" } ?? "not set")")
    return [ask(for: step, origin)]
  }

  private mutating func ask(for step: ChangeHistory.Step, _ origin: PendingChange.Origin) -> InspectorEffect {
    lastNumber += 1
    pending[lastNumber] = PendingChange(step: step, origin: origin)
    return .change(
      number: lastNumber, window: step.window, property: step.property, value: step.after, addsUp: step.addsUp)
  }

  /// Shows a value before the program confirms it.
  private mutating func show(_ step: ChangeHistory.Step) {
    guard let window = windows.firstIndex(where: { $0.name == step.window }),
      let index = windows[window].properties.firstIndex(where: { $0.name == step.property })
    else { return }
    if let value = step.after { windows[window].properties[index].value = .text(value) }
    windows[window].properties[index].isSet = step.after != nil
  }

  /// Handles the program's answer.
  mutating func end(_ number: Int, refusedFor reason: String?) -> [InspectorEffect] {
    guard let change = pending.removeValue(forKey: number) else { return [] }
    var ahead: [TerminalKey] = []
    if reason != nil { history.forget(change) }
    if case .edit(var edit) = mode, edit.number == number {
      ahead = edit.ahead
      (edit.problem, edit.number, edit.ahead) = (reason, nil, [])
      if reason == nil { show(change.step) }
      mode = reason == nil ? .list : .edit(edit)
    } else if let reason {
      notice = Notice(text: reason, isError: true)
    }
    let repair = reason == nil ? nil : self.repair(change)
    let isLast = !pending.values.contains { $0.step.window == change.step.window }
    return (repair.map { [$0] } ?? []) + (isLast ? [.refresh(window: change.step.window)] : [])
      + ahead.flatMap { handle($0) }
  }

  /// A value that adds up is cleared before it is set. If the new one is refused, this restores the old one.
  private mutating func repair(_ change: PendingChange) -> InspectorEffect? {
    guard change.origin != .repair, change.step.addsUp, change.step.after != nil, let before = change.step.before else {
      return nil
    }
    var step = change.step
    (step.before, step.after) = (nil, before)
    return ask(for: step, .repair)
  }

  mutating func saying(_ text: String, isError: Bool = false) -> [InspectorEffect] {
    notice = Notice(text: text, isError: isError)
    return []
  }
}
