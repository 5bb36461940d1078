package import ScrollCore

/// A key with its modifiers, or a button of the pointer.
package struct Trigger: Hashable, Sendable {
  package enum Press: Hashable, Sendable {
    case key(Key)
    case button(Int)
  }

  package var press: Press
  package var modifiers: Modifiers

  package init(_ press: Press, _ modifiers: Modifiers = []) {
    (self.press, self.modifiers) = (press, modifiers)
  }
}

/// The commands of keys and buttons.
package struct Bindings: Equatable, Sendable {
  /// The differences from the standard, in order.
  private var changes: [(trigger: Trigger, command: UserCommand)] = []
  /// The same, by trigger.
  private var changed: [Trigger: UserCommand] = [:]

  package init() {}

  package static func == (a: Bindings, b: Bindings) -> Bool { a.written == b.written }

  /// The default bindings, in the order of help.
  package static let standard: [(trigger: Trigger, command: UserCommand)] = [
    (Trigger(.key(.menu)), .menu), (Trigger(.key(.function(10)), .shift), .menu), (Trigger(.button(3)), .menu),
    (Trigger(.key(.enter)), .open), (Trigger(.key(.character("c")), .control), .copy),
    (Trigger(.key(.pageUp)), .previous), (Trigger(.key(.pageDown)), .next),
    (Trigger(.key(.character(" "))), .pause), (Trigger(.key(.character("+"))), .faster),
    (Trigger(.key(.character("-"))), .slower), (Trigger(.key(.left)), .scrollLeft),
    (Trigger(.button(5)), .scrollLeft), (Trigger(.button(7)), .scrollLeft), (Trigger(.key(.right)), .scrollRight),
    (Trigger(.button(4)), .scrollRight), (Trigger(.button(6)), .scrollRight), (Trigger(.key(.up)), .scrollUp),
    (Trigger(.key(.down)), .scrollDown), (Trigger(.key(.home)), .toStart), (Trigger(.key(.end)), .toEnd),
    (Trigger(.key(.tab)), .focusNext),
    (Trigger(.key(.tab), .shift), .focusPrevious), (Trigger(.key(.escape)), .leave),
    (Trigger(.key(.delete)), .switchOff), (Trigger(.key(.character("b"))), .bringBack),
    (Trigger(.key(.character("r"))), .recent), (Trigger(.key(.character("u"))), .markUnread),
    (Trigger(.key(.character("z")), .control), .undo), (Trigger(.button(2)), .hide),
    (Trigger(.key(.character("q"))), .quit), (Trigger(.key(.character("q")), .control), .quit),
  ]

  private static let standardCommands = Dictionary(
    uniqueKeysWithValues: standard.map { ($0.trigger, $0.command) })

  /// The command of a trigger, or nil.
  package func command(for trigger: Trigger) -> UserCommand? {
    let command = changed[trigger] ?? Self.standardCommands[trigger]
    return command == UserCommand.none ? nil : command
  }

  /// The command of a pressed key or button; nil for other events.
  package func command(for event: InputEvent) -> UserCommand? {
    for trigger in event.triggers { if let command = command(for: trigger) { return command } }
    return nil
  }

  /// The first key for a command, or nil. `whereTyped` excludes keys that type text.
  package func key(for command: UserCommand, whereTyped: Bool = false) -> Trigger? {
    let all = changes.reversed().map(\.trigger) + Self.standard.map(\.trigger)
    return all.first {
      if case .button = $0.press { return false }
      return self.command(for: $0) == command && !(whereTyped && $0.isTyped)
    }
  }

  // MARK: - As text

  /// The differences from the standard: "m=menu, button2=pause".
  package var written: String { changes.map { "\($0.trigger.name)=\($0.command.rawValue)" }.joined(separator: ", ") }

  /// Adds bindings in the user's syntax, `KEY=ACTION` separated by commas, to the earlier ones.
  ///
  /// - Throws: for an unknown key, button or action, with the nearest one.
  package mutating func add(written text: String) throws(ValueError) {
    var new: [(trigger: Trigger, command: UserCommand)] = []
    for part in text.split(separator: ",") {
      let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        $0.filter { $0 != " " }
      }
      guard words.count == 2 else {
        throw ValueError(
          "'\(part.filter { $0 != " " })' is not a binding; write KEY=ACTION, as in space=pause or button2=menu")
      }
      new.append(try Self.binding(of: words[0], to: words[1]))
    }
    for (trigger, command) in new { change(trigger, to: command) }
  }

  /// Lets a key or a button, by its name, stand for an action.
  ///
  /// - Throws: as `add`.
  package mutating func bind(_ name: String, to action: String) throws(ValueError) {
    let (trigger, command) = try Self.binding(of: name, to: action)
    change(trigger, to: command)
  }

  private static func binding(
    of name: String, to action: String
  ) throws(ValueError) -> (trigger: Trigger, command: UserCommand) {
    let trigger = try Trigger(parsing: name)
    guard let command = UserCommand(named: action.lowercased()) else {
      let names = UserCommand.allCases.map(\.rawValue)
      throw ValueError(
        "'\(action)' is not an action"
          + hint(for: action, in: names, else: "actions are \(names.joined(separator: ", "))"))
    }
    return (trigger, command)
  }

  /// A binding that exists keeps its place: repeating it, as a file's `bind` and its table of keys do, changes nothing.
  private mutating func change(_ trigger: Trigger, to command: UserCommand) {
    if changed[trigger] == command { return }
    if changed.updateValue(command, forKey: trigger) != nil { changes.removeAll { $0.trigger == trigger } }
    changes.append((trigger, command))
  }
}

