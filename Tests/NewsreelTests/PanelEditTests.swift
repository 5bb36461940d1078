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

  @Test("A feed is on or off again after Undo, as it was before", arguments: [true, false])
  func undoneSwitch(_ wasOn: Bool) throws {
    let (folder, system) = (try TemporaryFolder(), VirtualSystem())
    system.folders["XDG_STATE_HOME"] = folder.path + "/state"
    try system.run {
      let edits = try edits(folder)
      let feed = try FeedList(path: edits.path).feeds[1]
      var off = try OffFeeds()
      try off.set(feed.url, on: wasOn)
      func now() throws -> Bool { try OffFeeds().isOn(feed.url) }
      for _ in 0..<2 {
        _ = try edits.remove(feed, name: "b", account: nil)
        #expect(try labels(edits) == ["a", "c"])
        _ = try edits.undo()
        #expect(try labels(edits) == ["a", "b", "c"] && now() == wasOn)
        // The account would bring it back.
        let isSwitched = try edits.remove(feed, name: "b", account: "Home") != nil
        #expect(try isSwitched == wasOn && !now())
        if isSwitched { _ = try edits.undo() }
        _ = try edits.turn(feed, name: "b", on: !wasOn)
        #expect(try now() == !wasOn)
        _ = try edits.undo()
        #expect(try labels(edits) == ["a", "b", "c"] && now() == wasOn)
      }
      #expect(!edits.canUndo)
    }
  }

  @Test("What was deleted last comes back byte for byte when the window, or the program, is opened again")
  func undoneLater() throws {
    let (folder, system) = (try TemporaryFolder(), VirtualSystem())
    system.folders["XDG_STATE_HOME"] = folder.path + "/state"
    try system.run {
      let first = try edits(folder)
      let before = try Project.text(of: first.path)
      let feeds = try FeedList(path: first.path).feeds
      var off = try OffFeeds()
      try off.set(feeds[1].url, on: false)
      for feed in feeds.prefix(2) { _ = try first.remove(feed, name: feed.label ?? "", account: nil) }
      #expect(try labels(first) == ["c"] && OffFeeds().isOn(feeds[1].url))
      func again() -> FeedEdits { FeedEdits(first.path, FeedsPanelText(.english)) }
      let later = again()
      #expect(later.lastWords == "b is deleted")
      #expect(try later.undo() == "b is deleted" && labels(later) == ["b", "c"] && !OffFeeds().isOn(feeds[1].url))
      // It is one deletion: what is there again is not offered.
      #expect(!later.canUndo && !again().canUndo)
      // The window that is still open goes on with the one before, and so does the next.
      #expect(try first.undo() != nil && again().lastWords == "a is deleted")
      #expect(try again().undo() != nil && labels(first) == ["a", "b", "c"])
      #expect(try Project.text(of: first.path) == before)
    }
  }

  @Test("A deletion that is undone keeps what was changed since") func undoneBesideChanges() throws {
    let (folder, system) = (try TemporaryFolder(), VirtualSystem())
    system.folders["XDG_STATE_HOME"] = folder.path + "/state"
    try system.run {
      let first = try edits(folder)
      let feeds = try FeedList(path: first.path).feeds
      _ = try first.remove(feeds[0], name: "a", account: nil)
      try FeedList.change(first.path) { (list) throws(Failure) in
        list.remove("c")
        list.add(try FeedSpec(url: "https://d.example/", label: "d"))
      }
      _ = try FeedEdits(first.path, FeedsPanelText(.english)).undo()
      #expect(try labels(first) == ["a", "b", "d"])
      // A file that says nothing is nothing to undo.
      for text in ["", "deleted", "deleted x\n", "else x\n\n<opml/>"] {
        try folder.write(text, to: "feeds.opml.deleted")
        _ = try? FeedEdits(first.path, FeedsPanelText(.english)).undo()
        #expect(try labels(first) == ["a", "b", "d"])
      }
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
    #expect(throws: Failure.self) { try edits.turn(feeds[0], name: "a", on: false) }
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
