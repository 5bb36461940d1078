import Glibc
import ScrollCore
import TestKit

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

// What happens to the program.
extension Simulation {
  func perform(_ step: SimulatedStep) {
    random = SeededRandom(seed: step.number)
    let (before, runs) = (step.kind.staysOnGlass ? placesOnGlass : nil, runs)
    defect?.prepare(simulation: self, for: step.kind)
    happen(step.kind)
    relate(step.kind)
    if isHeldBack {
      if defect == .overtaken, let feeds {
        feeds.perform(.remove(named: Set(feeds.newsroom.pending.map(\.id.guid))))
      }
      return
    }
    bring()
    defect?.interfere(with: self, during: step.kind)
    if let before, runs == self.runs {
      let t = t
      draw()
      if self.t == t { checkPlaces(before, moved: 0, because: step.kind.rawValue) }
    }
    look(after: step.pause)
  }

  private func happen(_ kind: SimulatedStep.Kind) {
    switch kind {
    case .lines: comeNews()
    case .removed: withdraw()
    case .corrected: correct()
    case .urgent: urgent()
    case .topic: topic()
    case .hand: hand()
    case .command: command()
    case .resize: resize()
    case .restyle:
      isRestyled = true
      restyle()
    case .scroll: scroll()
    case .post, .edit, .withdraw, .reorder, .damage, .mend: stepOfFeed(kind)
    case .alert: stepOfAlerts()
    case .reader:
      note("the process that reads feeds begins anew")
      reading?.restart()
      busyUntil = t + 3
    case .list: changeList()
    case .item, .unsend, .interruption, .token, .rubbish, .part, .rejoin: stepOfBroker(kind)
    case .timed, .control, .read: stepOfSocket(kind)
    case .clock, .zone, .full, .kill, .restart, .cut, .hide: stepAround(kind)
    case .frames: runFrames()
    case .rest: checkRest()
    case .check: checkContents()
    }
  }

  /// A text that begins with its number. Sometimes a hostile one.
  func title(_ number: Int) -> String {
    let hostile = [
      "\u{202E}backwards\u{202C}", "<b>&amp;</b> &lt;", "\u{1B}[31mred\u{7}", "a\u{301}\u{301}\u{301}\u{301}",
      "مرحبا بالعالم", "👩‍👩‍👧‍👦🏳️‍🌈", String(repeating: "W", count: 900), "{aapl} {}", "%{F#f00}bar", "\n\t\u{0}\u{2028}",
      "\u{FEFF}\u{200B}",
    ]
    return Int.random(in: 0..<12, using: &random) == 0
      ? "\(number) " + (hostile.randomElement(using: &random) ?? "") : "\(number)" + words()
  }

  // MARK: - Feeds

  func publish(_ place: Int, posting count: Int = 0, part: Double = 1) throws {
    for _ in 0..<count {
      arrivals += 1
      feedFiles[place].post(
        SimulatedFeed.Item(
          number: arrivals, title: title(arrivals),
          date: max(wallClockNow().wholeSeconds, (feedFiles[place].items.map(\.date).max() ?? 0) + 1)))
    }
    feedFiles[place].items.sort { $0.date > $1.date }
    loose.formUnion(feedFiles[place].forgetWithdrawn())
    try feedFiles[place].publish(in: home, part: part)
    busyUntil = t + 3
  }

