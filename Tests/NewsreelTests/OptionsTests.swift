import ScrollCore
import Testing

@testable import Newsreel

@Suite("Window options") struct OptionsTests {
  typealias Distance = WindowGeometry.Distance

  @Test(
    "A geometry is read as X programs read it, and written back",
    arguments: [
      ("", WindowGeometry()), ("800x40", WindowGeometry(width: 800, height: 40)),
      ("800", WindowGeometry(width: 800)), ("x40", WindowGeometry(height: 40)),
      ("-0-0", WindowGeometry(x: Distance(0, fromFarEdge: true), y: Distance(0, fromFarEdge: true))),
      ("800x40+10-20", WindowGeometry(width: 800, height: 40, x: Distance(10), y: Distance(20, fromFarEdge: true))),
      ("+-10--20", WindowGeometry(x: Distance(-10), y: Distance(-20, fromFarEdge: true))),
      ("1x32767+32767+0", WindowGeometry(width: 1, height: 32767, x: Distance(32767), y: Distance(0))),
    ])
  func geometry(_ text: String, _ geometry: WindowGeometry) throws {
    #expect(try WindowGeometry(written: text) == geometry)
    #expect(geometry.written == text)
  }

  @Test("An upper-case X will do") func upperCase() throws {
    #expect(try WindowGeometry(written: "8X4") == WindowGeometry(width: 8, height: 4))
  }

  @Test(
    "What is none is refused",
    arguments: [
      "x", "800x", "+10", "800x40+10", "800x40+10+", "800*40", "a", "1x1+1+1+1", "800x40 ", "+1,+1", "٨x٤", "--",
      "+x+1",
      "1.5x2", "---1-1",
    ])
  func wrongGeometry(_ text: String) {
    #expect(
      throws: UsageError("'\(text)' is not a geometry; write WxH+X+Y, as in 800x40, -0-0 or 800x40+10+20")
    ) { try WindowGeometry(written: text) }
  }

  @Test(
    "Sizes and distances have bounds", arguments: ["0x40", "40x0", "32768x1", "1x1+32768+0", "99999999999999999999x1"])
  func bounds(_ text: String) {
    #expect(throws: UsageError("'\(text)' is out of range: sizes go from 1 to 32767, distances to 32767")) {
      try WindowGeometry(written: text)
    }
  }

  @Test("Offsets", arguments: [("0,0", 0.0, 0.0), ("-5,0", -5, 0), ("1.5,-2.25", 1.5, -2.25)])
  func offset(_ text: String, _ x: Double, _ y: Double) throws {
    #expect(try Point(written: text) == Point(x: x, y: y))
    #expect(Point(x: x, y: y).written == text)
  }

  @Test("Wrong offsets", arguments: ["", "5", "5,", ",5", "1,2,3", "a,b", "nan,0", "inf,0", "1 ,2"])
  func wrongOffset(_ text: String) { #expect(throws: UsageError.self) { try Point(written: text) } }

  @Test("The table reads and sets all of them") func table() throws {
    var options = WindowOptions()
    try options.assign([
      Assignment("geometry", "800x40-0+0"), Assignment("place", "on-top"), Assignment("offset", "-5,2"),
      Assignment("clock", "timer"), Assignment("cadence", "snap"), Assignment("background", "#fff"),
      Assignment("border-width", "1.5"), Assignment("name", "news"),
    ])
    #expect(
      options.geometry.written == "800x40-0+0" && options.place == "on-top" && options.offset == Point(x: -5, y: 2))
    #expect(options.clock == .timer && options.cadence == .snap && options.background == Color(rgb: 0xFFFFFF))
    #expect(options.borderWidth == 1.5 && options.name == "news")
    #expect(throws: PropertyError.self) { try options.assign([Assignment("place", "nowhere")]) }
    #expect(throws: PropertyError.self) { try options.assign([Assignment("geometry", "wide")]) }
  }
}

@Suite("Invocations") struct InvocationTests {
  @Test(
    "Standard input is read where it is asked for, or alone",
    arguments: [
      (["-"], [], false, true), (["a"], [], true, false), ([], ["f"], true, false), ([], [], true, true),
      ([], [], false, false), (["a", "-"], [], false, true), ([], ["-", "f"], false, true), ([""], [], true, false),
    ] as [([String], [String], Bool, Bool)])
  func input(_ texts: [String], _ files: [String], _ isPiped: Bool, _ reads: Bool) {
    var invocation = Invocation(.crawl)
    invocation.take(texts: texts, files: files, isInputPiped: isPiped)
    #expect(invocation.readsInput == reads)
    #expect(invocation.texts == texts.filter { $0 != "-" } && invocation.files == files.filter { $0 != "-" })
  }
}
