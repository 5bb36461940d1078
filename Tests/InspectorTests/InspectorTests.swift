import ScrollCore
import Testing

@testable import Inspector

@Suite("The inspector") struct InspectorTests {
  @Test("Keys select, and what is selected is in view in a terminal of any size") func selecting() {
    let many = (0..<70).map { Bench.property("property-\($0)", .flag, "true") }
    var bench = Bench(many)
    for (keys, name) in [
      ([.down, .character("j"), .up], "property-1"), ([.end], "property-69"), ([.pageUp], "property-55"),
      ([.home, .character("k")], "property-0"), ([.character("G")], "property-69"), ([.wheel(-3)], "property-66"),
      ([.click(row: 4, column: 5)], "property-56"),
    ] as [([TerminalKey], String)] {
      for key in keys { bench.press(key) }
      #expect(bench.inspector.selected?.name == name, "\(keys)")
    }
    for (rows, columns) in [(8, 40), (10, 200), (60, 41), (24, 80)] {
      bench.inspector.resize(rows: rows, columns: columns)
      #expect(bench.screen.contains("property-56"), "\(rows)×\(columns)")
    }
  }

  @Test("True and false are turned, taken back, and done again") func turning() {
    var bench = Bench()
    bench.select("counter")
    #expect(bench.press(.character(" ")).map(\.change) == ["counter = false"])
    #expect(bench.inspector.selected?.text == "false" && bench.inspector.selected?.isSet == true)
    // It had not been set.
    #expect(bench.press(.character("u")).map(\.change) == ["counter"])
    #expect(bench.press(.control("r")).map(\.change) == ["counter = false"])
    #expect(bench.press(.character("d")).map(\.change) == ["counter"])
    #expect(bench.press(.character("u")).map(\.change) == ["counter = false"])
  }

  @Test(
    "Numbers go by steps that suit them, within their range",
    arguments: [
      ("scroll-speed", [.right], "61"), ("scroll-speed", [.shiftRight], "70"),
      ("scroll-speed", [.character(">")], "70"),
      ("scroll-speed", [.left, .character("-")], "58"), ("scroll-time", [.right], "0.1"),
      ("scroll-time", [.right, .right, .right], "0.3"), ("scroll-time", [.shiftRight], "1"),
      ("opacity", [.left], "0.99"),
      ("opacity", [.shiftLeft], "0.9"), ("repeat", [.right], "0"), ("repeat", [.shiftRight], "9"),
    ] as [(String, [TerminalKey], String)]) func steps(name: String, keys: [TerminalKey], value: String)
  {
    var bench = Bench()
    bench.select(name)
    for key in keys { bench.press(key) }
    #expect(bench.inspector.selected?.text == value)
    // All steps of one hand are one change.
    #expect(bench.press(.character("u")).map(\.change) == [name])
    #expect(bench.press(.character("u")).isEmpty)
  }

  @Test("A number stops at the ends of its range, and is rounded to the next step") func ends() {
    var bench = Bench([
      Bench.property("opacity", .number(0...1), "0.005"),
      Bench.property("far", .number(0...Double.greatestFiniteMagnitude), "1e300"),
      Bench.property("whole", .integer(.min ... .max), "\(Int.max)"),
    ])
    #expect(bench.press(.left).map(\.change) == ["opacity = 0"])
    #expect(bench.press(.left).isEmpty && bench.screen.contains("that is the limit"))
    bench.select("far")
    bench.press(.shiftRight, .shiftLeft)
    bench.select("whole")
    #expect(bench.press(.right).isEmpty)
    #expect(bench.press(.left).map(\.change) == ["whole = \(Int.max - 1)"])
  }

  @Test("A choice is made by arrows, by the space bar, and from a list") func choosing() {
    var bench = Bench()
    bench.select("markup")
    #expect(bench.press(.left).isEmpty)
    #expect(bench.press(.right).map(\.change) == ["markup = pango"])
    #expect(bench.press(.character(" "), .character(" ")).map(\.change) == ["markup = dzen2", "markup = none"])
    bench.press(.enter)
    #expect(bench.screen.contains("● none") && bench.screen.contains("dzen2"))
    #expect(bench.press(.down, .down, .down, .enter).map(\.change) == ["markup = dzen2"])
    #expect(bench.press(.enter, .up, .escape).isEmpty)
  }

