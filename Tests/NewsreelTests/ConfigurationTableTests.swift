import Base
import Formats
import Newswire
import Scene
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Windows

/// What flags can say a file can say, and the other way round.
@Suite("Flags and keys") struct ConfigurationTableTests {
  private func read(_ text: String) throws(Failure) -> Configuration {
    try ConfigurationReader(file: "f.toml", bytes: Array(text.utf8)).read()
  }

  /// What an option is given, and what has to be given beside it.
  private static let samples: [String: (value: String, beside: [String: String])] = [
    "file": ("a.txt", [:]), "watch": ("", ["file": "a.txt"]), "command": ("nproc --all", [:]),
    "every": ("5", ["command": "nproc"]), "match": ("load: (.*)", [:]), "value": ("load command='cat x' every=2", [:]),
    "values": ("prices", [:]), "values-command": ("prices", [:]), "values-every": ("5", ["values-command": "prices"]),
    "data-file": ("tags", [:]), "suggest-file": ("known", [:]), "hook": ("value=touch {number}", [:]),
    "events": ("value,edited", [:]), "ask": ("all", [:]), "ask-timeout": ("3", ["ask": "add"]),
    "feed": ("https://example.org/a.xml label='Two words' max-age=60", [:]), "order": ("round-robin", [:]),
    "max-age": ("60", [:]), "max-items": ("5", [:]), "items-per-feed": ("5", [:]), "only": ("tennis", [:]),
    "without": ("/goa+l/", [:]), "schedule": ("Canteen every=2 on='mon-fri 08:00-18:00'", [:]),
    "alerts": ("https://example.org/cap.xml label='Two words' interval=60", [:]),
    "alert-area": ("48.21,16.37", ["alerts": "/x"]), "alert-language": ("de-AT", ["alerts": "/x"]),
    "alert-scope": ("restricted", ["alerts": "/x"]), "alert-tests": ("", ["alerts": "/x"]),
    "as-run": ("/a.jsonl", [:]), "as-run-size": ("200000", ["as-run": "/a.jsonl"]),
    "new": ("order", [:]), "resume": ("", ["as-run": "/a.jsonl"]),
    "mqtt": ("mqtts://ada@h:1/lobby", [:]), "mqtt-topic": ("a/+", ["mqtt": "mqtt://h"]),
    "mqtt-version": ("5", ["mqtt": "mqtt://h/c"]), "mqtt-keep-alive": ("9", ["mqtt": "mqtt://h/c"]),
    "mqtt-display": ("d", ["mqtt": "mqtt://h"]),
    "home-assistant": ("true", ["mqtt": "mqtt://h", "mqtt-display": "d"]), "mqtt-ca": ("/ca", ["mqtt": "mqtts://h/c"]),
    "mqtt-cert": ("/c", ["mqtt": "mqtts://h/c", "mqtt-key": "/k"]),
    "mqtt-key": ("/k", ["mqtt": "mqtts://h/c", "mqtt-cert": "/c"]),
    "wall": ("w", ["screen": "1/2", "conduct": "", "mqtt": "mqtt://h"]),
    "screen": ("2/3", ["wall": "w", "conduct": "", "mqtt": "mqtt://h"]),
    "wall-offset": ("700", ["wall": "w", "screen": "1/2", "conduct": "", "mqtt": "mqtt://h"]),
    "wall-length": ("4000", ["wall": "w", "screen": "1/2", "conduct": "", "mqtt": "mqtt://h"]),
    "conduct": ("", ["wall": "w", "screen": "1/2", "mqtt": "mqtt://h"]),
  ]

  @Test("Each option of each view is a key, and means the same there", arguments: Views.all.map { $0.name })
  func options(view: String) throws {
    for kind in Views.all where kind.name == view { try compare(kind) }
  }

  private func compare<Kind: ViewKind>(_ kind: Kind.Type) throws {
    let isStrip = Kind.self == StripKind.self
    for option in Kind.sourceOptions {
      let isOfStart = ProgramOptions.ofStart.contains(option.name)
      let isPlain = option.isFlag || isOfStart
      guard let sample = Self.samples[option.name] ?? (isPlain ? ("", [:]) : nil) else {
        Issue.record("\(option.name) has no sample")
        continue
      }
      let given: [String: String] = sample.beside.merging([option.name: sample.value]) { $1 }
      let lines = given.sorted { $0.key < $1.key }.map { name, value in
        let isFlag = Kind.sourceOptions.first { $0.name == name }?.isFlag ?? false
        return "\(name) = \(isFlag ? "true" : TOMLText.quoted(value))\n"
      }
      let head = isStrip ? "" : "[[window]]\nview = \"\(Kind.name)\"\n"
      let text = head + "arguments = [\"1\"]\n" + lines.joined()
      if isOfStart {
        #expect { try read(text) } throws: { "\($0)".contains("'\(option.name)': it is a command-line option only") }
        continue
      }
      let configuration = try read(text)
      let plan = try #require(configuration.windows[0].views[0] as? ViewPlan<Kind>)
      let asked = given.sorted { $0.key < $1.key }.map { name, value in
        let isFlag = Kind.sourceOptions.first { $0.name == name }?.isFlag ?? false
        return PropertyChange(name, to: isFlag ? .flag(true) : .text(value))
      }
      let byFlag = try Settings(asked, arguments: ["1"], takesFiles: Kind.takesFiles, isInputPiped: false)
      let program = byFlag.value.program
      switch option.name {
      case "events": #expect(configuration.windows[0].events == program.events)
      case "hook": #expect(configuration.windows[0].allHooks.map(\.words) == program.hooks.map(\.words))
      default: #expect(plan.request.sources == byFlag, "\(option.name)")
      }
      // What dump prints says the same.
      let dumped = try read(ConfigurationText.text(of: configuration))
      #expect(ConfigurationText.text(of: dumped) == ConfigurationText.text(of: configuration), "\(option.name)")
    }
  }

