internal import ScrollCore

/// Writing the set properties to a configuration.
extension Inspector {
  mutating func beginWriting() -> [InspectorEffect] {
    guard let window, window.link == .live else { return saying("there is nothing to write", isError: true) }
    return [.plan(window: window.name, path: nil)]
  }

  /// Asks for the path of a new file.
  package mutating func askPath(_ path: String, for window: String) {
    guard case .list = mode else { return }
    mode = .path(TextEditor(path), window: window)
  }

  mutating func handle(_ key: TerminalKey, in editor: TextEditor, for window: String) -> [InspectorEffect] {
    var editor = editor
    switch key {
    case .escape: mode = .list
    case .enter:
      mode = .list
      return editor.text.isEmpty ? [] : [.plan(window: window, path: editor.text)]
    default: if editor.handle(key) { mode = .path(editor, window: window) }
    }
    return []
  }

  mutating func handle(_ key: TerminalKey, in plan: WritingPlan, top: Int) -> [InspectorEffect] {
    switch key {
    case .character("y"), .character("Y"):
      mode = .list
      return [.write]
    case .down, .character("j"): mode = .plan(plan, top: min(top + 1, max(0, plan.lines.count - 1)))
    case .up, .character("k"): mode = .plan(plan, top: max(0, top - 1))
    case .wheel(let rows): mode = .plan(plan, top: min(max(0, top + rows), max(0, plan.lines.count - 1)))
    case .escape, .character("n"), .character("q"):
      mode = .list
      return saying("nothing was written")
    default: break
    }
    return []
  }
}