/// The end of an error about an unknown name.
private func hint(for name: String, in names: [String], else remedy: String) -> String {
  nearest(to: name, in: names).map { "; did you mean '\($0)'?" } ?? "; \(remedy)"
}

// MARK: - Events

extension InputEvent {
  /// The triggers that match the event, the most specific first; empty unless it is a press.
  fileprivate var triggers: [Trigger] {
    switch self {
    case .pressed(_, let button, let modifiers): return [Trigger(.button(button), modifiers.held)]
    case .keyPressed(let key?, _, let modifiers):
      let exact = Trigger(.key(key), modifiers.held)
      guard case .character(let letter) = key else { return [exact] }
      // Characters typed with Shift match by themselves, and so do capitals with Control.
      let plain = Trigger(.key(.character(Character(letter.lowercased()))), modifiers.held)
      return [exact, plain, Trigger(plain.press, plain.modifiers.subtracting(.shift))]
    case .keyPressed(nil, let text, let modifiers):
      guard let letter = text.first, text.count == 1 else { return [] }
      return [Trigger(.key(.character(letter)), modifiers.held.subtracting(.shift))]
    default: return []
    }
  }

  /// The pointer's place; nil for other events.
  package var point: Point? {
    switch self {
    case .pressed(let point, _, _), .released(let point, _, _), .pointerMoved(let point): point
    case .command(_, let point): point
    default: nil
    }
  }
}

extension Modifiers {
  /// The modifiers that bindings can name.
  fileprivate var held: Self { intersection([.shift, .control, .alt]) }
}

extension SceneView {
  /// Passes an event to the view, and then, if it is not handled, its command.
  ///
  /// - Returns: The command, if the view does not handle that either.
  package func handle(_ event: InputEvent, by bindings: Bindings, in context: borrowing EventContext) -> UserCommand? {
    if handle(event, in: context) { return nil }
    guard let command = bindings.command(for: event) else { return nil }
    return handle(.command(command, at: event.point), in: context) ? nil : command
  }
}

// MARK: - Names

extension Trigger {
  private static let keys: [(name: String, key: Key)] =
    [
      ("left", .left), ("right", .right), ("up", .up), ("down", .down), ("page-up", .pageUp),
      ("page-down", .pageDown), ("home", .home), ("end", .end), ("backspace", .backspace), ("delete", .delete),
      ("insert", .insert), ("return", .enter), ("escape", .escape), ("tab", .tab), ("menu", .menu),
      ("space", .character(" ")), ("comma", .character(",")), ("equal", .character("=")),
    ] + (1...12).map { ("f\($0)", .function($0)) }

  /// Additional names of characters.
  private static let signs: [String: Character] = ["plus": "+", "minus": "-", "\u{2212}": "-"]

  private static let buttons: [(name: String, number: Int)] =
    [("wheel-up", 4), ("wheel-down", 5), ("wheel-left", 6), ("wheel-right", 7)] + (1...9).map { ("button\($0)", $0) }

  private static let modifierNames: [(name: String, modifier: Modifiers)] = [
    ("ctrl", .control), ("alt", .alt), ("shift", .shift),
  ]

  /// The name in bindings: "ctrl+z", "space", "+", "wheel-up".
  package var name: String { (held + [word]).joined(separator: "+") }

  /// The name in menus: "Ctrl+Z", "Page Up", "+", "−", with the keys' names in the language.
  package func title(in words: Words) -> String {
    func title(_ name: String) -> String {
      let english = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
      return words.said(english)
    }
    return (held.map(title) + [word == "-" ? "\u{2212}" : title(word)]).joined(separator: "+")
  }

  /// Whether it types a character.
  fileprivate var isTyped: Bool {
    if case .key(.character) = press { modifiers.isDisjoint(with: [.control, .alt]) } else { false }
  }

  private var held: [String] { Self.modifierNames.filter { modifiers.contains($0.modifier) }.map(\.name) }

  private var word: String {
    switch press {
    case .key(.character(let letter)):
      Self.keys.first { $0.key == .character(letter) }?.name ?? String(letter)
    case .key(let key): Self.keys.first { $0.key == key }?.name ?? ""
    case .button(let number): Self.buttons.first { $0.number == number }?.name ?? "button\(number)"
    }
  }

  /// Parses a name as users write it.
  ///
  /// - Throws: for an unknown key or button, with the nearest one.
  init(parsing text: String) throws(ValueError) {
    // In "ctrl++" the last character is the key.
    let isPlus = text == "+" || text.hasSuffix("++")
    var words = text.lowercased().split(separator: "+").map(String.init)
    guard let last = isPlus ? "+" : words.popLast() else {
      throw ValueError("'\(text)' is not a key; write one, as in space, ctrl+z or +")
    }
    modifiers = []
    for word in words {
      let name = word == "control" ? "ctrl" : word
      guard let known = Self.modifierNames.first(where: { $0.name == name }) else {
        throw ValueError("'\(word)' is not a modifier; there are ctrl, alt and shift")
      }
      modifiers.insert(known.modifier)
    }
    if let key = Self.keys.first(where: { $0.name == last })?.key {
      press = .key(key)
    } else if let number = Self.buttons.first(where: { $0.name == last })?.number {
      press = .button(number)
    } else if let letter = Self.signs[last] ?? (last.count == 1 ? last.first : nil) {
      press = .key(.character(letter))
    } else {
      let names = Self.keys.map(\.name) + Self.buttons.map(\.name)
      throw ValueError(
        "'\(last)' is not a key or button"
          + hint(for: last, in: names, else: "keys are letters, signs and \(names.joined(separator: ", "))"))
    }
  }
}
