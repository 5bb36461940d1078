import Glibc
import ScrollCore
import TestKit
import Testing

@testable import Base
@testable import Newswire

/// What is kept in files, by several programs at once and through restarts, beside plain lists of what they were told.
@Suite("Laws of kept files") struct KeptFileLawTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/state" }

  init() throws { folder = try TemporaryFolder() }

  private static func pick<Value>(_ values: [Value], _ random: inout SeededRandom) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  @Test("Of what several programs mark, the last save of an item counts in all of them", arguments: 1...20)
  func readState(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let ids = (0..<6).map { NewsItem.ID(feed: $0 % 2 == 0 ? nil : "f", guid: "\($0 / 2)") }
    let system = VirtualSystem()
    try system.run {
      var problem: Failure?
      var programs = (0..<3).map { _ in ReadState(path: path, problem: &problem) }
      // What the file says, what each program knows, and what each has not saved.
      var file: [NewsItem.ID: ReadState.State] = [:]
      var known = programs.map { _ in file }
      var unsaved = programs.map { _ in Set<NewsItem.ID>() }
      for step in 0..<150 {
        let (number, id) = (Int.random(in: 0..<3, using: &random), Self.pick(ids, &random))
        system.now += Self.pick([0, 0, 50_000], &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0...2:
          let state: ReadState.State? = Self.pick([.read, .removed, nil], &random)
          programs[number].set(id, state)
          if known[number][id] != state { unsaved[number].insert(id) }
          // The day of a mark is of account, too.
          if state != nil { unsaved[number].insert(id) }
          known[number][id] = state
        case 3...4:
          try programs[number].save()
          guard !unsaved[number].isEmpty else { break }
          for id in unsaved[number] { file[id] = known[number][id] }
          (known[number], unsaved[number]) = (file, [])
        default:
          // Started again, without what it has not saved.
          programs[number] = ReadState(path: path, problem: &problem)
          (known[number], unsaved[number]) = (file, [])
        }
        for (program, known) in zip(programs, known) {
          try #require(ids.allSatisfy { program[$0] == known[$0] }, "seed \(seed), step \(step)")
        }
        let reader = ReadState(path: path, problem: &problem)
        // Marks that changed nothing but were set again on the same day are not saved, which nobody sees.
        try #require(ids.allSatisfy { reader[$0] == file[$0] } && problem == nil, "seed \(seed), step \(step)")
      }
    }
  }

  @Test("Marks are sent until the account knows the last one of each item, also after restarts", arguments: 1...4)
  func unsentMarks(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let system = VirtualSystem()
    try system.run {
      let file = UnsentMarks(path: path)
      var waiting = WaitingMarks()
      var plain: [UnsentMarks.Mark] = []
      for step in 0..<50 {
        system.now += 1
        switch Int.random(in: 0..<8, using: &random) {
        case 0...3:
          let new = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            UnsentMarks.Mark(
              account: Self.pick(["x", "y"], &random), item: Self.pick(["1", "2", "3", "4"], &random),
              isRead: Bool.random(using: &random))
          }
          try file.add(new)
          for mark in new {
            plain.removeAll { $0.account == mark.account && $0.item == mark.item }
            plain.append(mark)
          }
          waiting.add(try file.all())
        case 4...5:
          // A part is sent, while another mind may have come.
          let sent = waiting.of(Self.pick(["x", "y"], &random)).filter { _ in Bool.random(using: &random) }
          if let first = sent.first, Bool.random(using: &random) {
            system.now += 1
            let other = UnsentMarks.Mark(account: first.account, item: first.item, isRead: !first.isRead)
            try file.add([other])
            plain.removeAll { $0.account == other.account && $0.item == other.item }
            plain.append(other)
            waiting.add([other])
          }
          waiting.remove(sent)
          // The file may be read again before it knows.
          if Bool.random(using: &random) { waiting.add(try file.all()) }
          try file.remove(sent)
          plain.removeAll { sent.contains($0) }
        case 6:
          try file.forget("y")
          plain.removeAll { $0.account == "y" }
          waiting = WaitingMarks()
          waiting.add(try file.all())
        default:
          waiting = WaitingMarks()
          waiting.add(try file.all())
        }
        try #require(try file.all() == plain, "seed \(seed), step \(step)")
        for account in ["x", "y"] {
          let own = plain.filter { $0.account == account }
          try #require(waiting.has(account) != own.isEmpty, "seed \(seed), step \(step)")
          let key = { (mark: UnsentMarks.Mark) in "\(mark.item) \(mark.isRead) \(mark.time.seconds)" }
          try #require(waiting.of(account).map(key).sorted() == own.map(key).sorted(), "seed \(seed), step \(step)")
          let times = waiting.of(account).map(\.time)
          #expect(times == times.sorted())
        }
      }
      // After a month nobody wants them.
      system.now += 31 * 86_400
      #expect(try file.all().isEmpty)
    }
  }

  @Test("A history has each headline once, whoever wrote it, through restarts and full disks", arguments: 1...6)
  func history(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let system = VirtualSystem()
    try system.run {
      var programs = (0..<2).map { _ in HeadlineHistory(path: path) }
      var noted: [[NewsItem]] = [[], []]
      var written: [NewsItem] = []
      for step in 0..<80 {
        let number = Int.random(in: 0..<2, using: &random)
        system.now += 1
        switch Int.random(in: 0..<6, using: &random) {
        case 0...2:
          let new = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            // Both programs have headlines of their own, which come again.
            var item = NewsItem(guid: "\(number) \(Int.random(in: 0..<15, using: &random))", title: "at \(step)")
            (item.arrived, item.summary, item.isNew) = (wallClockNow(), "S", true)
            item.link = Self.pick([nil, "https://example.org/"], &random)
            return item
          }
          programs[number].note(new)
          noted[number] += new
        case 3...4:
          let isFull = Int.random(in: 0..<4, using: &random) == 0
          if isFull { system.disk.fail(.full, after: 0) }
          let isWell = (try? programs[number].save()) != nil
          system.disk = VirtualSystem.Disk()
          var damage: Failure?
          // A full disk may have taken some of them.
          let taken = Set(HeadlineHistory.items(path, problem: &damage).map(\.id))
          for item in noted[number] where isWell || taken.contains(item.id) {
            if !written.contains(where: { $0.id == item.id }) { written.append(item) }
          }
          guard isWell else { break }
          noted[number] = []
          #expect(!programs[number].hasPending)
        default:
          programs[number] = HeadlineHistory(path: path)
          noted[number] = []
        }
        var problem: Failure?
        let items = HeadlineHistory.items(path, problem: &problem)
        let newest = written.enumerated().sorted { ($1.element.arrived, $1.offset) < ($0.element.arrived, $0.offset) }
        try #require(items.map(\.title) == newest.map(\.element.title), "seed \(seed), step \(step)")
        try #require(items.map(\.id) == newest.map(\.element.id) && items.map(\.link) == newest.map(\.element.link))
      }
    }
  }

  @Test("Whatever happens to the file of passwords, those of now are used, and its faults are told", arguments: 1...6)
  func passwords(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let file = CredentialFile(path: path)
    let addresses = try ["https://a.example/x/feed", "https://a.example/", "https://b.example/x"].map {
      try #require(WebAddress($0))
    }
    let brokers = try ["mqtt://h/lobby", "mqtt://h/yard", "mqtts://h/lobby"].map { try BrokerAddress($0) }
    let tables = [
      "[\"https://a.example/\"]\nuser = \"u%\"\n", "[\"https://a.example/x/\"]\npassword = \"p%\"\n",
      "[\"https://b.example/\"]\nheaders = { X-Key = \"k%\" }\n", "[\"mqtt://h\"]\nuser = \"v%\"\n",
      "[\"mqtt://h/yard\"]\nuser = \"w%\"\n", "[\"https://c.example/\"]\nname = \"wrong\"\n", "not TOML\n",
    ]
    for step in 0..<40 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: unlink(path)
      case 1: chmod(path, Self.pick([0o600, 0o640], &random))
      case 2...4:
        let most = Self.pick([5, 5, tables.count], &random)
        let text = tables.prefix(most).filter { _ in Bool.random(using: &random) }.joined()
        try AtomicFile.write(Array(text.replacing("%", with: "\(step)").utf8), to: path)
        chmod(path, 0o600)
      default: break
      }
      // One that is asked each time, and one that has just been opened.
      let new = CredentialFile(path: path)
      for _ in 0..<2 {
        for address in addresses {
          try #require(file.credentials(for: address) == new.credentials(for: address), "seed \(seed), step \(step)")
        }
        for broker in brokers {
          try #require(file.credentials(for: broker) == new.credentials(for: broker), "seed \(seed), step \(step)")
        }
        try #require(file.problem == new.problem, "seed \(seed), step \(step)")
      }
    }
  }

  @Test(
    "A topic keeps its colour through restarts, and shares one only where all are taken",
    arguments: 1...15)
  func colors(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var colors = TopicColors(path: path)
    var known: [String: Int] = [:]
    for step in 0..<60 {
      let topic = "T\(Int.random(in: 0..<30, using: &random))"
      let taken = Set((0..<TopicColors.count).filter { _ in Int.random(in: 0..<3, using: &random) > 0 })
      let number = colors.number(of: topic, besides: taken)
      if let former = known[topic] {
        try #require(number == former, "seed \(seed), step \(step)")
      } else {
        // Of those that are free, one of the first half before the others.
        let free = Set(0..<TopicColors.count).subtracting(taken)
        let near = free.filter { $0 < TopicColors.count / 2 }
        try #require(near.isEmpty ? free.isEmpty || free.contains(number) : near.contains(number), "seed \(seed)")
      }
      known[topic] = number
      let again = colors.number(of: topic, besides: Set(0..<TopicColors.count))
      #expect(again == number)
      if step % 4 == 3 {
        try colors.save(to: path)
        colors = TopicColors(path: path)
      }
    }
  }
}