  @Test("A value is typed; what is refused stays to be mended, with what the program says of it") func typing() {
    var bench = Bench(columns: 160)
    bench.select("text-color")
    bench.press(.enter, .control("u"))
    bench.type("tomatto")
    #expect(bench.screen.contains("did you mean 'tomato'?"))
    let change = bench.press(.enter)
    #expect(change.map(\.change) == ["text-color = tomatto"])
    // What is typed while it waits counts afterwards.
    #expect(bench.press(.backspace).isEmpty)
    bench.tell(.refused(change[0].number, reason: "text-color: there is no such name; did you mean 'tomato'?"))
    #expect(bench.screen.contains("there is no such name") && bench.inspector.selected?.text == "#ffffff")
    let again = bench.press(.backspace, .character("o"), .enter)
    #expect(again.map(\.change) == ["text-color = tomato"])
    bench.tell(.accepted(again[0].number))
    #expect(bench.inspector.selected?.text == "tomato" && !bench.screen.contains("Enter set"))
    // What was refused is nothing to take back.
    #expect(bench.press(.character("u")).map(\.change) == ["text-color"])
    #expect(bench.press(.character("u")).isEmpty)
  }

  @Test("What is typed takes the place of the value; F2, arrows, Home and End edit it where it stands")
  func typingOver() {
    var bench = Bench()
    func change(_ name: String, _ keys: [TerminalKey], to value: String) {
      bench.select(name)
      for key in keys { bench.press(key) }
      let effects = bench.press(.enter)
      #expect(effects.map(\.change) == ["\(name) = \(value)"], "\(keys)")
      bench.tell(.accepted(effects.last?.number ?? 0))
    }
    change("label", [.enter, .character("B"), .character("e")], to: "Be")
    change("label", [.enter, .end, .character("d")], to: "Bed")
    change("label", [.enter, .end, .left, .character("n")], to: "Bend")
    change("label", [.enter, .f2, .character("s")], to: "Bends")
    change("label", [.f2, .backspace], to: "Bend")
    change("label", [.enter, .backspace, .character("X")], to: "X")
    // What begins a number or a colour needs no Enter.
    change("scroll-speed", [.character("1"), .character("2")], to: "12")
    change("text-color", [.character("#"), .character("f"), .character("0"), .character("0")], to: "#f00")
    bench.select("scroll-speed")
    bench.type("34")
    #expect(bench.press(.escape).isEmpty && bench.inspector.selected?.text == "12")
    // Of a choice, or true and false, there is nothing to be typed.
    bench.select("counter")
    bench.type("3")
    #expect(bench.press(.enter).map(\.change) == ["counter = false"])
  }

  @Test("A number that is typed goes by steps too, and says its range") func typedNumbers() {
    var bench = Bench()
    bench.select("repeat")
    bench.press(.enter, .up, .pageUp)
    #expect(bench.screen.contains(" 9"))
    bench.type("9")
    #expect(bench.screen.contains("99 is out of range (-1 to 9)"))
    #expect(bench.press(.escape).isEmpty && bench.inspector.selected?.text == "-1")
  }

  @Test("A text that cannot stand on a line is not changed by looking at it") func multiline() {
    var bench = Bench([Bench.property("label", .text, "One\nTwo\tThree")])
    #expect(bench.press(.enter, .end, .enter).isEmpty)
    #expect(bench.press(.enter, .end, .character("!"), .enter).map(\.change) == ["label = One Two Three!"])
  }

