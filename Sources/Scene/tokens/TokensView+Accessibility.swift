package import ScrollCore

/// The accessible tree of chips: a group of buttons, by the IDs of their tokens, and the text field after them.
extension TokensView {
  /// The keys of nodes without a token.
  private static let (moreKey, fieldKey) = (-1, -2)

  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    var group = AccessibleNode(0, .group, properties.areSwitches ? words[.topicGroup] : "", at: bounds)
    let origin = origin(at: t)
    group.children = field.tokens.prefix(AccessibleNode.most).enumerated().map { index, token in
      let place = layout.shows(index) ? shown(index, at: t).place.offsetBy(dx: origin.x, dy: origin.y) : nil
      return properties.areSwitches ? toggle(token, at: place) : item(token, at: place)
    }
    if let place = layout.more {
      var more = AccessibleNode(
        Self.moreKey, .button, moreToken(layout.hiddenCount).label,
        at: place.offsetBy(dx: origin.x, dy: origin.y))
      more.actions = [.press]
      more.states = mark == .more ? [.focusable, .focused] : .focusable
      group.children.append(more)
    }
    if let place = textPlace, properties.takesText {
      var entry = AccessibleNode(
        Self.fieldKey, .entry, properties.placeholder,
        at: place.offsetBy(dx: origin.x, dy: origin.y))
      entry.text = AccessibleNode.Text(field.input)
      entry.states = [.focusable, .editable]
      if field.isFocused, field.selection.isEmpty { entry.states.insert(.focused) }
      group.children.append(entry)
    }
    return group
  }

  private func toggle(_ token: Token, at place: Rect?) -> AccessibleNode {
    let isFailing = token.tag == Token.failingTag
    var node = AccessibleNode(token.id, isFailing ? .button : .toggleButton, token.label, at: place)
    node.states = mark == .chip(token.id) ? [.focusable, .focused] : .focusable
    if token.state == .on, !isFailing { node.states.insert(.checked) }
    if token.state != .on {
      node.details = words[.isOff, ["topic": token.label]]
    } else if token.mark == .waiting {
      node.details = words[.loading, ["name": token.label]]
    } else if token.mark == .failing, !isFailing {
      node.details = words[.cannotRead, ["name": token.label]]
    }
    node.actions = showsRemove(token) ? [.press, .remove] : [.press]
    return node
  }

  private func item(_ token: Token, at place: Rect?) -> AccessibleNode {
    var node = AccessibleNode(token.id, .listItem, token.label, at: place)
    node.actions = showsRemove(token) ? [.press, .remove] : [.press]
    guard properties.canSelectTokens else { return node }
    node.states = [.focusable, .selectable]
    if field.selection.ids.contains(token.id) { node.states.insert(.selected) }
    if field.isFocused, field.selection.lead == token.id { node.states.insert(.focused) }
    return node
  }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: borrowing EventContext) -> Bool
  {
    guard let key = path.first else { return false }
    let isTaken: Bool
    if key == Self.fieldKey {
      isTaken = properties.takesText && performOnField(action, in: context)
    } else if key == Self.moreKey {
      isTaken = layout.more != nil && perform(action, .more, in: context)
    } else {
      guard let index = field.index(of: key) else { return false }
      let hasRemove = showsRemove(field.tokens[index])
      isTaken =
        (action != .remove || hasRemove) && perform(action, action == .remove ? .remove(key) : .chip(key), in: context)
    }
    if isTaken { context.setNeedsDisplay() }
    return isTaken
  }

  private func performOnField(_ action: AccessibleAction, in context: borrowing EventContext) -> Bool {
    switch action {
    case .focus: makeFirstResponder(in: context)
    case .write(let text):
      change(at: context.time) { field in
        field.selectText { $0.selectAll() }
        if text.isEmpty { field.selectText { $0.replaceAll(with: "") } } else { field.insert(text) }
      }
      showSuggestions(in: context)
    default: return false
    }
    return true
  }

  /// Acts like a click on a part, or like the keyboard going to it.
  private func perform(_ action: AccessibleAction, _ hit: Hit, in context: borrowing EventContext) -> Bool {
    switch action {
    case .press, .remove:
      if properties.areSwitches { tell(switched: hit, clicks: 1) } else { click(hit, .plain, at: context.time) }
    case .focus where properties.areSwitches:
      mark = hit.id.map { .chip($0) } ?? .more
      if let index = hit.id.flatMap(field.index(of:)), layout.shows(index) {
        reveal(layout.places[index], at: context.time)
      }
      context.perform(.takeFocus)
    case .focus where properties.canSelectTokens:
      guard let index = hit.id.flatMap(field.index(of:)) else { return false }
      change(at: context.time) { $0.select(index, extending: false) }
      makeFirstResponder(in: context)
    default: return false
    }
    return true
  }
}
