import Base
import Scene
import ScrollCore
import Testing

@testable import App
@testable import Windows

@Suite("Window options") struct OptionsTests {
  @Test("An option that adds to others starts over after it was taken back") func joining() throws {
    var settings = Settings<WindowOptions>()
    try settings.set("bind", to: "m=menu")
    try settings.set("bind", to: "n=next")
    try settings.set("opacity", to: "0.5")
    #expect(settings.changes.compactMap(\.value?.text) == ["0.5", "m=menu, n=next"])
    try settings.reset("bind")
    #expect(settings.changes.compactMap(\.value?.text) == ["0.5"])
    try settings.set("bind", to: "p=pause")
    #expect(settings.changes.compactMap(\.value?.text) == ["0.5", "p=pause"])
  }

  @Test("A property that is taken back leaves the others at their view's own values") func ownValues() throws {
    var settings = Settings<CounterProperties>(CounterKind.initial)
    for _ in 0..<2 {
      try settings.set("prefix", to: "x")
      try settings.reset("prefix")
      #expect(settings.value == CounterKind.initial && settings.isUntouched)
    }
  }

  @Test("Geometries are read and written back, an empty one too", arguments: ["", "800x36-0+10", "100%x36", "+0-0"])
  func geometry(_ text: String) throws { #expect(try WindowGeometry(written: text).text == text) }

  @Test("Offsets", arguments: [("0,0", 0.0, 0.0), ("-5,0", -5, 0), ("1.5,-2.25", 1.5, -2.25)])
  func offset(_ text: String, _ x: Double, _ y: Double) throws {
    #expect(try Point(written: text) == Point(x: x, y: y))
    #expect(Point(x: x, y: y).written == text)
  }

  @Test("Wrong offsets", arguments: ["", "5", "5,", ",5", "1,2,3", "a,b", "nan,0", "inf,0", "1 ,2"])
  func wrongOffset(_ text: String) { #expect(throws: ValueError.self) { try Point(written: text) } }

  @Test("The table reads and sets all of them") func table() throws {
    var settings = Settings<WindowOptions>()
    for (name, text) in [
      ("geometry", "800x40-0+0"), ("place", "on top"), ("offset", "-5,2"), ("clock", "timer"), ("cadence", "snap"),
      ("background", "#fff"), ("border-width", "1.5"), ("name", "news"),
    ] {
      try settings.set(name, to: text)
    }
    let options = settings.value
    #expect(
      options.geometry.text == "800x40-0+0" && options.place == .onTop && options.offset == Point(x: -5, y: 2))
    #expect(options.clock == .timer && options.cadence == .snap && options.background == Color(rgb: 0xFFFFFF))
    #expect(options.border.width == 1.5 && options.name == "news")
    #expect(throws: ValueError.self) { try settings.set("place", to: "nowhere") }
    #expect(throws: ValueError.self) { try settings.set("geometry", to: "wide") }
  }
}

@Suite("Where content comes from") struct SourceOptionsTests {
  @Test(
    "Standard input is read where it is asked for, or alone",
    arguments: [
      (["-"], [], false, true), (["a"], [], true, false), ([], ["f"], true, false), ([], [], true, true),
      ([], [], false, false), (["a", "-"], [], false, true), ([], ["-", "f"], false, true), ([""], [], true, false),
    ] as [([String], [String], Bool, Bool)])
  func input(_ texts: [String], _ files: [String], _ isPiped: Bool, _ reads: Bool) throws {
    let given = files.map { PropertyChange("file", to: .text($0)) }
    let options = try Settings(given, arguments: texts, isInputPiped: isPiped).value
    #expect(options.readsInput == reads)
    #expect(options.texts == texts.filter { $0 != "-" } && options.files == files.filter { $0 != "-" })
  }
}

@Suite("Chips as events") struct TokenEventTests {
  @Test("Events are asked for by name") func events() throws {
    #expect(try ProgramEvent.parse("all").count == ProgramEvent.names.count)
    #expect(try ProgramEvent.parse("none").isEmpty)
    #expect(try ProgramEvent.parse("added,text") == ["added", "text"])
    #expect(throws: ValueError.self) { try ProgramEvent.parse("added,nothing") }
    #expect(TokensKind.printedEvents.isSubset(of: ProgramEvent.names))
  }
}
