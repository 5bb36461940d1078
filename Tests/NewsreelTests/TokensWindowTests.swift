import TestKit
import TestTags
import Testing

@testable import App
@testable import Windows

@Suite("Chips in a window", .tags(.x11)) struct TokensWindowTests {
  @Test("Three are typed, one goes by Backspace, one by its ×, two change places, and all is undone") func endToEnd()
    async throws
  {
    let desk = try await TokensDesk(file: "north\nsouth\n")
    for label in ["alpha", "beta", "gamma"] {
      try await desk.server.type(label)
      try await desk.server.key("Return")
    }
    try await desk.waitForFile("north\nsouth\nalpha\nbeta\ngamma\n")
    try await desk.server.key("BackSpace")
    try await desk.server.key("BackSpace")
    try await desk.waitForFile("north\nsouth\nalpha\nbeta\n")

    // The × of alpha, then beta before south.
    try await desk.click(try await desk.chips(4)[2].upperBound - 20)
    try await desk.waitForFile("north\nsouth\nbeta\n")
    let chips = try await desk.chips(3)
    try await desk.drag(from: chips[2].lowerBound + 20, to: chips[1].lowerBound + 15)
    try await desk.waitForFile("north\nbeta\nsouth\n")

    try await desk.server.key("ctrl+z")
    try await desk.waitForFile("north\nsouth\nbeta\n")
    try await desk.server.key("ctrl+z", "ctrl+z")
    try await desk.waitForFile("north\nsouth\nalpha\nbeta\ngamma\n")
    try await desk.server.xdotool("key", "--repeat", "20", "ctrl+z")
    try await desk.waitForFile("north\nsouth\n")
    try await desk.server.xdotool("key", "--repeat", "20", "ctrl+shift+z")
    try await desk.waitForFile("north\nbeta\nsouth\n")

    let expected = [
      #"{"event":"added","token":"alpha","index":2}"#, #"{"event":"added","token":"beta","index":3}"#,
      #"{"event":"added","token":"gamma","index":4}"#, #"{"event":"removed","token":"gamma","index":4}"#,
      #"{"event":"removed","token":"alpha","index":2}"#,
      #"{"event":"moved","token":"south","from":1,"to":2}"#,
      #"{"event":"moved","token":"beta","from":1,"to":2}"#,
      #"{"event":"added","token":"alpha","index":2}"#, #"{"event":"added","token":"gamma","index":4}"#,
    ]
    // The file may be there before the last line is.
    let lines = { desk.program.output.split(separator: "\n").map(String.init) }
    try await waitUntil("the last line; \(lines())") {
      TokensReplay(["north", "south"]).applying(lines()) == ["north", "beta", "south"]
    }
    #expect(Array(lines().prefix(expected.count)) == expected)
  }

  @Test("A Backspace that is held down selects the last chip and deletes none") func heldBackspace() async throws {
    let desk = try await TokensDesk("--events", "selected,removed", file: "one\ntwo\n")
    // As a keyboard does.
    _ = try await desk.server.run("xset", ["r", "rate", "300", "25"])
    try await desk.server.xdotool("keydown", "BackSpace")
    try await Task.sleep(for: .seconds(1))
    try await desk.server.xdotool("keyup", "BackSpace")
    #expect(try await desk.program.line() == #"{"event":"selected","indices":[1]}"#)
    try await desk.server.key("BackSpace")
    #expect(try await desk.program.line() == #"{"event":"removed","token":"two","index":1}"#)
    try await desk.waitForFile("one\n")
  }

  @Test("A duplicate is refused and what was typed stays") func duplicate() async throws {
    let desk = try await TokensDesk(file: "Straße\n")
    try await desk.server.type("STRASSE")
    try await desk.server.key("Return")
    #expect(try await desk.program.line() == #"{"event":"refused","token":"STRASSE","reason":"duplicate"}"#)
    try await desk.server.type("n")
    try await desk.server.key("Return")
    #expect(try await desk.program.line() == #"{"event":"added","token":"STRASSEn","index":1}"#)
  }

  @Test("Typing is completed from the list of suggestions, and kept to it") func suggestions() async throws {
    let folder = try TemporaryFolder()
    let list = try folder.write("Lisbon\nLjubljana\n\nLondon\n", to: "cities")
    let desk = try await TokensDesk("--suggest-file", list, "--only-suggestions")
    try await desk.server.type("lj")
    try await desk.server.key("Tab", "Return")
    #expect(try await desk.program.line() == #"{"event":"added","token":"Ljubljana","index":0}"#)
    try await desk.server.type("Loire")
    try await desk.server.key("Return")
    #expect(try await desk.program.line() == #"{"event":"refused","token":"Loire","reason":"not-suggested"}"#)
  }

  @Test("Every callback is a line where all are asked for") func events() async throws {
    let desk = try await TokensDesk("--events", "all", "--no-click-removes", "a")
    try await desk.server.type("b")
    try await desk.server.key("Return")
    let chips = try await desk.chips(2)
    try await desk.click(chips[0].lowerBound + 10)
    try await desk.server.key("Delete")
    try await desk.waitForFile("b\n")
    try await waitUntil("the last line") { desk.program.output.contains(#""event":"removed","token":"a""#) }
    let output = desk.program.output
    for line in [
      #"{"event":"height","height":46}"#, #"{"event":"editing","active":true,"text":""}"#,
      #"{"event":"text","text":"b"}"#,
      #"{"event":"return","text":"b"}"#, #"{"event":"added","token":"b","index":1}"#, #"{"event":"text","text":""}"#,
      #"{"event":"draw","token":"b","index":1}"#, #"{"event":"tapped","token":"a","index":0}"#,
      #"{"event":"selected","indices":[0]}"#, #"{"event":"removing","token":"a","index":0}"#,
      #"{"event":"removed","token":"a","index":0}"#,
    ] { #expect(output.contains(line + "\n"), "\(line)") }
  }

  @Test("The window is as high as its rows, and at the bottom it grows upwards") func height() async throws {
    let server = try await XServer(width: 640, height: 480, manager: .openbox)
    let program = try Program.start(
      "tokens", "--auto-height", "--geometry", "300", "--events", "height", "a long label", on: server)
    let window = try await server.window(named: "Newsreel")
    #expect(try await program.line() == #"{"event":"height","height":46}"#)
    try await waitUntil("46 pixels") { try await server.place(of: window).height == 46 }
    let bottom = try await server.place(of: window).y + 46
    try await server.waitForFocus(of: window)
    try await server.type("another long label")
    try await server.key("Return")
    try await waitUntil("80 pixels") {
      let place = try await server.place(of: window)
      return place.height == 80 && place.y + place.height == bottom
    }
    try await server.key("ctrl+z")
    try await waitUntil("46 pixels") {
      let place = try await server.place(of: window)
      return place.height == 46 && place.y + place.height == bottom
    }
  }

  @Test("Copy, cut and both selections") func clipboard() async throws {
    let desk = try await TokensDesk(file: "one\ntwo\nthree\n")
    try await desk.server.key("ctrl+a", "ctrl+c")
    try await waitUntil("the clipboard") {
      try await desk.server.run("xclip", ["-o", "-selection", "clipboard"]).output == "one\ntwo\nthree"
    }
    #expect(try await desk.server.run("xclip", ["-o", "-selection", "primary"]).output == "one\ntwo\nthree")
    try await desk.server.key("ctrl+x")
    try await desk.waitForFile("")
    try await desk.server.key("ctrl+v")
    try await desk.waitForFile("one\ntwo\nthree\n")
    let other = try Child("xclip", ["-quiet", "-i"], environment: ["DISPLAY": desk.server.display], input: .pipe)
    try other.send("four, five")
    other.closeInput()
    try await waitUntil("xclip to have the selection") {
      try await desk.server.run("xclip", ["-o"]).output == "four, five"
    }
    try await desk.server.click(x: desk.place.x + 500, y: desk.place.y + 23, button: 2)
    try await desk.waitForFile("one\ntwo\nthree\nfour\nfive\n")
    other.end()
  }

  @Test("A megabyte from xclip becomes chips in one step") func largePaste() async throws {
    let desk = try await TokensDesk("--events", "none")
    let labels = (0..<10_000).map { "chip number \($0) " + String(repeating: "x", count: 84) }
    let text = labels.joined(separator: "\n")
    #expect(text.utf8.count > 1_000_000)
    let path = try desk.folder.write(text, to: "clip")
    let owner = try Child(
      "xclip", ["-quiet", "-selection", "clipboard", "-i", path], environment: ["DISPLAY": desk.server.display])
    try await waitUntil("xclip to have the clipboard") {
      try await desk.server.run("xclip", ["-o", "-selection", "clipboard", "-t", "TARGETS"]).output.contains("UTF8")
    }
    try await desk.server.key("ctrl+v")
    try await desk.waitForFile(text + "\n")
    try await desk.server.key("ctrl+z")
    try await desk.waitForFile("")
    owner.end()
  }

  @Test("It runs without a window manager, takes the focus by a click, and q is a letter") func alone() async throws {
    let desk = try await TokensDesk("--no-first-responder-at-start", manager: nil, focuses: false)
    try await desk.click(300)
    try await desk.server.type("q")
    try await desk.server.key("Return")
    #expect(try await desk.program.line() == #"{"event":"added","token":"q","index":0}"#)
    try await desk.server.key("ctrl+q")
    #expect(try await desk.program.ending() == .exited(0))
  }
}

/// A list as a script keeps it, by the lines that it reads.
struct TokensReplay {
  private var list: [String]

  init(_ list: [String]) { self.list = list }

  func applying(_ lines: [String]) -> [String] {
    var list = list
    for line in lines {
      func value(_ name: String) -> String {
        guard let start = line.range("\"\(name)\":") else { return "" }
        return String(line[start...].prefix { $0 != "," && $0 != "}" }.filter { $0 != "\"" })
      }
      let index = Int(value("index")) ?? 0
      switch value("event") {
      case "added": list.insert(value("token"), at: min(index, list.count))
      case "removed": if list.indices.contains(index) { list.remove(at: index) }
      case "moved":
        if let from = Int(value("from")), let to = Int(value("to")), list.indices.contains(from) {
          list.insert(list.remove(at: from), at: to)
        }
      default: break
      }
    }
    return list
  }
}

extension String {
  /// The index behind the first occurrence.
  fileprivate func range(_ part: String) -> Index? {
    indices.first { self[$0...].hasPrefix(part) }.map { index($0, offsetBy: part.count) }
  }
}