  @Test("A value that is longer than its column is seen below, and one that no line holds is left alone") func long() {
    var bench = Bench([Bench.property("label", .text, String(repeating: "1234 ", count: 20))])
    #expect(bench.screen.contains("= 1234 1234 1234 1234 1234 1234"))
    bench.tell(.properties(window: "strip", [Bench.property("label", .text, String(repeating: "x", count: 1 << 20))]))
    #expect(bench.press(.enter, .character("y"), .enter).isEmpty && bench.screen.contains("too long to be edited"))
  }

  @Test("What was taken away for a value that is refused is brought back") func joining() {
    let bind = PropertyInfo(
      view: "window", name: "bind", kind: .text, unit: "KEY=ACTION", meaning: "Keys", initial: "", value: "m=menu",
      isSet: true, addsUp: true)
    var bench = Bench([bind])
    bench.press(.enter, .end)
    bench.type("x")
    let change = bench.press(.enter)
    #expect(change.map(\.change) == ["bind = m=menux"])
    bench.tell(.refused(change[0].number, reason: "'menux' is not an action"))
    #expect(bench.effects.suffix(1).map(\.change) == ["bind = m=menu"])
    // Once, and not for ever.
    bench.tell(.refused(bench.effects.last?.number ?? 0, reason: "no"))
    #expect(bench.effects.last == .refresh(window: "strip"))
  }

  @Test("What is searched for is found in names and meanings while it is typed, in all views") func searching() {
    let other = Bench.property("geometry", .text, "", meaning: "Size and place", view: "window")
    var bench = Bench(Bench.sample + [other])
    bench.press(.character("/"))
    bench.type("scr")
    #expect(bench.inspector.properties.map(\.name) == ["scroll-speed", "scroll-time"])
    // Its name is most likely meant; a new search starts over.
    bench.press(.enter, .character("/"))
    bench.type("time")
    #expect(bench.inspector.selected?.name == "scroll-time")
    bench.press(.control("u"))
    bench.type("how FAST")
    #expect(bench.inspector.properties.map(\.name) == ["scroll-speed"])
    bench.press(.enter)
    #expect(bench.press(.right).map(\.change) == ["scroll-speed = 61"])
    bench.press(.character("/"), .control("u"))
    bench.type("size")
    #expect(bench.inspector.selected?.name == "geometry")
    bench.press(.escape, .backTab)
    #expect(bench.inspector.properties.count == Bench.sample.count)
  }

  @Test("What others change appears, and what is selected stays") func live() {
    var bench = Bench()
    bench.select("opacity")
    var changed = Bench.sample
    (changed[0].value, changed[0].isSet) = (.text("OTHER"), true)
    bench.tell(.properties(window: "strip", [Bench.property("new", .flag, "true")] + changed))
    #expect(bench.screen.contains("OTHER") && bench.inspector.selected?.name == "opacity")
    // A report from before a change does not undo it.
    let change = bench.press(.left)
    bench.tell(.properties(window: "strip", changed))
    #expect(bench.inspector.selected?.text == "0.99")
    bench.tell(.accepted(change[0].number))
    #expect(bench.effects.last == .refresh(window: "strip"))
  }

  @Test("A program that ends is said to have ended, and changes wait until it is back") func ending() {
    var bench = Bench()
    bench.press(.end, .enter)
    bench.tell(.link(window: "strip", .ended))
    #expect(bench.screen.contains("strip has ended") && bench.screen.contains("q quits"))
    #expect(bench.press(.enter).isEmpty && bench.press(.character("w")).isEmpty)
    #expect(bench.press(.character("r")) == [.retry])
    bench.tell(.link(window: "strip", .silent))
    #expect(bench.screen.contains("does not answer"))
    bench.tell(.link(window: "strip", .live))
    bench.select("counter")
    #expect(!bench.press(.enter).isEmpty)
    #expect(bench.press(.character("q")) == [.quit])
  }

