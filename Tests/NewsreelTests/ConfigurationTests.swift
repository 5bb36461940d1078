import Base
import Formats
import Scene
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Windows

/// What a configuration file says, and what is said of a wrong one.
@Suite("Configurations") struct ConfigurationTests {
  private func read(_ text: String) throws(Failure) -> Configuration {
    try ConfigurationReader(file: "f.toml", bytes: Array(text.utf8)).read()
  }

  @Test(
    "Wrong files are refused with line, column, reason and the nearest right key",
    arguments: [
      ("scrol-speed = 3", "1:1: unknown key 'scrol-speed'; did you mean 'scroll-speed'?"),
      ("\nscroll-speed = -3", "2:16: scroll-speed: -3 is out of range (0 to 100000)"),
      ("scroll-speed = \"fast\"", "1:16: scroll-speed: 'fast' is not a number"),
      ("theme = [[1]]", "1:10: a value is expected, not a list"),
      ("theme =", "1:8:"),
      ("[[window]]\nview = \"crowl\"", "2:8: there is no view 'crowl'; did you mean 'crawl'?"),
      ("[[window]]\nplace = \"in-botom\"", "2:9: place: 'in-botom' is not a placement; did you mean 'in-bottom'?"),
      ("[[window]]\nname = \"x\"", "1:1: which view? write view = \"crawl\""),
      ("[window]\nview = \"crawl\"", "1:1: windows are written as [[window]]"),
      ("theme = \"dark\"\n[[window]]\nview=\"badge\"", "1:1: unknown key 'theme'"),
      ("[hoks]\n[[window]]\nview=\"badge\"", "1:2: unknown key 'hoks'; did you mean 'hooks'?"),
      ("[hooks]\nitem-cliked = [\"x\"]", "2:1: 'item-cliked' is not an event; did you mean 'item-clicked'?"),
      ("[hooks]\nitem-clicked = \"notify-send x\"", "2:16: item-clicked takes a list of words"),
      ("[hooks]\nfinished = []", "2:12: finished: no program is named"),
      ("[hooks]\nfinished = [\"{event}\"]", "2:12: finished: an event does not say which program is run"),
      ("[hooks]\nvalue = [\"x\", \"{numbr}\"]", "2:9: value: there is no {numbr}; did you mean 'number'?"),
      ("hooks = 3", "1:9: hooks is a table: [hooks]"),
      ("hook = [\"value\"]", "1:9: hook: 'value' is not a hook; write EVENT=COMMAND"),
      ("[keys]\n\"ctrl+n\" = \"nxt\"", "2:12: bind: 'nxt' is not an action; did you mean 'next'?"),
      ("[keys]\n\",\" = \"next\"", "2:1: this key is called comma"),
      ("keys = \"q=quit\"", "1:8: keys is a table: [keys]"),
      ("[values]\naapl = \"many\"", "2:8: aapl: 'many' is not a number"),
      ("[values]\nload = { comand = \"x\" }", "2:10: unknown key 'comand'; did you mean 'command'?"),
      ("[values]\nload = { every = 5 }", "2:8: every: there is no command to run"),
      ("[values]\nload = { file = \"x\", match = \"(\" }", "2:8: match: '(' is not a regular expression"),
      ("feed = [{ label = \"x\" }]", "1:9: a feed needs a url"),
      ("feed = [{ url = \"http://x/\", intervall = 3 }]", "1:30: unknown key 'intervall'; did you mean 'interval'?"),
      (
        "feed = [{ url = \"http://x/\", interval = 3 }]",
        "1:9: http://x/: interval: '3' is not a number of seconds from 60"
      ),
      ("config = \"x\"", "1:1: unknown key 'config': it is a command-line option only"),
      ("or-send = true", "1:1: unknown key 'or-send': it is a command-line option only"),
      ("[[window]]\n[[window.row]]\nview=\"badge\"\nevents=\"all\"", "4:1: unknown key 'events': it is the window's"),
      ("[[window]]\nview = \"crawl\"", "crawl: there is nothing to scroll"),
      (
        "[[window]]\n[[window.row]]\nview=\"counter\"\nsize=\"wide\"",
        "4:6: size takes pixels, \"content\" or a share as \"2fr\""
      ),
      ("[[window]]\nspacing=-1\n[[window.row]]\nview=\"counter\"", "2:9: spacing takes a number of pixels"),
      ("[[window]]\ncolums=1\n[[window.row]]\nview=\"counter\"", "2:1: unknown key 'colums'; did you mean 'column'?"),
      ("size = 5", "1:1: unknown key 'size': it is for views in the rows and columns of a [[window]]"),
      ("[[window]]\nview=\"counter\"\nspacing = 5", "3:1: unknown key 'spacing': it is for views in the rows"),
      (
        "[[window]]\n[[window.row]]\nview=\"tokens\"\nid=\"x\"\n[[window.row]]\nview=\"counter\"\nid=\"x\"",
        "7:4: another view of the window has the id 'x'"
      ),
      (
        "[[window]]\n[[window.row]]\nview=\"tokens\"\nid=\"counter-2\"\n[[window.row]]\nview=\"counter\"",
        "5:1: another view of the window has the id 'counter-2'"
      ),
      ("[[window]]\nview=\"badge\"\nid=\"a.b\"", "3:4: 'a.b' is not an id: it has lower-case letters"),
      ("[[window]]\nview=\"badge\"\nid=\"News\"", "3:4: 'News' is not an id: it has lower-case letters"),
      ("every = 5", "every: there is no command to run"),
      ("[[window]]\n[[window.row]]\nview=\"badge\"\nplace=\"in-top\"", "4:1: unknown key 'place': it is the window's"),
      ("events = \"startd\"", "1:10: events: 'startd' is not an event; did you mean 'started'?"),
    ]) func wrong(text: String, message: String)
  {
    #expect {
      try read(text)
    } throws: {
      "\($0)".hasPrefix("f.toml:") && "\($0)".contains(message)
    }
  }

  @Test("Rows and columns, sizes and sources are read, and printed as a file that says the same") func layout() throws {
    let text = """
      [[window]]
      name = "desk"
      spacing = 2
      [[window.column]]
      view = "strip"
      arguments = ["One", "Two \\"2\\""]
      events = "none"
      [[window.column]]
      size = 40
      [[window.column.row]]
      view = "counter"
      id = "load"
      command = "nproc"
      every = 2.5
      [[window.column.row]]
      view = "crawl"
      size = "2fr"
      text = "Tab\\t"
      json-lines = false
      [[window]]
      view = "credits"
      arguments = ["a.txt"]
      """.replacing("events = \"none\"\n", with: "")
    let configuration = try read(text)
    guard case .stack(let stack) = configuration.windows[0].layout, stack.parts.count == 2 else {
      Issue.record("it is no column of two")
      return
    }
    #expect(!stack.isRow && stack.spacing == 2)
    #expect(stack.parts.map(\.length) == [.natural, .fixed(40)])
    #expect(configuration.windows[0].views.map(\.id) == ["strip", "load", "crawl-3"])
    let printed = ConfigurationText.text(of: configuration)
    #expect(ConfigurationText.text(of: try read(printed)) == printed)
    #expect(printed.contains(#"arguments = ["One", "Two \"2\""]"#) && printed.contains("every = 2.5\n"))
  }

  @Test("The file of init has only defaults") func defaults() throws {
    let text = ConfigurationText.defaults
    #expect(try read(text).windows.count == 1)
    // Each property's line, without its sign.
    var kept: [Substring] = []
    for line in text.split(separator: "\n") {
      guard let match = line.wholeMatch(of: /# ([a-z-]+) = (.*)/) else { continue }
      let name = String(match.1)
      if StripStyle.property(named: name) != nil || WindowOptions.property(named: name) != nil {
        kept.append(line.dropFirst(2))
      }
    }
    #expect(kept.count == PropertyInfo.all(of: StripKind.self).flags.count + PropertyInfo.window.count)
    let configuration = try read(kept.joined(separator: "\n"))
    #expect(configuration.windows[0].settings.value == WindowOptions())
    let plan = try #require(configuration.windows[0].views[0] as? ViewPlan<StripKind>)
    #expect(plan.request.own.value == StripKind.initial)
  }

  @Test("Each property means the same as a flag and in a file", arguments: PropertyInfo.views)
  func properties(view: String) throws {
    if view == "window" { return try compare(WindowOptions.properties, initial: WindowOptions(), in: StripKind.self) }
    let kind = try #require(Views.all.first { $0.name == view })
    try compareView(kind)
  }

  private func compareView<Kind: ViewKind>(_ kind: Kind.Type) throws {
    try compare(Kind.Style.properties, initial: Kind.initial, in: kind)
  }

  private func compare<Kind: ViewKind, Owner>(
    _ properties: [Property<Owner>], initial: Owner, in kind: Kind.Type
  ) throws where Owner: HasProperties & Equatable & Sendable {
    let needs = Kind.self == StripKind.self ? "" : "arguments = [\"1\"]\n"
    for property in properties {
      let text = SampleValues.text(for: property, of: initial)
      var byFlag = Settings<Owner>(initial)
      try byFlag.set(property.flag, to: text)
      let line = "\(property.flag) = \(TOMLText.quoted(text))\n"
      let head = Kind.self == StripKind.self ? "" : "[[window]]\nview = \"\(Kind.name)\"\n"
      let configuration = try read(head + needs + line)
      let plan = try #require(configuration.windows[0].views[0] as? ViewPlan<Kind>)
      let byFile =
        Owner.self == WindowOptions.self
        ? configuration.windows[0].settings.value as? Owner : plan.request.own.value as? Owner
      guard PropertyInfo.window.allSatisfy({ $0.name != property.flag }) || Owner.self == WindowOptions.self
      else { continue }
      #expect(byFile == byFlag.value && byFile != initial, "\(property.flag) = \(text)")
    }
  }
}

