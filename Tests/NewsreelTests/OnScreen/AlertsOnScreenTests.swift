import ScrollCore
import TestKit
import Testing

@testable import Base

extension OnScreen {
  /// Alerts in the real program: from a file and from a server, to the glass and off it.
  @Suite("Alerts on a screen") struct AlertsTests {
    /// - Parameter expires: In seconds since 1970, which a source of alerts may write, too.
    private static func alert(
      _ id: String, _ kind: String = "Alert", ending other: [String] = [], expires: UnixTime? = nil
    ) -> String {
      let end = expires.map { "<expires>\($0.wholeSeconds)</expires>" } ?? ""
      let facts = CAPText.facts("Future", "Moderate", "Possible")
      return CAPText.message(id, as: kind, ending: other, "\(facts)\(end)<headline>River \(id) rises</headline>")
    }

    /// A feed that links to messages on its server.
    private static func feed(of ids: [String]) -> String {
      CAPText.feed(ids.map { "<id>\($0)</id><link href=\"/\($0)\"/>" })
    }

    private func texts(_ line: ControlLine) async throws -> [String] {
      try await line.ask("state")["data"]?["shown"]?.array?.compactMap { $0["text"]?.string } ?? []
    }

    private static let still = [
      "--delay-at-start", "100000", "--font", "DejaVu Sans 12px", "--separator-size", "0",
    ]

    @Test("A cancellation in a watched file takes the alert off a screen that stands still") func file() async throws {
      let folder = try TemporaryFolder()
      let path = try folder.write(Self.alert("1"), to: "alert.xml")
      let shown = try await Shown(["crawl", "A notice", "--alerts", path] + Self.still)
      let line = try await shown.control()
      try await waitUntil("the alert") { try await texts(line).contains("River 1 rises") }
      let before = try await shown.picture("notice and alert") { $0.inkColumns(on: ground, gap: 30).count == 2 }
      try folder.replace("alert.xml", with: Self.alert("2", "Cancel", ending: ["1"]))
      try await waitUntil("the end of the alert") { try await texts(line) == ["A notice"] }
      let after = try await shown.picture("the notice alone") { $0.inkColumns(on: ground, gap: 30).count == 1 }
      #expect(after.inkColumns(on: ground, gap: 30)[0] == before.inkColumns(on: ground, gap: 30)[0])
    }

    @Test("An alert from a server expires on a screen that stands still") func server() async throws {
      let end = wallClockNow() + 15
      let server = try FaultServer { request in
        [.answer(body: request.path == "/feed" ? Self.feed(of: ["1"]) : Self.alert("1", expires: end))]
      }
      defer { server.stop() }
      let shown = try await Shown(["crawl", "A notice", "--alerts", server.url("/feed")] + Self.still)
      let line = try await shown.control()
      try await waitUntil("the alert, or its end on a busy machine") {
        try await texts(line).contains("River 1 rises") || wallClockNow() > end
      }
      try await waitUntil("its end") { try await texts(line) == ["A notice"] && wallClockNow() > end }
    }

    @Test("newsreel feeds test says what a source has: from a file, and from a feed that links to it")
    func tested() async throws {
      let folder = try TemporaryFolder()
      let end = wallClockNow() + 86_400
      let path = try folder.write(Self.alert("1", expires: end), to: "alert.xml")
      let file = try await Program.run(["feeds", "test", "--alerts", path])
      #expect(
        file.ending == .exited(0)
          && file.output.contains("  River 1 rises\n    moderate, future, possible, priority 500"))
      #expect(file.output.contains(", until 20") && file.output.hasSuffix("1 items, 0 dropped\n"), "\(file)")
      let server = try FaultServer { request in
        switch request.path {
        case "/feed": [.answer(body: Self.feed(of: ["1", "2"]))]
        case "/1": [.answer(body: Self.alert("1", expires: end))]
        default: [.answer(body: Self.alert("2", expires: 1_700_000_000))]
        }
      }
      defer { server.stop() }
      let feed = try await Program.run(["feeds", "test", "--alerts", server.url("/feed")])
      #expect(
        feed.output.contains("  River 1 rises\n") && feed.output.contains("  dropped (has expired): River 2 rises\n"))
      #expect(feed.output.hasSuffix("1 items, 1 dropped\n"), "\(feed)")
      // The settings of alerts count, and only for alerts.
      let options = ["--alert-tests", "--alert-scope", "private", "--alert-language", "de", "--alert-area"]
      let area = "<area><areaDesc>Vienna</areaDesc><circle>48.2,16.4 10</circle></area></info>"
      let local = Self.alert("1", expires: end).replacing("</info>", with: area)
      let town = try folder.write(local, to: "town.xml")
      let near = try await Program.run(["feeds", "test", "--alerts", town] + options + ["48.21,16.37"])
      let far = try await Program.run(["feeds", "test", "--alerts", town] + options + ["0,0"])
      #expect(near.output.contains("  River 1 rises\n") && near.output.hasSuffix("1 items, 0 dropped\n"), "\(near)")
      #expect(far.output.contains("dropped (") && far.output.hasSuffix("0 items, 1 dropped\n"), "\(far)")
      let alone = try await Program.run(["feeds", "test", path, "--alert-scope", "private"])
      #expect(
        alone.ending == .exited(2) && alone.errors.contains("--alert-scope") && alone.errors.contains("add --alerts"))
      let asFeed = try await Program.run(["feeds", "test", path])
      #expect((asFeed.output + asFeed.errors).contains("newsreel feeds test --alerts reads it"), "\(asFeed)")
    }

    @Test("What is wrong is said at once") func wrong() async throws {
      let runs = [
        (["--alert-tests"], "--alerts: no source of alerts is named"),
        (["--alerts", "/x", "--alert-area", "Vienna"], "--alert-area: 'Vienna' is not a place"),
        (["--alerts", "/x", "--alert-language", "German language"], "'German language' is not a language tag"),
        (["--alerts", "/x only=storm"], "alerts take no 'only'"),
        (["--alerts", "gopher://x"], "is neither an http or https address nor a file"),
      ]
      for (arguments, reason) in runs {
        let result = try await Program.run(["crawl", "a"] + arguments)
        #expect(result.ending == .exited(2) && result.errors.contains(reason), "\(arguments): \(result)")
      }
    }
  }
}
