import ScrollCore
import Testing

@testable import Scene

@Suite("Bindings of keys and buttons") struct BindingsTests {
  private func key(_ key: Key?, _ text: String = "", _ modifiers: Modifiers = []) -> InputEvent {
    .keyPressed(key, text: text, modifiers: modifiers)
  }

  private func button(_ number: Int) -> InputEvent { .pressed(.zero, button: number, modifiers: []) }

  @Test("Keys and buttons have a meaning from the start") func standard() {
    let bindings = Bindings()
    #expect(bindings.command(for: key(.menu)) == .menu)
    #expect(bindings.command(for: key(.function(10), "", .shift)) == .menu)
    #expect(bindings.command(for: key(.character("q"), "q")) == .quit)
    #expect(bindings.command(for: key(.character("Q"), "Q", .shift)) == .quit)
    #expect(bindings.command(for: key(.character("q"), "\u{11}", .control)) == .quit)
    #expect(bindings.command(for: key(.character("+"), "+", .shift)) == .faster)
    #expect(bindings.command(for: key(nil, " ")) == .pause)
    #expect(bindings.command(for: key(.tab, "", .shift)) == .focusPrevious)
    #expect(bindings.command(for: button(2)) == .hide && bindings.command(for: button(3)) == .menu)
    #expect(bindings.command(for: key(.character("x"), "x")) == nil && bindings.command(for: button(1)) == nil)
    #expect(bindings.command(for: .pointerMoved(.zero)) == nil)
  }

  @Test("What is bound goes before it, and can be written and read again") func changes() throws {
    var bindings = Bindings()
    try bindings.add(written: "button2=pause, Ctrl+N = next,q=none")
    try bindings.add(written: "m=menu")
    #expect(bindings.command(for: button(2)) == .pause)
    #expect(bindings.command(for: key(.character("n"), "\u{e}", .control)) == .next)
    #expect(bindings.command(for: key(.character("q"), "q")) == nil)
    #expect(bindings.command(for: key(.character("q"), "\u{11}", .control)) == .quit)
    #expect(bindings.key(for: .menu)?.name == "m" && bindings.key(for: .hide) == nil)
    #expect(Bindings().key(for: .quit)?.name == "q" && Bindings().key(for: .quit, whereTyped: true)?.name == "ctrl+q")
    #expect(bindings.written == "button2=pause, ctrl+n=next, q=none, m=menu")
    var again = Bindings()
    try again.add(written: bindings.written)
    #expect(again == bindings)
  }

  @Test("Every trigger's name is read as that trigger, and every action's") func names() throws {
    for (trigger, command) in Bindings.standard {
      #expect(try Trigger(parsing: trigger.name) == trigger)
      var bindings = Bindings()
      try bindings.add(written: "\(trigger.name)=\(command.rawValue)")
      #expect(bindings.command(for: trigger) == command)
    }
    #expect(Set(Bindings.standard.map(\.trigger)).count == Bindings.standard.count)
    for command in UserCommand.allCases { #expect(!command.meaning.isEmpty && !command.meaning.hasSuffix(".")) }
  }

  @Test(
    "Plus and minus are written as signs and as words, and shown as signs",
    arguments: [
      ("+", "+", "+"), ("plus", "+", "+"), ("ctrl++", "ctrl++", "Ctrl++"), ("Ctrl+Plus", "ctrl++", "Ctrl++"),
      ("-", "-", "−"), ("−", "-", "−"), ("minus", "-", "−"), ("alt+-", "alt+-", "Alt+−"),
      ("page-up", "page-up", "Page Up"),
      ("ctrl+shift+z", "ctrl+shift+z", "Ctrl+Shift+Z"),
    ])
  func signs(_ written: String, _ name: String, _ title: String) throws {
    let trigger = try Trigger(parsing: written)
    #expect(trigger.name == name && trigger.title(in: .english) == title)
    var bindings = Bindings()
    try bindings.add(written: "\(written)=next")
    #expect(bindings.command(for: trigger) == .next && bindings.written == "\(name)=next")
  }

  @Test("A plus sign alone is a key, and what follows one has to be one", arguments: ["ctrl+", "", "x++"])
  func wrongSigns(_ text: String) { #expect(throws: ValueError.self) { try Trigger(parsing: text) } }

  @Test(
    "What is wrong is told with the nearest right spelling, and changes nothing",
    arguments: [
      ("m=menue", "'menue' is not an action; did you mean 'menu'?"),
      ("spcae=pause", "'spcae' is not a key or button; did you mean 'space'?"),
      ("ctlr+n=next", "'ctlr' is not a modifier; there are ctrl, alt and shift"),
      ("m", "'m' is not a binding; write KEY=ACTION"),
      ("=next", "'' is not a key"), ("m=", "'' is not an action; actions are menu, open"),
      ("qqqqqqqq=quit", "'qqqqqqqq' is not a key or button; keys are letters"),
    ])
  func wrong(_ text: String, _ message: String) {
    var bindings = Bindings()
    let error = #expect(throws: ValueError.self) { try bindings.add(written: "a=next," + text) }
    #expect(error?.reason.hasPrefix(message) == true, "\(error?.reason ?? "")")
    #expect(bindings == Bindings())
  }
}
