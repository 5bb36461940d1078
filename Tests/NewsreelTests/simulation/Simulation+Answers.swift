import ScrollCore
import TestKit

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

// What two runs are compared by.
extension Simulation {
  /// All that the program says, shows and keeps.
  func answers() -> [Answer] {
    var files = files()
    // Both strips are of one user.
    if isBesideAnother { files.removeAll { $0.name.hasSuffix("/headlines") } }
    return [
      Answer("events", told.joined(separator: "\n")),
      Answer("queue", feeds?.queue.items.map(\.told).joined(separator: "\n") ?? ""),
      Answer("topics", feeds?.topics.entries.map(\.told).joined(separator: "\n") ?? ""),
      Answer("state", JSON.object(controller.state(at: t).map(rounded)).line),
      Answer("properties", controller.properties.map { "\($0.name) \($0.value)" }.joined(separator: "\n")),
      Answer("rundown", controller.rundown(for: 300, at: t).entries.map(\.told).joined(separator: "\n")),
      Answer("picture", SeenPicture(of: frame, after: 0).told), Answer("tree", strip.accessibleNode(at: t)?.told ?? ""),
    ] + files
  }

  /// What a program that is started again has to know.
  func keptAtTheEnd() -> [Answer] {
    // A program that starts joins the broker, whether it was away or not.
    if !channel.isUp { rejoin() }
    // What is done to sources that are not in the list lasts for one run.
    for source in [alerts.path, channel.address.description] {
      guard let id = feeds?.topics.id(ofFeed: source) else { continue }
      perform([.headlines(.topic(.turn(id, on: true)))])
    }
    if !controller.headlines.isQuiet { look(after: 4) }
    for _ in 0..<2 { look(after: 4) }
    defect?.prepare(simulation: self, for: .restart)
    if relation == .restarted { restart() }
    for _ in 0..<2 { look(after: 4) }
    // Alerts may have ended since they were read.
    let urls = Set(feedFiles.map(\.path))
    let entries = feeds?.topics.entries.filter { $0.feed.map(urls.contains) ?? false && !$0.isGone } ?? []
    let on = Set(entries.lazy.filter(\.isOn).compactMap(\.feed))
    let items = feeds?.queue.items.filter { $0.id.feed.map(on.contains) ?? false } ?? []
    // What came before the clock was set back has come when the program begins.
    let hasArrivals = system.settings == 0
    let headlines = items.map { $0.kept(hasArrival: hasArrivals) }
    controller.close()
    return [
      Answer("topics", entries.map(\.kept).sorted().joined(separator: "\n")),
      Answer("headlines", headlines.sorted().joined(separator: "\n")),
    ] + files(of: ["config", "state"])
  }

  /// Numbers of the state to a tenth: more is noise of additions.
  private func rounded(_ member: (String, JSON)) -> (String, JSON) { (member.0, Self.rounded(member.1)) }

  private static func rounded(_ json: JSON) -> JSON {
    if let number = json.number { return .number((number * 10).rounded() / 10) }
    if case .object(let members) = json { return .object(members.map { ($0.0, rounded($0.1)) }) }
    return json.array.map { .array($0.map(rounded)) } ?? json
  }

  // MARK: - The picture

  /// Looks at the picture again where nothing has asked for another one: it has to be the same.
  func checkPicture(_ look: () -> Void) {
    let seconds = t - drawnTime
    let isValid =
      !context.needsDisplay && !context.needsLayout && found == nil && drawnTime > 0
      && (t < frame.nextChange || t < frame.runsOn(from: drawnTime))
    guard isValid else { return look() }
    let (before, runs) = (SeenPicture(of: frame, after: seconds), runs)
    look()
    guard runs == self.runs, found == nil else { return }
    let after = SeenPicture(of: frame, after: 0)
    if !before.isSame(as: after) {
      let difference = Answer("picture", before.told).difference(from: Answer("picture", after.told))
      fail("unasked: \(difference), \(seconds) s later")
    }
  }

  // MARK: - Files

  /// The user's files, and the log.
  func files(of folders: [String] = ["config", "cache", "state", "log"]) -> [Answer] {
    var all: [Answer] = []
    func add(_ path: String, _ name: String) {
      for file in Files.names(in: path).sorted() where !file.hasSuffix(".again") && !file.hasSuffix(".lock") {
        let (path, name) = ("\(path)/\(file)", "\(name)/\(file)")
        if Files.isFolder(path) {
          add(path, name)
        } else {
          let text = String(decoding: (try? Files.bytes(of: path)) ?? [], as: UTF8.self)
          // One without anything is as good as none.
          if !text.hasPrefix("newsreel items 1\nend 0") { all.append(Answer(name, text)) }
        }
      }
    }
    for folder in folders { add("\(home.path)/\(folder)", folder) }
    return all
  }
}

extension Double {
  /// To a tenth: more is noise of additions. Places are multiples of simple fractions, at which no number may be rounded either
  /// way.
  var told: String {
    let rounded = ((self + 0.0137) * 10).rounded() / 10
    return rounded == 0 ? "0" : "\(rounded)"
  }
}

extension Rect {
  var told: String { "\(minX.told) \(minY.told) \(size.width.told) \(size.height.told)" }
}

extension NewsItem {
  /// They count for what is held for a number of them.
  private var heldCycles: Int { if case .cycles = airing.hold { cycles } else { 0 } }

  fileprivate var told: String {
    "\(id.feed ?? "") \(id.guid) \(title) \(link ?? "") \(isRead) \(isNew) \(isLeftOut) \(topicID ?? -1) \(arrived.seconds.told) "
      + "\(published?.seconds.told ?? "") \(aired?.seconds.told ?? "") \(heldCycles) \(place ?? -1) \(airing)"
  }

  fileprivate func kept(hasArrival: Bool) -> String {
    "\(id.feed ?? "") \(id.guid) \(title) \(link ?? "") \(isRead) \(hasArrival ? arrived.seconds.told : "") "
      + (published?.seconds.told ?? "")
  }
}

extension Topics.Entry {
  fileprivate var told: String {
    "\(name) \(feed ?? "") \(ownColor.map { "\($0)" } ?? "") \(colorNumber) \(isOn) \(isGone) \(isNamed) \(undoUntil.told) "
      + (status.map { "\($0.outcome) \($0.reason?.description ?? "") \($0.nextLook?.seconds.told ?? "") \($0.count)" }
        ?? "")
  }

  /// A feed that is off is not read again.
  fileprivate var kept: String {
    let known = isOn ? status : nil
    return "\(name) \(feed ?? "") \(ownColor.map { "\($0)" } ?? "") \(colorNumber) \(isOn) "
      + (known.map { "\($0.outcome) \($0.reason?.description ?? "") \($0.count)" } ?? "")
  }
}

extension Rundown.Entry {
  fileprivate var told: String {
    "\(start.seconds.told) \(end?.seconds.told ?? "") \(item.id.guid) \(placing) \(priority) \(cycle)"
  }
}

extension AccessibleNode {
  /// It and its children, a line each.
  fileprivate var told: String {
    (["\(role) \(name) \(details) \(states.rawValue) \(value?.told ?? "") \(link ?? "") \(place?.told ?? "")"]
      + children.map(\.told)).joined(separator: "\n")
  }
}