  @Test("What a file says as tables flags say as texts") func tables() throws {
    let byFile = try read(
      """
      arguments = ["AAPL {aapl}, load {load}"]
      feed = ["local.xml", { url = "https://example.org/feed.xml", label = "It's", interval = 600, only = "a, b", summaries = "on" }]
      [keys]
      "ctrl+n" = "next"
      button2 = "pause"
      [values]
      aapl = 211.40
      load = { command = "cut -c1-4 '/proc/load avg'", every = 5, match = "^([0-9.]+)" }
      [hooks]
      item-clicked = ["notify-send", "{text}"]
      """)
    let given = [
      ("feed", "local.xml"),
      ("feed", "https://example.org/feed.xml label='It'\\''s' interval=600 only='a, b' summaries=on"),
      ("value", "aapl=211.4"), ("value", "load command='cut -c1-4 '\\''/proc/load avg'\\''' every=5 match=^([0-9.]+)"),
    ].map { PropertyChange($0, to: .text($1)) }
    let view = try #require(byFile.windows[0].views[0] as? ViewPlan<StripKind>)
    let byFlag = try Settings(given, arguments: ["AAPL {aapl}, load {load}"], isInputPiped: false)
    #expect(view.request.sources == byFlag)
    let feeds = view.request.sources.value.news.feeds
    #expect(feeds[1].label == "It's" && feeds[1].interval == 600 && feeds[1].showsSummaries == true)
    let values = view.request.sources.value[LiveValues.self].single
    #expect(values[1].origin.command.words == ["cut", "-c1-4", "/proc/load avg"])
    #expect(values[1].origin.command.interval == 5 && values[0].number == "211.4")
    let bytes = Array("0.25 0.5".utf8)
    #expect(bytes.withUnsafeBytes { values[1].line(for: $0) } == "load=0.25")
    #expect(byFile.windows[0].settings.value.bindings.written == "ctrl+n=next, button2=pause")
    let hook = try Hook(written: "item-clicked=notify-send {text}")
    #expect(byFile.windows[0].hooks.map(\.words) == [hook.words])
    #expect(byFile.windows[0].hooks[0].place == "f.toml:10:16")
    let dumped = ConfigurationText.text(of: byFile)
    #expect(ConfigurationText.text(of: try read(dumped)) == dumped && dumped.contains("[\"notify-send\", \"{text}\"]"))
  }

  @Test("A broker may be a table, without the beginning of its flags") func broker() throws {
    let byFile = try read(
      "[mqtt]\nbroker = \"mqtts://h/lobby\"\ntopic = \"a/+\"\nkeep-alive = 9\nca = \"/ca\"\ndisplay = \"d\"\nhome-assistant = false\n"
    )
    let given = [
      ("mqtt", "mqtts://h/lobby"), ("mqtt-topic", "a/+"), ("mqtt-keep-alive", "9"), ("mqtt-ca", "/ca"),
      ("mqtt-display", "d"), ("home-assistant", "false"),
    ]
    let byFlag = try Settings(given.map { PropertyChange($0, to: .text($1)) }, isInputPiped: false)
    let view = try #require(byFile.windows[0].views[0] as? ViewPlan<StripKind>)
    #expect(view.request.sources == byFlag)
    #expect { try read("[mqtt]\nbroker = \"mqtt://h/c\"\ndisplays = \"d\"\n") } throws: {
      "\($0)".contains("f.toml:3:1: unknown key 'displays'; did you mean 'display'?")
    }
  }

  @Test("Each event has its hook, and knows what may stand in it") func events() throws {
    for (name, _, fields) in ProgramEvent.meanings {
      let words = ["program"] + (fields + ["event", "view"]).map { "{\($0)}" }
      #expect(try Hook(event: name, words: words, place: "").words == words)
    }
    let hook = try Hook(event: "item-shown", words: ["p", "{text}", "--text={text}", "{link}"], place: "")
    #expect(hook.arguments([("text", "--help"), ("other", "x")]) == ["p", " --help", "--text=--help", ""])
    let number = try Hook(event: "value", words: ["p", "{number}"], place: "")
    #expect(number.arguments([("number", .numeral("-5"))]) == ["p", "-5"])
    #expect(Hook.environment([("item-name", "a\0b")]) == ["NEWSREEL_ITEM_NAME": "ab"])
    #expect(hook.arguments([("text", .string(String(repeating: "x", count: 1 << 20)))])[1].utf8.count == 16 << 10)
  }

  @Test("Texts of several fields are read as they are written") func fields() throws {
    let names = ["label", "every"]
    for (head, fields) in [
      ("a b", []), ("a", [("label", "")]), ("a/b c", [("label", "x y"), ("every", "5")]),
      ("a", [("label", "every=5 'quoted' \\ \"")]),
    ] as [(String, [(String, String)])] {
      let written = WrittenFields(head: head, fields: fields)
      let read = try WrittenFields(parsing: written.text, names: names)
      #expect(read.head == head && read.text == written.text)
      #expect(zip(read.fields, fields).allSatisfy { $0.name == $1.0 && $0.value == $1.1 })
    }
    #expect { try WrittenFields(parsing: "a label=x lable=y", names: names) } throws: {
      "\($0)".contains("did you mean 'label'?")
    }
  }
}
