import TestKit
import TestTags
import Testing

@testable import App
@testable import Windows

/// `newsreel tokens --ask`: somebody is asked before chips come and go.
@Suite("Questions about chips", .tags(.x11)) struct TokenQuestionsTests {
  /// Types something and presses Return.
  private func enter(_ text: String, _ desk: TokensDesk) async throws {
    try await desk.server.type(text)
    try await desk.server.key("Return")
  }

  @Test("What is typed becomes a chip when it is allowed, and stays text when it is denied") func adding() async throws
  {
    let desk = try await TokensDesk("--ask", "add", "--ask-timeout", "3600", input: .pipe)
    try await enter("ab", desk)
    #expect(try await desk.program.line() == #"{"event":"ask-add","id":1,"token":"ab"}"#)
    // The question is open, and is not put again.
    try await desk.server.key("Return")
    try await desk.server.rest(with: desk.program)
    try desk.program.send("deny 1\n")
    #expect(try await desk.program.line() == #"{"event":"refused","token":"ab","reason":"denied"}"#)
    try await enter("c", desk)
    #expect(try await desk.program.line() == #"{"event":"ask-add","id":2,"token":"abc"}"#)
    #expect(desk.saved == "")
    try desk.program.send("allow 2\n")
    #expect(try await desk.program.line() == #"{"event":"added","token":"abc","index":0}"#)
    try await desk.waitForFile("abc\n")
    // Removals are not asked about.
    try await desk.server.key("BackSpace", "BackSpace")
    #expect(try await desk.program.line() == #"{"event":"removed","token":"abc","index":0}"#)
  }

  @Test("A chip stays until its removal is allowed, and meanwhile the user goes on") func removing() async throws {
    let desk = try await TokensDesk(
      "--ask", "remove", "--ask-timeout", "3600", file: "one\ntwo\n", input: .pipe)
    try await desk.server.key("ctrl+a", "Delete")
    #expect(try await desk.program.line() == #"{"event":"ask-remove","id":1,"token":"one","index":0}"#)
    #expect(try await desk.program.line() == #"{"event":"ask-remove","id":2,"token":"two","index":1}"#)
    try await enter("three", desk)
    #expect(try await desk.program.line() == #"{"event":"added","token":"three","index":2}"#)
    try desk.program.send("deny 2\nallow\n")
    #expect(try await desk.program.line() == #"{"event":"removed","token":"one","index":0}"#)
    try await desk.waitForFile("two\nthree\n")
    try await desk.server.key("ctrl+z")
    try await desk.waitForFile("one\ntwo\nthree\n")
  }

  @Test("What was typed on meanwhile stays typed, and each part of a paste is asked about") func paste() async throws {
    let desk = try await TokensDesk("--ask", "all", "--ask-timeout", "3600", input: .pipe)
    try await enter("a", desk)
    #expect(try await desk.program.line().contains("ask-add"))
    try await desk.server.type("b")
    try await desk.server.rest(with: desk.program)
    try desk.program.send("ALLOW 1\n")
    #expect(try await desk.program.line() == #"{"event":"added","token":"a","index":0}"#)
    try await desk.server.key("Return")
    #expect(try await desk.program.line() == #"{"event":"ask-add","id":2,"token":"ab"}"#)
    let owner = try Child(
      "xclip", ["-quiet", "-selection", "clipboard", "-i", try desk.folder.write("x, y", to: "clip")],
      environment: ["DISPLAY": desk.server.display])
    defer { owner.end() }
    try await waitUntil("xclip to have the clipboard") {
      try await desk.server.run("xclip", ["-o", "-selection", "clipboard"]).output == "x, y"
    }
    try await desk.server.key("ctrl+v")
    #expect(try await desk.program.line() == #"{"event":"ask-add","id":3,"token":"x"}"#)
    #expect(try await desk.program.line() == #"{"event":"ask-add","id":4,"token":"y"}"#)
    try desk.program.send("deny 3\nallow 4\n")
    #expect(try await desk.program.line() == #"{"event":"refused","token":"x","reason":"denied"}"#)
    #expect(try await desk.program.line() == #"{"event":"added","token":"y","index":1}"#)
  }

  @Test("Without an answer in time it is allowed, and that is said") func late() async throws {
    let desk = try await TokensDesk("--ask", "add", "--ask-timeout", "0.1", input: .pipe)
    try await enter("a", desk)
    #expect(try await desk.program.line() == #"{"event":"ask-add","id":1,"token":"a"}"#)
    #expect(try await desk.program.line() == #"{"event":"added","token":"a","index":0}"#)
    try desk.program.send("deny 1\nperhaps\n\n")
    try await waitUntil("three messages") { desk.program.errors.split(separator: "\n").count == 3 }
    #expect(
      desk.program.errors == """
        newsreel: --ask: no answer within 0.1 s; the change is allowed
        newsreel: --ask: no question is open for the answer 'deny 1'
        newsreel: --ask: 'perhaps' is not an answer; one is allow or deny and the question's id

        """)
  }

  @Test("Where standard input has ended, everything is allowed, and that is said") func ended() async throws {
    let desk = try await TokensDesk("--ask", "add,remove", "--ask-timeout", "3600", input: .pipe)
    try await enter("a", desk)
    #expect(try await desk.program.line() == #"{"event":"ask-add","id":1,"token":"a"}"#)
    desk.program.closeInput()
    #expect(try await desk.program.line() == #"{"event":"added","token":"a","index":0}"#)
    #expect(desk.program.errors.contains("--ask: standard input has ended"))
    try await enter("b", desk)
    #expect(try await desk.program.line() == #"{"event":"added","token":"b","index":1}"#)
    try await desk.server.key("BackSpace", "BackSpace")
    #expect(try await desk.program.line() == #"{"event":"removed","token":"b","index":1}"#)
  }

  @Test(
    "What cannot be asked is said",
    arguments: [
      (["--ask", "move"], "--ask: 'move' cannot be asked; write add, remove, add,remove or all"),
      (["--ask", ""], "--ask: '' cannot be asked"),
      (["--ask", "add", "-"], "--ask: standard input is where answers come"),
      (["--ask", "add", "--ask-timeout", "0"], "--ask-timeout: '0' is not a number of seconds from 0.1 to 3600"),
      (["--ask-timeout", "3"], "--ask-timeout: nothing is asked; say what with --ask"),
    ] as [([String], String)])
  func usage(_ arguments: [String], _ message: String) async throws {
    let ended = try await run(Program.path, ["tokens"] + arguments)
    #expect(ended.ending == .exited(2) && ended.errors.contains(message), "\(ended.errors)")
  }
}