/// Values that properties do not have by themselves.
enum SampleValues {
  static let own: [String: String] = [
    "geometry": "300x40+10+10", "place": "in-top", "offset": "5,6", "monitor": "0", "of": "0x1", "font": "Sans Bold 20",
    "bind": "m=pause", "name": "other", "theme": "light", "clock-format": "%H:%M", "border-colors": "red,blue",
    "topic-colors": "red,blue", "min-font-size": "5", "max-font-size": "50", "quiet-hours": "22:00-07:00",
  ]

  static func text<Owner>(for property: Property<Owner>, of owner: Owner) -> String {
    if let text = own[property.flag] { return text }
    let now = property.value(of: owner)
    switch property.kind {
    case .flag: return now == .flag(true) ? "false" : "true"
    case .integer(let range):
      return [range.lowerBound, range.lowerBound + 1, 7].first { range.contains($0) && .integer($0) != now }.map {
        "\($0)"
      } ?? "1"
    case .number(let range):
      return [0.5, 2, 3, range.upperBound].first { range.contains($0) && .number($0) != now }.map { "\($0)" } ?? "1"
    case .color: return "#123456"
    case .choice(let choices): return choices.last { .text($0) != now } ?? ""
    case .text, .font: return property.flag.hasSuffix("-color") ? "#123456" : "1"
    }
  }
}
