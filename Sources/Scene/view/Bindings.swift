package import ScrollCore

/// A key with its modifiers, or a button of the pointer.
package struct Trigger: Hashable, Sendable {
  package enum Press: Hashable, Sendable {
    case key(Key)
    case button(Int)
  }

  package var press: Press
  package var modifiers: InputEvent.Modifiers

  package init(_ press: Press, _ modifiers: InputEvent.Modifiers = []) {
    (self.press, self.modifiers) = (press, modifiers)
  }
}

/// Which command each key and each button stands for.
package struct Bindings: Equatable, Sendable {
  /// What differs from the standard, the last one last.
  private var changes: [(trigger: Trigger, command: UserCommand)] = []

  package init() {}

  package static func == (a: Bindings, b: Bindings) -> Bool { a.written == b.written }

  /// What keys and buttons do where nobody asks for anything else, in the order in which help lists them.
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
    (Trigger(.key(.delete)), .hideTopic), (Trigger(.key(.character("b"))), .bringBack),
    (Trigger(.key(.character("r"))), .recent), (Trigger(.key(.character("u"))), .markUnread),
    (Trigger(.key(.character("z")), .control), .undo), (Trigger(.button(2)), .hide),
    (Trigger(.key(.character("q"))), .quit), (Trigger(.key(.character("q")), .control), .quit),
  ]

  private static let standardCommands = Dictionary(
    uniqueKeysWithValues: standard.map { ($0.trigger, $0.command) })

  /// What the trigger stands for; nil for nothing.
  package func command(for trigger: Trigger) -> UserCommand? {
    let command = changes.last { $0.trigger == trigger }?.command ?? Self.standardCommands[trigger]
    return command == UserCommand.none ? nil : command
  }

  /// The command that a key or a button which goes down stands for; nil for other events.
  package func command(for event: InputEvent) -> UserCommand? {
    for trigger in event.triggers { if let command = command(for: trigger) { return command } }
    return nil
  }

  /// The first key that stands for a command; nil where none does. Where text is typed it is one that types nothing.
  package func key(for command: UserCommand, whereTyped: Bool = false) -> Trigger? {
    let all = changes.reversed().map(\.trigger) + Self.standard.map(\.trigger)
    return all.first {
      if case .button = $0.press { return false }
      return self.command(for: $0) == command && !(whereTyped && $0.isTyped)
    }
  }

  // MARK: - As text

  /// "m=menu, button2=pause": what differs from the standard.
  package var written: String { changes.map { "\($0.trigger.name)=\($0.command.rawValue)" }.joined(separator: ", ") }

  /// Takes over what a user writes, `KEY=ACTION` with commas between; what was changed before stays.
  ///
  /// - Throws: for a key, a button or an action that there is not, with the nearest right one.
  package mutating func add(written text: String) throws(ValueError) {
    var new = self
    for part in text.split(separator: ",") {
      let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        $0.filter { $0 != " " }
      }
      guard words.count == 2 else {
        throw ValueError(
          "'\(part.filter { $0 != " " })' is no binding; write KEY=ACTION, as in space=pause or button2=menu")
      }
      try new.bind(words[0], to: words[1])
    }
    self = new
  }

  /// Lets a key or a button, by its name, stand for an action.
  ///
  /// - Throws: as `add`.
  package mutating func bind(_ name: String, to action: String) throws(ValueError) {
    let trigger = try Trigger(parsing: name)
    guard let command = UserCommand(rawValue: action.lowercased()) else {
      let names = UserCommand.allCases.map(\.rawValue)
      throw ValueError(
        "'\(action)' is no action" + hint(for: action, in: names, else: "actions are \(names.joined(separator: ", "))"))
    }
    changes.removeAll { $0.trigger == trigger }
    changes.append((trigger, command))
  }
}

/// Words that follow an error about a name that there is not.
private func hint(for name: String, in names: [String], else remedy: String) -> String {
  nearest(to: name, in: names).map { "; did you mean '\($0)'?" } ?? "; \(remedy)"
}

// MARK: - Events

extension InputEvent {
  /// What it may be bound as, the most particular first; empty for what is no press.
  fileprivate var triggers: [Trigger] {
    switch self {
    case .pressed(_, let button, let modifiers): return [Trigger(.button(button), modifiers.held)]
    case .keyPressed(let key?, _, let modifiers):
      let exact = Trigger(.key(key), modifiers.held)
      guard case .character(let letter) = key else { return [exact] }
      // A sign that is typed with Shift is the sign itself, and so is a capital with Control.
      let plain = Trigger(.key(.character(Character(letter.lowercased()))), modifiers.held)
      return [exact, plain, Trigger(plain.press, plain.modifiers.subtracting(.shift))]
    case .keyPressed(nil, let text, let modifiers):
      guard let letter = text.first, text.count == 1 else { return [] }
      return [Trigger(.key(.character(letter)), modifiers.held.subtracting(.shift))]
    default: return []
    }
  }

  /// Where the pointer is; nil for what comes from elsewhere.
  package var point: Point? {
    switch self {
    case .pressed(let point, _, _), .released(let point, _, _), .pointerMoved(let point): point
    case .command(_, let point): point
    default: nil
    }
  }
}

extension InputEvent.Modifiers {
  /// Those that a binding can name.
  fileprivate var held: Self { intersection([.shift, .control, .alt]) }
}

extension View {
  /// Takes an event, and where the view has no use for it the command that it stands for.
  ///
  /// - Returns: the command, where nobody in the view took that either.
  package func handle(_ event: InputEvent, by bindings: Bindings, in context: ViewContext) -> UserCommand? {
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

  /// Further names of signs.
  private static let signs: [String: Character] = ["plus": "+", "minus": "-", "\u{2212}": "-"]

  private static let buttons: [(name: String, number: Int)] =
    [("wheel-up", 4), ("wheel-down", 5), ("wheel-left", 6), ("wheel-right", 7)] + (1...9).map { ("button\($0)", $0) }

  private static let modifierNames: [(name: String, modifier: InputEvent.Modifiers)] = [
    ("ctrl", .control), ("alt", .alt), ("shift", .shift),
  ]

  /// "ctrl+z", "space", "+", "wheel-up".
  package var name: String { (held + [word]).joined(separator: "+") }

  /// As a menu shows it: "Ctrl+Z", "Page Up", "+", "−"; keys are called as on keyboards of the language.
  package func title(in words: Words) -> String {
    func title(_ name: String) -> String {
      let english = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
      return Word(rawValue: english).map { words[$0] } ?? english
    }
    return (held.map(title) + [word == "-" ? "\u{2212}" : title(word)]).joined(separator: "+")
  }

  /// It is a letter or a sign, and types itself in a text.
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

  /// As users write it.
  ///
  /// - Throws: for what is no key or button, with the nearest right name.
  init(parsing text: String) throws(ValueError) {
    // Of "ctrl++" the last sign is the key.
    let isPlus = text == "+" || text.hasSuffix("++")
    var words = text.lowercased().split(separator: "+").map(String.init)
    guard let last = isPlus ? "+" : words.popLast() else {
      throw ValueError("'\(text)' is no key; write one, as in space, ctrl+z or +")
    }
    modifiers = []
    for word in words {
      let name = word == "control" ? "ctrl" : word
      guard let known = Self.modifierNames.first(where: { $0.name == name }) else {
        throw ValueError("'\(word)' is no modifier; there are ctrl, alt and shift")
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
        "'\(last)' is no key or button"
          + hint(for: last, in: names, else: "keys are letters, signs and \(names.joined(separator: ", "))"))
    }
  }
}
