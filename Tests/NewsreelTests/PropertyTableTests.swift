import Base
import Formats
import ScrollCore
import Testing

@testable import App
@testable import Windows

@Suite("Property tables") struct PropertyTableTests {
  @Test("Properties are set in order, by either spelling") func order() throws {
    var settings = Settings<Sample>()
    for (name, text) in [
      ("scrollSpeed", "3"), ("scroll-speed", "4.5"), ("mood", "wild"), ("textColor", "#00ff00"), ("scroll-left", "off"),
    ] {
      try settings.set(name, to: text)
    }
    let sample = settings.value
    #expect(sample.scrollSpeed == 4.5 && sample.mood == .wild && !sample.scrollLeft)
    #expect(sample.textColor == Color(rgb: 0x00FF00))
  }

  @Test("What has been set is laid over any value, and nothing else is") func overlay() throws {
    var settings = Settings<Sample>()
    try settings.set("title", to: "one")
    try settings.set("scroll-repeat", to: "-1")
    var base = Sample()
    (base.title, base.scrollRepeat, base.mood) = ("two", 7, .wild)
    let result = try settings.laid(over: base)
    #expect(result.title == "one" && result.scrollRepeat == -1 && result.mood == .wild)
    #expect(settings.hasSet("scrollRepeat") && !settings.hasSet("mood"))
  }

  @Test("A name that there is not is refused with the nearest one") func unknown() {
    #expect(throws: ValueError(name: "scrolSpeed", reason: "no such property; did you mean 'scroll-speed'?")) {
      var settings = Settings<Sample>()
      try settings.set("scrolSpeed", to: "3")
    }
  }

  @Test("Every default is a value that its property takes, in its own words")
  func defaults() throws {
    func check<Owner: HasProperties & Equatable & Sendable>(_ initial: Owner, _ table: [PropertyInfo]) throws {
      var settings = Settings(initial)
      for row in table where !row.defaultText.isEmpty { try settings.set(row.name, to: row.defaultText) }
      #expect(Set(table.map(\.name)).count == table.count && settings.value == initial)
    }
    func check<Kind: ViewKind>(_ kind: Kind.Type) throws { try check(kind.initial, PropertyInfo.all(of: kind)) }
    for kind in Views.all { try check(kind) }
    try check(WindowOptions(), PropertyInfo.window)
    try check(SampleKind.self)
  }

  @Test("No name is a flag in one table and takes a value in another, or stands for another's opposite") func names() {
    let rows = PropertyInfo.all
    let flags = Set(rows.filter(\.isFlag).map(\.name))
    let others = Set(rows.filter { !$0.isFlag }.map(\.name))
    #expect(flags.isDisjoint(with: others))
    #expect(others.isDisjoint(with: flags.map { "no-" + $0 }))
    #expect(others.isDisjoint(with: PropertyInfo.sources.map(\.name) + ["help", "version", "json"]))
  }

  @Test("Meanings are there, without a full stop, for one is put behind them") func meanings() {
    for row in PropertyInfo.all {
      #expect(row.meaning.count > 5 && row.meaning.last != ".", "\(row.name)")
    }
  }

  @Test("The listing has a line for each") func listing() {
    let lines = SampleKind.table.listing().split(separator: "\n").map(String.init)
    #expect(lines[0] == "sample")
    #expect(lines[1] == "  property       type           unit  default  range     meaning")
    #expect(lines[2] == "  scroll-left    true or false        true               Which way it scrolls")
    #expect(lines[4] == "  scroll-speed   number         px/s  0        from 0    How fast it scrolls")
    #expect(lines.count == 2 + Sample.properties.count)
  }

  @Test("In a terminal meanings are wrapped into its columns") func wrapped() {
    for columns in [110, 160] {
      let text = PropertyInfo.all.listing(columns: columns)
      let longest = text.split(separator: "\n").max { $0.count < $1.count } ?? ""
      #expect(longest.count <= columns, "\(longest)")
      let words = text.split { $0.isWhitespace }.joined(separator: " ")
      for row in PropertyInfo.all {
        #expect(words.contains(row.meaning) && words.contains(row.defaultText), "\(row.name)")
      }
    }
  }

  @Test("As JSON, values have their own types") func json() {
    let line = SampleKind.table.json.line
    let names = #""choices":null,"meaning""#
    #expect(
      line.hasPrefix(
        #"[{"view":"sample","name":"scroll-left","type":"boolean","unit":null,"default":true,"minimum":null,"#
          + #""maximum":null,\#(names):"Which way it scrolls"},"#))
    #expect(line.contains(#""default":-1,"minimum":-1,"maximum":null"#))
    #expect(line.contains(#""unit":"pt","default":0,"minimum":0,"maximum":100"#))
    #expect(line.contains(#""default":"calm","minimum":null,"maximum":null,"choices":["calm","wild"]"#))
  }

  @Test("What a window tells of its properties is read as it was, whole numbers and others") func told() throws {
    for value in [90.0, 0.5, 0] {
      let kind = PropertyKind.number(0...1000)
      let info = PropertyInfo(
        name: "speed", kind: kind, unit: "px/s", meaning: "", initial: .number(60), value: .number(value)
      )
      .with(\.view, "strip").with(\.isSet, true)
      let told = try #require(PropertyInfo(told: JSON(parsing: info.json.line)))
      #expect(told.value == .number(value) && told.initial == .number(60) && told.isSet)
      #expect(try kind.read(.integer(90)) == .number(90))
    }
    let count = PropertyInfo(
      name: "count", kind: .integer(0...9), unit: "", meaning: "", initial: .integer(1), value: .integer(3)
    ).with(\.view, "strip")
    #expect(try PropertyInfo(told: JSON(parsing: count.json.line))?.value == .integer(3))
  }

  @Test("A view is asked for by its name") func views() throws {
    #expect(try PropertyInfo.all(of: "window") == PropertyInfo.window)
    #expect(try PropertyInfo.all(of: nil).count == PropertyInfo.all.count)
    #expect(throws: Failure.usage("'crwl' is not a view; did you mean 'crawl'?")) {
      try PropertyInfo.all(of: "crwl")
    }
  }
}

@Suite("JSON") struct JSONTests {
  @Test(
    "Text",
    arguments: [
      (.null, "null"), (.bool(true), "true"), (.integer(-7), "-7"), (.number(2), "2"), (.number(0.1), "0.1"),
      (.number(.infinity), "null"), (.number(.nan), "null"), (.number(1e300), "1e+300"), (.array([]), "[]"),
      (.object([]), "{}"), (.string("a\"b\\c/d"), #""a\"b\\c/d""#),
      (.string("\n\r\t\u{1}\u{1b}"), #""\n\r\t\u0001\u001b""#),
      (.string("é 日本 😀"), "\"é 日本 😀\""), (.string("\u{7f}\u{9b}\u{2028}"), #""\u007f\u009b\u2028""#),
      (.string("e\u{301}\r\n"), "\"e\u{301}\\r\\n\""),
      (.object([("b", .integer(1)), ("a", .array([.null, .bool(false)]))]), #"{"b":1,"a":[null,false]}"#),
    ] as [(JSON, String)])
  func line(_ json: JSON, _ text: String) { #expect(json.line == text) }

  @Test("On many lines") func page() {
    let json = JSON.object([("a", .array([.integer(1), .object([])])), ("b", .null)])
    #expect(json.page == "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": null\n}")
  }
}
