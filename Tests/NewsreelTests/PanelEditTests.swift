import Panels
import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import App
@testable import Base
@testable import Newswire
@testable import Scene
@testable import Windows

@Suite("Edits and messages of windows of controls") struct PanelEditTests {
  private static let style = PanelStyle(StripTheme(), font: FontSpec(size: 14), scale: 1)

  private func edits(_ folder: TemporaryFolder) throws -> FeedEdits {
    let path = folder.path + "/feeds.opml"
    try FeedList.change(path) { (list) throws(Failure) in
      for name in ["a", "b", "c"] {
        list.add(try FeedSpec(url: "https://\(name).example/", label: name))
      }
    }
    return FeedEdits(path, FeedsPanelText(.english))
  }

  private func labels(_ edits: FeedEdits) throws -> [String] {
    try FeedList(path: edits.path).feeds.compactMap(\.label)
  }

  @Test("An undo that fails can be repeated") func undo() throws {
    let folder = try TemporaryFolder()
    let edits = try edits(folder)
    let feeds = try FeedList(path: edits.path).feeds
    #expect(try edits.set(feeds[0], name: "a", "label", to: "First") == "a is now called First")
    #expect(try edits.set(feeds[1], name: "b", "label", to: "b") == nil)
    _ = try edits.set(feeds[1], name: "b", "label", to: "Second")
    let list = try Project.text(of: edits.path)
    try folder.write("garbage", to: "feeds.opml")
    #expect(throws: Failure.self) { try edits.undo() }
    try folder.write(list, to: "feeds.opml")
    #expect(try edits.undo() == "b is now called Second")
    #expect(try labels(edits) == ["First", "b", "c"])
    #expect(try edits.undo() == "a is now called First" && labels(edits) == ["a", "b", "c"])
    #expect(try edits.undo() == nil && !edits.canUndo)
  }

  @Test("A list that could not be read is no list without feeds: an import is not undone to that") func unreadable()
    throws
  {
    let folder = try TemporaryFolder()
    let edits = try edits(folder)
    let list = try Project.text(of: edits.path)
    for _ in 1...2 {
      try folder.write("garbage", to: "feeds.opml")
      #expect(throws: Failure.self) { _ = try edits.snapshot() }
      try folder.write(list, to: "feeds.opml")
      let before = try edits.snapshot()
      try folder.write("garbage", to: "feeds.opml")
      edits.noteChange(since: before, "imported")
      #expect(!edits.canUndo)
    }
    try folder.write(list, to: "feeds.opml")
    let before = try edits.snapshot()
    try FeedList.change(edits.path) { (list) throws(Failure) in
      _ = list.add(try FeedSpec(url: "https://d.example/", label: "d"))
    }
    edits.noteChange(since: before, "imported")
    #expect(try edits.undo() == "imported" && labels(edits) == ["a", "b", "c"])
  }

  @Test("A feed that was off or hidden is so again after Undo", arguments: [FeedVisibility.shown, .off, .hidden])
  func undoneVisibility(_ visibility: FeedVisibility) throws {
    let (folder, system) = (try TemporaryFolder(), VirtualSystem())
    system.folders["XDG_STATE_HOME"] = folder.path + "/state"
    try system.run {
      let edits = try edits(folder)
      let feed = try FeedList(path: edits.path).feeds[1]
      var hidden = try HiddenFeedList()
      try hidden.set(feed.url, visibility)
      func now() throws -> FeedVisibility { try HiddenFeedList().visibility(of: feed.url) }
      for _ in 0..<2 {
        _ = try edits.remove(feed, name: "b", account: nil)
        #expect(try labels(edits) == ["a", "c"])
        _ = try edits.undo()
        #expect(try labels(edits) == ["a", "b", "c"] && now() == visibility)
        let isHidden = try edits.remove(feed, name: "b", account: "Home") != nil
        #expect(try isHidden == (visibility != .hidden) && now() == .hidden)
        if isHidden { _ = try edits.undo() }
        for other in [FeedVisibility.shown, .off, .hidden] where other != visibility {
          _ = try edits.set(feed, name: "b", other)
          #expect(try now() == other)
          _ = try edits.undo()
          #expect(try labels(edits) == ["a", "b", "c"] && now() == visibility)
        }
      }
      #expect(!edits.canUndo)
    }
  }

  @Test("What is refused is named as in the window") func titles() throws {
    let folder = try TemporaryFolder()
    let edits = try edits(folder)
    let feed = try #require(try FeedList(path: edits.path).feeds.first)
    let failure = #expect(throws: Failure.self) { try edits.set(feed, name: "a", "interval", to: "x") }
    let words = try #require(failure).naming("interval", "Every").description
    #expect(words.hasPrefix("Every: 'x' "), "\(words)")
    #expect(
      Failure.usage("quiet-hours: '5' is no time").naming("quiet-hours", "Quiet").description == "Quiet: '5' is no time"
    )
    #expect(Failure(of: "/f", reason: "only: it").naming("only", "Only with").description == "/f: only: it")
  }

  @Test("A feed that has left the list is not changed, and nothing else is") func gone() throws {
    let folder = try TemporaryFolder()
    let edits = try edits(folder)
    let feeds = try FeedList(path: edits.path).feeds
    try FeedList.change(edits.path) { (list) throws(Failure) in _ = list.remove(feeds[0].url) }
    let list = try Project.text(of: edits.path)
    #expect(throws: Failure.self) { try edits.set(feeds[0], name: "a", "label", to: "x") }
    #expect(throws: Failure.self) { try edits.move(feeds[0], name: "a", toPlaceOf: feeds[2].url) }
    #expect(throws: Failure.self) { try edits.move(feeds[2], name: "c", toPlaceOf: feeds[0].url) }
    #expect(throws: Failure.self) { try edits.set(feeds[0], name: "a", .off) }
    #expect(throws: Failure.self) { try edits.remove(feeds[0], name: "a", account: nil) }
    #expect(try Project.text(of: edits.path) == list && !edits.canUndo)
    // A place is that of a feed, wherever it is by now.
    _ = try edits.move(feeds[2], name: "c", toPlaceOf: feeds[1].url)
    #expect(try labels(edits) == ["c", "b"])
  }

  @Test("What is announced is read out until there is another message, and not shown") func announced() {
    let status = StatusLine(Self.style)
    status.rest = StatusLine.Message(text: "26 headlines")
    #expect(status.view.accessibleNode(at: 0)?.role == .label)
    status.announce("3 of 26 headlines, Comet")
    let node = status.view.accessibleNode(at: 0)
    #expect(node?.role == .notification && node?.name == "3 of 26 headlines, Comet")
    #expect(status.view.text == "26 headlines")
    status.rest = StatusLine.Message(text: "26 headlines")
    #expect(status.view.heard != nil)
    status.say(nil)
    #expect(status.view.accessibleNode(at: 0)?.name == "26 headlines")
  }

  @Test("A long message in the Settings window has as many lines as it needs") func lines() {
    let controls = SettingsControls(Self.style, .english)
    let reason = Array(repeating: "does not belong to this window", count: 9).joined(separator: " ")
    let message = "newsreel.toml: " + reason
    controls.status.say(message, isWarning: true)
    let panel = Panel(controls.all, controls.layout, style: Self.style, in: ViewContext())
    let harness = ViewHarness(panel, size: Size(width: 500, height: 640))
    harness.layOut()
    let shown = harness.sights(at: 0).compactMap { $0.element.run?.text }
    #expect(shown.joined(separator: " ").contains(message), "\(shown)")
  }
}
