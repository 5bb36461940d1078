import ScrollCore
import TestKit
import TestTags
import Testing

@testable import X11

/// Two windows on connections of their own: one copies, the other pastes.
@Suite("Selections", .tags(.x11)) struct SelectionTests {
  private struct Pair {
    let server: XServer
    let first: XWindow
    let second: XWindow

    init() async throws {
      server = try await XServer(width: 200, height: 100)
      first = try Self.window(on: server)
      second = try Self.window(on: server)
    }

    private static func window(on server: XServer) throws -> XWindow {
      try XWindow(Display(name: server.display), frame: Rect(x: 0, y: 0, width: 50, height: 50), style: XWindow.Style())
    }

    /// Serves both until an event of one of them is what is waited for.
    func wait(for what: String, _ isIt: (Event) -> Bool) async throws {
      try await waitUntil(what) {
        for window in [first, second] {
          while let event = window.nextEvent(reading: true) { if isIt(event) { return true } }
          window.display.flush()
        }
        return false
      }
    }

    func paste(of selection: ScrollCore.Selection, into window: XWindow) async throws -> String {
      var text = ""
      window.input.requestText(of: selection)
      try await wait(for: "the text") { event in
        guard case .input(.pasted(let pasted, selection)) = event else { return false }
        text = pasted
        return true
      }
      return text
    }
  }

  @Test("A text goes from window to window as it is", arguments: ScrollCore.Selection.allCases, ["é 日本 🙂", "a\tb\nc"])
  func small(_ selection: ScrollCore.Selection, _ text: String) async throws {
    let pair = try await Pair()
    pair.first.input.copy(text, to: selection)
    #expect(try await pair.paste(of: selection, into: pair.second) == text)
    // The owner's own paste needs no other program.
    #expect(try await pair.paste(of: selection, into: pair.first) == text)
    #expect(pair.first.display.takeErrors().isEmpty)
  }

  @Test("Clipboard and primary selection are two") func two() async throws {
    let pair = try await Pair()
    pair.first.input.copy("clip", to: .clipboard)
    pair.first.input.copy("prim", to: .primary)
    #expect(try await pair.paste(of: .primary, into: pair.second) == "prim")
    #expect(try await pair.paste(of: .clipboard, into: pair.second) == "clip")
  }

  @Test("A large text goes in parts, and every byte arrives", arguments: [200_000, 200_001, 400_000, 1_500_000])
  func large(_ count: Int) async throws {
    let pair = try await Pair()
    let text = String(decoding: (0..<count).map { UInt8(33 + $0 * 7 % 90) }, as: UTF8.self)
    pair.first.input.copy(text, to: .clipboard)
    #expect(try await pair.paste(of: .clipboard, into: pair.second) == text)
    #expect(!pair.first.input.owner.isSending && !pair.second.input.reader.isWaiting)
  }

  @Test("A selection's former owner learns of the new one") func lost() async throws {
    let pair = try await Pair()
    pair.first.input.copy("old", to: .primary)
    pair.first.display.sync()
    pair.second.input.copy("new", to: .primary)
    try await pair.wait(for: "the loss") { $0 == .selectionLost(.primary) }
    #expect(try await pair.paste(of: .primary, into: pair.first) == "new")
  }

  @Test("An unanswered request blocks nothing, and the next one works") func nobody() async throws {
    let pair = try await Pair()
    pair.second.input.requestText(of: .clipboard)
    // No owner: refused in both forms.
    try await waitUntil("the refusals") {
      _ = pair.second.nextEvent(reading: true)
      return !pair.second.input.reader.isWaiting
    }
    pair.first.input.copy("now", to: .clipboard)
    #expect(try await pair.paste(of: .clipboard, into: pair.second) == "now")
  }

  @Test("An owner that goes in the middle of a large text leaves both sides able to go on") func broken() async throws {
    let pair = try await Pair()
    pair.first.input.copy(String(repeating: "x", count: 1_000_000), to: .clipboard)
    pair.second.input.requestText(of: .clipboard)
    try await waitUntil("the first part") {
      while pair.first.nextEvent(reading: true) != nil {}
      _ = pair.second.nextEvent(reading: true)
      pair.second.display.flush()
      return pair.second.input.reader.isReceiving
    }
    // The first window stops answering, and the second one asks again after another offer.
    pair.second.input.copy("mine", to: .primary)
    pair.first.input.copy("short", to: .clipboard)
    #expect(try await pair.paste(of: .clipboard, into: pair.second) == "short")
  }

  @Test("xclip understands what is offered, and is understood") func foreign() async throws {
    let pair = try await Pair()
    let text = "é日本" + String(repeating: "0123456789abcdef\n", count: 20_000)
    pair.first.input.copy(text, to: .clipboard)
    pair.first.display.flush()
    let reader = try Child(
      "xclip", ["-selection", "clipboard", "-o"], environment: ["DISPLAY": pair.server.display])
    try await waitUntil("xclip's end") {
      while pair.first.nextEvent(reading: true) != nil {}
      _ = reader.output
      return !reader.isRunning
    }
    #expect(reader.output == text)
    let targets = try Child(
      "xclip", ["-selection", "clipboard", "-o", "-t", "TARGETS"], environment: ["DISPLAY": pair.server.display])
    try await waitUntil("xclip's end") {
      while pair.first.nextEvent(reading: true) != nil {}
      return !targets.isRunning
    }
    for target in ["UTF8_STRING", "STRING", "TARGETS", "TIMESTAMP"] { #expect(targets.output.contains(target)) }

    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "text")
    let writer = try Child(
      "xclip", ["-quiet", "-selection", "clipboard", "-i", path], environment: ["DISPLAY": pair.server.display])
    try await pair.wait(for: "xclip to take over") { $0 == .selectionLost(.clipboard) }
    #expect(try await pair.paste(of: .clipboard, into: pair.second) == text)
    writer.end()
  }
}

@Suite("Keys that are held") struct KeysDownTests {
  @Test("Only presses without a release between them are repeats") func repeats() {
    var keys = KeysDown()
    var seen: [Bool] = []
    for (isPress, time) in [(true, 1), (false, 2), (true, 3), (true, 4), (true, 5), (false, 6), (true, 7)]
      as [(Bool, UInt)]
    {
      guard isPress else {
        keys.release(22)
        continue
      }
      keys.press(22, time: time)
      seen.append(keys.isRepeat(22))
    }
    #expect(seen == [false, false, true, true, false])
  }

  @Test("A press that an input method hands back is no repeat, even after the release") func handedBack() {
    var keys = KeysDown()
    keys.press(22, time: 1)
    keys.press(22, time: 1)
    #expect(!keys.isRepeat(22))
    keys.release(22)
    keys.press(22, time: 1)
    #expect(!keys.isRepeat(22))
    keys.press(22, time: 9)
    #expect(!keys.isRepeat(22))
    keys.press(0, time: 9)
    keys.press(0, time: 10)
    #expect(!keys.isRepeat(0))
  }

  @Test("A focus that is lost takes the keys' releases with it") func focus() {
    var keys = KeysDown()
    keys.press(22, time: 1)
    keys.releaseAll()
    keys.press(22, time: 5)
    #expect(!keys.isRepeat(22))
  }
}