  private func stepOfFeed(_ kind: SimulatedStep.Kind) {
    let place = Int.random(in: 0..<feedFiles.count, using: &random)
    let name = feedFiles[place].path.suffix(6)
    do {
      switch kind {
      case .post:
        let count = Int.random(in: 1...5, using: &random)
        note("\(name): \(count) more")
        try publish(place, posting: count)
      case .edit:
        guard let item = feedFiles[place].items.indices.randomElement(using: &random) else { return }
        note("\(name): another text for \(feedFiles[place].items[item].number)")
        feedFiles[place].items[item].title = title(feedFiles[place].items[item].number)
        try publish(place)
      case .withdraw:
        // The oldest may only have dropped off, and so may the last where dates do not count, as they are in the future.
        guard feedFiles[place].items.count > 1 else { return }
        let last = feedFiles[place].items.last?.number
        feedFiles[place].items.sort { $0.date > $1.date }
        let item = Int.random(in: 0..<feedFiles[place].items.count - 1, using: &random)
        let number = feedFiles[place].items.remove(at: item).number
        note("\(name): without \(number)")
        let mayHaveDropped = number == last && system.settings > 0
        if mayHaveDropped { loose.insert(number) } else { feedFiles[place].withdrawn.insert(number) }
        try publish(place)
      case .reorder:
        note("\(name): in another order")
        feedFiles[place].items.shuffle(using: &random)
        try feedFiles[place].publish(in: home)
      case .damage:
        let part = Double.random(in: 0...0.9, using: &random)
        note("\(name): \(Int(part * 100)) %")
        try publish(place, part: part)
      default:
        note("\(name): whole again")
        try publish(place)
      }
    } catch { found = found ?? "feed: \(error)" }
    busyUntil = t + 3
  }

  /// Another program changes the user's list, or what is off of it.
  private func changeList() {
    let disk = system.disk
    system.disk = VirtualSystem.Disk()
    defer { system.disk = disk }
    let url = feedFiles.randomElement(using: &random)?.path ?? ""
    do {
      if Bool.random(using: &random) {
        let isListed = try FeedList(path: UserPaths.feedList).feeds.contains { $0.url == url }
        note("list: \(url.suffix(6)) \(isListed ? "out" : "in")")
        try FeedList.change(UserPaths.feedList) { (list) throws(Failure) in
          if isListed { list.remove(url) } else { list.add(try FeedSpec(url: url)) }
        }
      } else {
        let isOn = Bool.random(using: &random)
        note("list: \(url.suffix(6)) is \(isOn ? "on" : "off")")
        var off = try OffFeeds()
        try off.set(url, on: isOn)
      }
    } catch { found = found ?? "list: \(error)" }
    busyUntil = t + 3
  }

  // MARK: - Around the program

  private func stepAround(_ kind: SimulatedStep.Kind) {
    switch kind {
    case .clock:
      let all: [Double] = [-1, 1, -3600, 3600, 86_400, -86_400, 3e7, -3e7]
      let seconds = all.randomElement(using: &random) ?? 1
      note("the clock is set by \(seconds) s")
      system.setWallClock(ahead: seconds)
      alerts.sounds = SimulatedAlerts.Sounds()
    case .zone:
      let zone = Int.random(in: 0..<Self.offsets.count, using: &random)
      note("zone \(zone)")
      system.utcOffset = Self.offsets[zone]
      system.setWallClock(ahead: 0)
    case .full, .kill:
      let count = Int.random(in: 0..<12, using: &random)
      note("the disk is \(kind == .full ? "full" : "dead") after \(count) changes")
      hasFaults = true
      system.disk.fail(kind == .full ? .full : .death, after: count)
    case .restart:
      note("restart")
      restart()
    case .cut:
      note("the machine goes off")
      cutFile()
      restart(closing: false)
    default:
      note("hidden")
      advance(to: t + Double.random(in: 0...3000, using: &random))
    }
  }

  /// A file whose writing the program does not wait for loses its end with the power.
  private func cutFile() {
    let all =
      [UserPaths.readState, UserPaths.headlines, UserPaths.topicColors]
      + feedFiles.map { FeedCache(directory: UserPaths.cache).path(of: $0.path) }
    guard let path = all.randomElement(using: &random), let bytes = try? Files.bytes(of: path), !bytes.isEmpty else {
      return
    }
    let count = Int.random(in: 0..<bytes.count, using: &random)
    note("\(AtomicFile.name(of: path)) has \(count) of \(bytes.count) bytes")
    truncate(path, count)
    cut.insert(path)
    hasFaults = true
    if path == UserPaths.readState { read = [] }
  }
}

extension SimulatedStep.Kind {
  /// Whether what can be seen has to stay where it is.
  fileprivate var staysOnGlass: Bool {
    switch self {
    case .lines, .post, .edit, .withdraw, .reorder, .damage, .mend, .item, .rubbish, .part, .rejoin, .read, .full,
      .clock, .zone, .reader:
      true
    default: false
    }
  }
}
