import Base
import Glibc
import TestKit
import TestTags
import Testing

extension OnScreen {
  /// Do not disturb, and quiet hours.
  @Suite("Do not disturb", .tags(.x11)) struct QuietOnScreenTests {
    private static let still = ["--label", "", "--delay-at-start", "10000"]

    private func items(_ line: ControlLine) async throws -> [String] {
      try await line.ask("state")["data"]?["items"]?.array?.compactMap(\.string) ?? []
    }

    private func shows(_ line: ControlLine, _ texts: Set<String>, waiting count: Int) async throws -> Bool {
      guard try await Set(items(line)) == texts else { return false }
      return try await waiting(line) == count
    }

    private func waiting(_ line: ControlLine) async throws -> Int? {
      try await line.ask("state")["data"]?["waiting"]?.number.map { Int($0) }
    }

    @Test("Lines wait until it is over, and come in their order; what there was stays") func lines() async throws {
      let shown = try await Shown(["First", "-"] + Self.still, input: .pipe)
      let line = try await shown.control()
      try await line.ask("set", "do-not-disturb", "on")
      try shown.child.send("Second\nThird\n")
      try await waitUntil("two that wait") { try await waiting(line) == 2 }
      #expect(try await items(line) == ["First"])
      try await line.ask("set", "do-not-disturb", "off")
      try await waitUntil("all three") { try await items(line) == ["First", "Second", "Third"] }
      #expect(try await waiting(line) == 0 && shown.child.errors.isEmpty)
    }

    /// What is said to have quiet, and to have none.
    private static let ways = [("do-not-disturb", "on", "follow"), ("quiet-hours", "00:00-24:00", "")]

    @Test("It is seen at the strip's end, with what waits, and the same again; both kinds look alike")
    func sign() async throws {
      let server = try await XServer(width: 1000, height: 300)
      var (shown, line) = try await oneHeadline(on: server)
      func picture(_ count: Int, after change: (property: String, value: String)? = nil) async throws -> Screenshot {
        if let change { try await line.ask("set", .string(change.property), .string(change.value)) }
        try await waitUntil("\(count) to wait") { try await waiting(line) == count }
        try await shown.rest()
        return try await shown.stillPicture()
      }
      let plain = try await picture(0)
      var seen: [Screenshot] = []
      for (property, on, off) in Self.ways + Self.ways {
        var pictures = [try await picture(0, after: (property, on))]
        for count in 1...2 {
          try await line.ask("add", .string("Later \(count)"))
          pictures.append(try await picture(count))
        }
        for count in [2, 1] { try await line.ask("remove", .string("Later \(count)")) }
        #expect(try await picture(0) == pictures[0], "\(property): the sign alone again")
        #expect(try await picture(0, after: (property, off)) == plain, "\(property): none again")
        if seen.isEmpty { seen = pictures }
        #expect(pictures == seen, "\(property)")
      }
      // Each differs from the others, at the end alone: label and headline stand where they are.
      let all = ([plain] + seen).map { picture in
        (
          start: picture.cropped(x: 0, y: 0, width: 400, height: 36),
          end: picture.cropped(x: 800, y: 0, width: 200, height: 36)
        )
      }
      for (i, one) in all.enumerated() {
        #expect(one.start == all[0].start && all[..<i].allSatisfy { $0.end != one.end }, "picture \(i)")
      }
      // So does a strip that is started in quiet.
      shown.child.end()
      (shown, line) = try await oneHeadline(on: server, "--do-not-disturb", "on")
      #expect(try await picture(0) == seen[0])
      try await line.ask("add", "Later 1")
      #expect(try await picture(1) == seen[1])
    }

    private func oneHeadline(on server: XServer, _ more: String...) async throws -> (shown: Shown, line: ControlLine) {
      let shown = try await Shown(["First", "-"] + Self.still + more, on: server, input: .pipe)
      return (shown, try await shown.control())
    }

    @Test("Urgent ones come through, as they are added and as lines of JSON") func urgent() async throws {
      let shown = try await Shown(
        ["--json-lines", "-", "--do-not-disturb", "on"] + Self.still, input: .pipe)
      let line = try await shown.control()
      try shown.child.send(#"{"text":"Plain","topic":"World"}"# + "\n" + #"{"text":"Quake","urgent":true}"# + "\n")
      try await waitUntil("the urgent one") { try await shows(line, ["Quake"], waiting: 1) }
      try await line.ask("add", "Another")
      try await line.ask("urgent", "Flood")
      try await waitUntil("the next") { try await shows(line, ["Quake", "Flood"], waiting: 2) }
      // One that is taken back does not come.
      try await line.ask("remove", "Another")
      try await line.ask("set", "do-not-disturb", "off")
      try await waitUntil("the plain one") { try await Set(items(line)) == ["Quake", "Flood", "Plain"] }
    }

    @Test("A strip that hides itself comes for urgent ones alone") func hiding() async throws {
      let server = try await XServer(width: 1000, height: 300)
      try await server.move(toX: 500, y: 100)
      let shown = try await Shown(
        ["First", "--json-lines", "-", "--do-not-disturb", "on", "--auto-hide", "--auto-hide-time", "1"] + Self.still,
        on: server, input: .pipe)
      let line = try await shown.control()
      func isHidden() async throws -> Bool { try await line.ask("state")["data"]?["hidden"]?.bool == true }
      try await waitUntil("it to hide") { try await isHidden() }
      try shown.child.send(#"{"text":"Plain"}"# + "\n")
      try await waitUntil("one that waits") { try await waiting(line) == 1 }
      #expect(try await isHidden())
      try shown.child.send(#"{"text":"Quake","urgent":true}"# + "\n")
      try await waitUntil("it to come") { try await !isHidden() }
    }

    @Test("The desktop's is followed", arguments: StandInService.Kind.allCases)
    func desktop(_ kind: StandInService.Kind) async throws {
      let bus = try await SessionBus()
      let service = try StandInService(kind, false, on: bus.address)
      let shown = try await Shown(
        ["First", "-"] + Self.still, input: .pipe, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
      let line = try await shown.control()
      func expect(_ isQuiet: Bool) async throws {
        try await waitUntil("quiet to be \(isQuiet)") {
          service.serve()
          return try await line.ask("state")["data"]?["quiet"]?.bool == isQuiet
        }
      }
      try await expect(false)
      service.set(true)
      try await expect(true)
      try shown.child.send("Second\n")
      try await waitUntil("one that waits") { try await waiting(line) == 1 }
      // What its user says goes before that.
      try await line.ask("set", "do-not-disturb", "off")
      try await waitUntil("it") { try await items(line) == ["First", "Second"] }
      try await line.ask("set", "do-not-disturb", "follow")
      try await expect(true)
      service.set(false)
      try await expect(false)
      #expect(shown.child.errors.isEmpty)
    }

    @Test("In quiet hours it is quiet, and a file that is followed keeps what has gone away") func hours() async throws
    {
      let folder = try TemporaryFolder()
      try folder.write("One\nTwo\n", to: "lines")
      let shown = try await Shown(
        ["--file", folder.path + "/lines", "--watch", "--quiet-hours", "00:00-24:00"] + Self.still)
      let line = try await shown.control()
      try await waitUntil("what there is at first") { try await items(line) == ["One", "Two"] }
      #expect(try await line.ask("state")["data"]?["quiet"]?.bool == true)
      try folder.write("Two\nThree\nFour\n", to: "lines")
      try await waitUntil("two that wait") { try await waiting(line) == 2 }
      try folder.write("Two\nFour\n", to: "lines")
      try await waitUntil("one that waits") { try await waiting(line) == 1 }
      try await line.ask("set", "quiet-hours", "")
      try await waitUntil("what there is now") { try await items(line) == ["Two", "Four"] }
      // Hours take the place of others at once. Now is not within those that are far from it.
      var (now, local) = (time(nil), tm())
      localtime_r(&now, &local)
      let far = (9...15).contains(local.tm_hour) ? "00:00-01:00" : "12:00-13:00"
      for hours in ["00:00-24:00", far, "00:00-24:00", "00:00-23:59,23:59-24:00", far, ""] {
        try await line.ask("set", "quiet-hours", .string(hours))
        try await waitUntil("quiet hours of \(hours)") {
          try await line.ask("state")["data"]?["quiet"]?.bool == hours.hasPrefix("00:00-2")
        }
      }
      // None of the day's hours: it is not quiet now, whatever time it is.
      let answer = try await line.ask("set", "quiet-hours", "25:00-26:00")
      #expect("\(answer)".contains("25:00"))
    }

    @Test("The menu says what it is, and switches it") func menu() async throws {
      let server = try await XServer(width: 1000, height: 500)
      let shown = try await Shown(["One"] + Self.still, on: server)
      _ = try await shown.stillPicture()
      let line = try await shown.control()
      func choose() async throws {
        try await server.click(x: 300, y: 480, button: 3)
        _ = try await server.menuWithKeyboard()
        try await server.key("d", "Return")
        try await server.waitForNoMenu()
      }
      for isQuiet in [true, false] {
        try await choose()
        #expect(try await line.ask("state")["data"]?["quiet"]?.bool == isQuiet)
      }
      #expect(try await line.ask("get", "do-not-disturb")["data"]?["do-not-disturb"]?.string == "follow")
    }
  }
}