  @Test("Windows of one program stand beside each other, and what is undone is shown where it was done") func windows()
  {
    var bench = Bench()
    bench.tell(.windows(["strip", "clock"]))
    bench.tell(.link(window: "clock", .live))
    bench.tell(.properties(window: "clock", [Bench.property("clock-format", .text, "%H", view: "badge")]))
    #expect(bench.screen.contains("strip:") && bench.screen.contains("clock:"))
    bench.select("counter")
    bench.press(.enter)
    #expect(bench.press(.tab) == [.refresh(window: "clock")])
    #expect(bench.inspector.selected?.name == "clock-format")
    bench.press(.character("u"))
    #expect(bench.inspector.selected?.name == "counter")
    bench.inspector.resize(rows: 24, columns: 40)
    bench.press(.tab)
    #expect(bench.screen.contains(" badge 1 "))
  }

  @Test("What cannot be undone or redone while its window is away can be once that is back") func windowAway() {
    var bench = Bench()
    bench.select("counter")
    bench.press(.enter)
    bench.tell(.accepted(bench.effects.last?.number ?? 0))
    for (key, value) in [(TerminalKey.character("u"), "counter"), (.control("r"), "counter = false")] {
      for away in [InspectorNews.link(window: "strip", .silent), .link(window: "strip", .ended), .windows(["clock"])] {
        bench.tell(away)
        #expect(bench.press(key).isEmpty && bench.inspector.notice?.text == "strip is not there now")
        bench.tell(.windows(["strip"]))
        bench.tell(.link(window: "strip", .live))
        bench.tell(.properties(window: "strip", Bench.sample))
      }
      let effects = bench.press(key)
      #expect(effects.map(\.change) == [value])
      bench.tell(.accepted(effects.first?.number ?? 0))
    }
  }

  @Test("What would be written is shown first, and written only then") func writing() {
    var bench = Bench()
    #expect(bench.press(.character("w")) == [.plan(window: "strip", path: nil)])
    bench.inspector.askPath("/home/a.toml", for: "strip")
    #expect(bench.press(.backspace, .enter) == [.plan(window: "strip", path: "/home/a.tom")])
    let plan = WritingPlan(path: "/home/a.tom", kind: .replace, lines: ["+ counter = false"], warnings: ["no input"])
    bench.tell(.planned(plan))
    for text in ["THIS FILE EXISTS ALREADY", "+ counter = false", "/home/a.tom", "no input"] {
      #expect(bench.screen.contains(text))
    }
    #expect(bench.press(.character("x"), .enter, .character("n")).isEmpty)
    bench.tell(.planned(plan))
    #expect(bench.press(.character("y")) == [.write])
    bench.tell(.written("/home/a.tom"))
    #expect(bench.screen.contains("written to /home/a.tom"))
  }

  @Test("Help names every key, and a terminal that is too small says so") func helping() {
    var bench = Bench(rows: 60, columns: 100)
    bench.press(.character("?"))
    for row in InspectorKeys.rows { #expect(bench.screen.contains(row.term)) }
    bench.press(.escape)
    bench.inspector.resize(rows: 5, columns: 30)
    #expect(bench.screen.hasPrefix("Too small: 30×5"))
    #expect(bench.press(.character("x"), .enter).isEmpty && bench.press(.character("q")) == [.quit])
    bench.inspector.resize(rows: 1, columns: 1)
    #expect(bench.inspector.page.cells.count == 1)
  }

  @Test("A search looks into all pages, and goes to the best match") func searchingAll() {
    let window = ["auto-hide", "place"].map { Bench.property($0, .text, "x", view: "window") }
    var bench = Bench(Bench.sample + window)
    for (word, view, name) in [
      ("auto", "window", "auto-hide"), ("label", "strip", "label"), ("hide", "window", "auto-hide"),
      ("scroll-t", "strip", "scroll-time"), ("place", "window", "place"),
    ] {
      bench.press(.character("/"))
      bench.type(word)
      bench.press(.enter)
      #expect(bench.inspector.selected?.name == name && bench.inspector.selected?.view == view, "\(word)")
      bench.press(.escape)
    }
    // Nothing anywhere: the page stays.
    bench.press(.character("/"))
    bench.type("zzz")
    #expect(bench.inspector.selected == nil && bench.screen.contains("Nothing here has 'zzz'"))
  }
}
