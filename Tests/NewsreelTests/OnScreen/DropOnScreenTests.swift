import TestKit
import TestTags
import Testing

extension OnScreen {
  /// What other programs drag over a strip and drop there.
  @Suite("Drops on screen", .tags(.x11, .network)) struct DropOnScreenTests {
    /// A strip at the lower edge, and a GTK program from whose window something can be dragged.
    private struct Desk {
      let home: FeedHome
      let screen: XServer
      let strip: Child
      let source: Child

      /// A GTK program (`gtk_drag_source_set`) that offers one type, with that data; "hang" never answers, "size:N" is N bytes.
      /// Of several with spaces between, each drop has the next.
      private static let program = """
        import sys, time, gi
        gi.require_version("Gtk", "3.0")
        from gi.repository import Gtk, Gdk
        kind, all = sys.argv[1], sys.argv[2].split(" ")
        window = Gtk.Window(title="source", decorated=False)
        window.set_default_size(120, 80)
        window.move(300, 50)
        box = Gtk.EventBox()
        box.add(Gtk.Label(label="drag me"))
        window.add(box)
        box.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [Gtk.TargetEntry.new(kind, 0, 0)], Gdk.DragAction.COPY)
        def give(widget, context, selection, info, when):
            data = all.pop(0) if len(all) > 1 else all[0]
            if data == "hang": time.sleep(600)
            if data.startswith("size:"): selection.set(selection.get_target(), 8, b"h" * int(data[5:]))
            elif kind == "text/uri-list": selection.set_uris([data])
            else: selection.set(selection.get_target(), 8, data.encode())
        box.connect("drag-data-get", give)
        box.connect("drag-begin", lambda *rest: print("begin", flush=True))
        box.connect("drag-end", lambda *rest: print("end", flush=True))
        window.connect("map-event", lambda *rest: print("ready", flush=True))
        window.show_all()
        Gtk.main()
        """

      init(_ kind: String, _ data: String, manager: XServer.WindowManager? = nil, _ arguments: [String] = [])
        async throws
      {
        (home, screen) = (try FeedHome(), try await XServer(width: 1366, height: 400, manager: manager))
        let environment = home.environment.merging(["HOME": home.folder.path]) { $1 }
        strip = try Program.start(["--delay-at-start", "10000"] + arguments, on: screen, environment: environment)
        source = try Child(
          "/usr/bin/python3", ["-c", Self.program, kind, data],
          environment: ["DISPLAY": screen.display, "NO_AT_BRIDGE": "1", "HOME": home.folder.path])
        _ = try await screen.window(of: strip)
        let (source, strip) = (source, strip)
        try await waitUntil("the source; \(source.errors)") { source.output.contains("ready") }
        try await screen.rest(with: strip)
      }

      /// Takes it by the button, and over the strip.
      func drag() async throws {
        try await screen.xdotool("mousemove", "350", "90", "mousedown", "1")
        for y in [100, 120, 160, 200, 250, 300, 350, 380, 384] {
          try await screen.xdotool("mousemove", "\(400 + y % 3)", "\(y)")
        }
        let source = source
        try await waitUntil("the drag to begin; \(source.errors)") { source.output.contains("begin") }
      }

      func drop() async throws { try await screen.xdotool("mouseup", "1") }

      /// The colour of the mark at the strip's edge.
      private static let mark: UInt32 = 0x7CC4FF

      func waitForMark(_ isThere: Bool) async throws {
        try await waitUntil(isThere ? "the strip to be marked" : "the mark to go") {
          let count = try screen.screenshot().cropped(x: 0, y: 364, width: 1366, height: 2).count(of: Self.mark)
          return isThere ? count > 1000 : count < 100
        }
      }

      func waitForList(_ text: String) async throws {
        let path = home.folder.path + "/config/newsreel/feeds.opml"
        try await waitUntil("\(text) in the list; \(strip.errors)") {
          ((try? Project.text(of: path)) ?? "").contains(text)
        }
      }
    }

    @Test(
      "A link from a GTK program is listed as a feed after one look, and can be undone",
      arguments: [
        ("text/uri-list", nil, []), ("text/plain", .openbox, []), ("UTF8_STRING", .openbox, ["--below"]),
        ("text/x-moz-url", nil, ["--override-redirect"]),
      ] as [(String, XServer.WindowManager?, [String])])
    func link(_ kind: String, _ manager: XServer.WindowManager?, _ arguments: [String]) async throws {
      let server = try FaultServer { _ in [.answer(body: FeedHome.rss(["One", "Two"], name: "Sport Daily"))] }
      defer { server.stop() }
      let desk = try await Desk(kind, server.url("/feed"), manager: manager, arguments)
      try await desk.drag()
      try await desk.waitForMark(true)
      try await desk.drop()
      try await desk.waitForList(server.url("/feed"))
      try await desk.waitForMark(false)
      try await waitUntil("the source to be told of its end") { desk.source.output.contains("end") }
      // The look, and the reader's.
      #expect(server.requests.count <= 2)
      _ = try await Program.run(["focus"], on: desk.screen)
      let path = desk.home.folder.path + "/config/newsreel/feeds.opml"
      // The list has it before the strip knows what there is to take back.
      try await waitUntil("the feed to be off the list") {
        try await desk.screen.key("ctrl+z")
        return !(try Project.text(of: path)).contains("xmlUrl")
      }
      #expect(desk.strip.isRunning && desk.strip.errors.isEmpty, "\(desk.strip.errors)")
    }

    @Test("Of a page with several feeds one is chosen from a menu, and the shipped headlines make room for it")
    func page() async throws {
      let server = try FeedHome.serverOfPage()
      defer { server.stop() }
      let desk = try await Desk("text/uri-list", server.url("/page"), manager: .openbox)
      try await desk.drag()
      try await desk.drop()
      _ = try await desk.screen.window(named: "Newsreel menu")
      let path = desk.home.folder.path + "/config/newsreel/feeds.opml"
      try await waitUntil("one to be chosen; \(desk.strip.errors)") {
        try await desk.screen.key("Down", "Return")
        let list = (try? Project.text(of: path)) ?? ""
        return list.contains(server.url("/one")) || list.contains(server.url("/two"))
      }
      #expect(try !Project.text(of: path).contains("/page") && desk.strip.errors.isEmpty)
    }

    @Test("A file that is a list of feeds is imported") func opml() async throws {
      let folder = try TemporaryFolder()
      let path = try folder.write(
        "<opml version=\"2.0\"><body><outline type=\"rss\" text=\"A\" xmlUrl=\"\(folder.path)/a.xml\"/></body></opml>",
        to: "my feeds.opml")
      try folder.write(FeedHome.rss(["One"]), to: "a.xml")
      let desk = try await Desk("text/uri-list", "file://" + path.replacing(" ", with: "%20"))
      try await desk.drag()
      try await desk.drop()
      try await desk.waitForList("/a.xml")
    }

    @Test("More than 1 MB is refused with a word, and the next drop is taken") func large() async throws {
      let server = try FaultServer { _ in [.answer(body: FeedHome.rss(["One"]))] }
      defer { server.stop() }
      let desk = try await Desk("text/plain", "size:30000000 " + server.url("/feed"))
      try await desk.drag()
      try await desk.drop()
      try await waitUntil("a word; \(desk.strip.errors)") { desk.strip.errors.contains("is larger than 1 MB") }
      try await desk.waitForMark(false)
      try await waitUntil("the source to be told of its end") { desk.source.output.contains("end") }
      try await desk.drag()
      try await desk.waitForMark(true)
      try await desk.drop()
      try await desk.waitForList(server.url("/feed"))
      #expect(desk.strip.isRunning)
    }

    @Test("A source that never answers is given up, and one that dies while it drags leaves no mark") func dead()
      async throws
    {
      let desk = try await Desk("text/plain", "hang")
      try await desk.drag()
      try await desk.drop()
      try await waitUntil("a word; \(desk.strip.errors)") { desk.strip.errors.contains("does not answer") }
      try await desk.waitForMark(false)
      let other = try await Desk("text/plain", "https://example.org/")
      try await other.drag()
      try await other.waitForMark(true)
      other.source.signal(9)
      try await other.waitForMark(false)
      try await other.drop()
      #expect(other.strip.isRunning && other.strip.errors.isEmpty)
    }

    @Test("Other types are not taken: the strip is not marked") func others() async throws {
      let desk = try await Desk("image/png", "https://example.org/")
      try await desk.drag()
      try await desk.drop()
      try await waitUntil("the source to be told") { desk.source.output.contains("end") }
      let picture = try desk.screen.screenshot().cropped(x: 0, y: 364, width: 1366, height: 2)
      #expect(picture.count(of: 0x7CC4FF) < 100 && desk.strip.isRunning && desk.strip.errors.isEmpty)
    }

    @Test("Messages of drag and drop that make no sense leave the strip as it is") func forged() async throws {
      let screen = try await XServer(width: 1366, height: 400)
      let shown = try await Shown(["--delay-at-start", "10000"], on: screen)
      let sender = try EventSender(to: screen)
      let window = try #require(UInt32(shown.window))
      let text = try sender.atom("text/uri-list")
      let names = ["XdndEnter", "XdndPosition", "XdndLeave", "XdndDrop"]
      for source in [0, 1, window, 0x1234_5678, UInt32.max] as [UInt32] {
        for version in [0, 3, 5, 255] as [UInt32] {
          for name in names { try sender.message(name, [source, version << 24, text, text, text], to: window) }
          try sender.message("XdndEnter", [source, version << 24 | 1, 0, 0, 0], to: window)
          for name in names.reversed() {
            try sender.message(name, [source, .max, .max, .max, .max], to: window)
          }
        }
      }
      try await shown.moreFramesOrRest()
      #expect(shown.child.isRunning)
      try sender.close(window)
      #expect(try await shown.child.ending() == .exited(0), "\(shown.child.errors)")
    }
  }
}

extension Shown {
  /// Waits until it has taken what was sent.
  fileprivate func moreFramesOrRest() async throws {
    let line = try await control()
    _ = try await line.ask("state")
  }
}
