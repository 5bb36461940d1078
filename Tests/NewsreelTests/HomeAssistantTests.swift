import Formats
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Newswire
@testable import Scene
@testable import Windows

/// A display as a device of Home Assistant, and what others may tell a display, without a broker.
@Suite("Home Assistant") struct HomeAssistantTests {
  private static let state = """
    {"view":"strip","paused":false,"items":["One","Two"]}
    """
  private static let values = """
    {"scroll-speed":90,"theme":"","place":"in-bottom","auto-hide":true,"quiet-hours":"","font":"Sans","rows":1}
    """

  private func parsed(_ text: String) throws -> JSON { try JSON(parsing: text) }

  @Test("The announcement, word by word") func announcement() throws {
    let device = HomeAssistantDevice(display: "lobby", words: .english)
    let page = device.announcement(of: try parsed(Self.state), values: try parsed(Self.values)).page
    let expected = try Project.text(of: "Tests/NewsreelTests/HomeAssistant.json")
    #expect(page + "\n" == expected.replacing("{version}", with: Release.version))
  }

  @Test("What goes is taken away by its platform alone, also by the next run, and once only") func goners() throws {
    let device = HomeAssistantDevice(display: "hall", words: .english)
    let first = device.announcement(of: try parsed(Self.state), values: try parsed(Self.values))
    let former = HomeAssistantDevice.platforms(in: first)
    #expect(former["urgent"] == "notify" && former["scroll-speed"] == "number")
    let second = device.announcement(of: try parsed(#"{"view":"counter","number":7}"#), values: .null, after: former)
    #expect(second["components"]?["urgent"]?.line == #"{"platform":"notify"}"#)
    #expect(second["components"]?["scroll-speed"]?.line == #"{"platform":"number"}"#)
    #expect(second["components"]?["number"]?["unique_id"] != nil)
    let third = device.announcement(
      of: try parsed(#"{"view":"counter","number":7}"#), values: .null, after: HomeAssistantDevice.platforms(in: second)
    )
    #expect(third["components"]?["urgent"] == nil && third["components"]?["number"] != nil)
  }

  @Test("Each entity has its quality of service, and an ID that is the same in each language") func ids() throws {
    for words in [Words.english, SpokenWordsTests.bracketed] {
      let device = HomeAssistantDevice(display: "Lobby-left", words: words)
      let message = device.announcement(of: try parsed(Self.state), values: try parsed(Self.values))
      guard case .object(let entities)? = message["components"] else { return }
      #expect(message["qos"] == nil && entities.allSatisfy { $0.1["qos"]?.number == 1 })
      #expect(message["components"]?["urgent"]?["default_entity_id"]?.string == "notify.lobby_left_urgent")
      #expect(message["components"]?["scroll-speed"]?["default_entity_id"]?.string == "number.lobby_left_scroll_speed")
      #expect(message["components"]?["scroll-speed"]?["entity_category"]?.string == "config")
      #expect(message["components"]?["urgent"]?["entity_category"] == nil)
    }
  }

  @Test("A counter has a number, and no headlines") func counter() throws {
    let device = HomeAssistantDevice(display: "hall", words: .english)
    let (state, values) = (try parsed(#"{"view":"counter","number":12.50}"#), try parsed("{}"))
    guard case .object(let entities)? = device.announcement(of: state, values: values)["components"] else {
      Issue.record("there are no components")
      return
    }
    #expect(entities.map(\.0) == ["shown", "number", "start", "stop"])
    #expect(
      JSON.object(HomeAssistantDevice.members(of: state, values: values)).line
        == #"{"text":"12.50","short":"12.50","settings":{}}"#)
  }

  @Test("Of several views each has its settings, and all are shown") func views() throws {
    let state = try parsed(#"{"view":"window","views":[{"id":"a","items":["One"]},{"id":"b","number":7}]}"#)
    let values = try parsed(#"{"a.scroll-speed":60,"b.duration":1}"#)
    let members = JSON.object(HomeAssistantDevice.members(of: state, values: values))
    #expect(members.line == #"{"text":"One • 7","short":"One • 7","settings":{"a.scroll-speed":60}}"#)
    let device = HomeAssistantDevice(display: "hall", words: .english).announcement(of: state, values: values)
    let speed = device["components"]?["a.scroll-speed"]
    #expect(speed?["name"]?.string == "a: Speed")
    #expect(speed?["command_topic"]?.string == "newsreel/display/hall/set/a.scroll-speed")
  }

  @Test("A state has at most 255 code points, the whole is beside it", arguments: ["x", "é", "👩‍👩‍👧", "e\u{301}"])
  func lengths(_ letter: String) throws {
    let text = String(repeating: letter, count: 300)
    let state = JSON.object([("items", .array([.string(text)]))])
    let members = JSON.object(HomeAssistantDevice.members(of: state, values: .null))
    #expect(members["text"]?.string == text)
    let short = try #require(members["short"]?.string)
    #expect(short.unicodeScalars.count <= 255 && short.hasSuffix(letter + "…"))
    #expect(short.unicodeScalars.count + letter.unicodeScalars.count > 255)
    let full = String(repeating: "x", count: 255)
    #expect(HomeAssistantDevice.short(full) == full)
    let long = JSON.object([("items", .array([.string(String(repeating: letter, count: 20_000))]))])
    let whole = JSON.object(HomeAssistantDevice.members(of: long, values: .null))["text"]?.string ?? ""
    #expect(whole.hasSuffix("…") && whole.utf8.count <= HomeAssistantDevice.longestText + 3)
  }

  @Test("Names follow the user's language, keys and values do not") func words() throws {
    let device = HomeAssistantDevice(display: "lobby", words: SpokenWordsTests.bracketed)
    let message = device.announcement(of: try parsed(Self.state), values: try parsed(Self.values))
    guard case .object(let entities)? = message["components"] else { return }
    for (key, entity) in entities {
      #expect(entity["name"]?.string?.hasPrefix("⟦") == true, "\(key)")
      #expect(entity["unique_id"]?.string == "newsreel-lobby-\(key)")
    }
    #expect(message["components"]?["place"]?["options"]?.line == #"["⟦at the bottom⟧","⟦at the top⟧"]"#)
  }

  @Test("The titles of a setting's choices differ, in each language", arguments: ["en", "de", "fr", "es", "ar"])
  func choices(_ language: String) throws {
    let words = language == "en" ? Words.english : try Catalogue.words(language)
    for setting in PropertyInfo.settings.compactMap(\.setting) {
      let titles = setting.choices.map { words.said($0.title) }
      #expect(Set(titles).count == titles.count, "\(titles)")
    }
  }

  @Test(
    "Commands for a display",
    arguments: [
      ("pause", #"["pause"]"#), ("urgent Please  leave", #"["urgent","Please  leave"]"#),
      ("token off Stock markets", #"["token","off","Stock markets"]"#), ("counter 12.50", #"["counter","12.50"]"#),
      (#"urgent {"text":"x","ttl":9}"#, #"["urgent",{"text":"x","ttl":9}]"#), ("replace", #"["replace",""]"#),
      ("replace {x} of it", #"["replace","{x} of it"]"#), ("value v=1", #"["value","v=1"]"#), ("quit", nil),
      ("set a b", nil),
      ("acknowledge", #"["acknowledge"]"#), ("acknowledge fire drill", #"["acknowledge","fire drill"]"#),
      ("rundown 60", nil), ("state", nil), ("pause now", nil), ("token off", nil), ("", nil), ("Pause", nil),
    ] as [(String, String?)])
  func commands(_ text: String, _ expected: String?) {
    let command = try? RemoteCommand(text)
    let line = command.map { JSON.array([.string($0.command.rawValue)] + $0.arguments).line }
    #expect(line == expected)
  }

  @Test("A refused command names those that there are") func refusal() {
    #expect {
      try RemoteCommand("quit")
    } throws: {
      "\($0)"
        == "'quit' is not a command for a display; there are add, remove, replace, urgent, acknowledge, value, counter, token, pause, "
        + "resume, start, stop, scroll-to, next, previous, read, unread"
    }
  }

  @Test("What comes with the motion does not leave the machine") func events() {
    #expect(ProgramEvent.frequent.isSubset(of: ProgramEvent.names))
  }

  @Test("A device needs a name on the broker, without dots") func options() throws {
    func settings(_ more: (String, String)...) throws -> BrokerMessages {
      let given = [("mqtt", "mqtt://h/c")] + more
      return try Settings(given.map { PropertyChange($0.0, to: .text($0.1)) }, isInputPiped: false)
        .value[BrokerMessages.self]
    }
    for name in [[], [("mqttDisplay", "a.b")]] as [[(String, String)]] {
      #expect(throws: ValueError.self) {
        try Settings(
          ([("mqtt", "mqtt://h/c"), ("homeAssistant", "true")] + name).map { PropertyChange($0.0, to: .text($0.1)) },
          isInputPiped: false)
      }
    }
    #expect(try settings(("mqttDisplay", "a"), ("homeAssistant", "true")).settings?.options.isAtHome == true)
    #expect(try settings(("mqttDisplay", "a"), ("homeAssistant", "false")).settings?.options.isAtHome == false)
    #expect(try settings(("mqttDisplay", "a.b")).settings?.options.isAtHome == nil)
  }
}
