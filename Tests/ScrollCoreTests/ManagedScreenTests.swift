import Testing

@testable import ScrollCore

/// One monitor that ends above the X screen's lower edge, as where a projector was unplugged.
@Suite("Work areas by window managers") struct ManagedScreenTests {
  private static let screen = Rect(x: 0, y: 0, width: 960, height: 720)
  private static let monitor = Rect(x: 0, y: 0, width: 960, height: 500)

  /// A window manager that reports what the strip's strut and its own margin leave.
  private struct Manager {
    var countsFromMonitors: Bool
    var margin = 0.0

    func area(_ struts: [Strut]) -> Rect {
      let all = countsFromMonitors ? ManagedScreenTests.monitor : ManagedScreenTests.screen
      let end = margin > 0 ? ManagedScreenTests.monitor.maxY - margin : all.maxY
      let free = Rect(x: 0, y: 0, width: 960, height: end)
      return struts.reduce(free) { $1.remainder(of: $0, screen: all) }
    }
  }

  /// A strip at the lower edge, which looks at the work area again and again.
  private struct Strip {
    var managed: ManagedScreen?
    var frame = Rect.zero
    var strut: Strut?
    var struts: [Strut] = []
    let screen = ManagedScreenTests.screen
    let monitor = ManagedScreenTests.monitor

    mutating func place(_ reported: Rect) {
      var managed = ManagedScreen(screen: screen, monitors: [monitor], after: managed)
      managed.learn(from: reported, struts: strut.map { [$0] } ?? [])
      let area = managed.area(
        of: monitor, free: monitor, reported: monitor.intersection(reported), others: [], own: struts)
      frame = Rect(x: area.minX, y: area.maxY - 36, width: area.width, height: 36)
      strut = Strut(of: frame, on: monitor, free: area, of: [monitor], screen: managed.measured)
      struts += strut.map { [$0] } ?? []
      self.managed = managed
    }
  }

  @Test(
    "The strip stays at the monitor's edge, whichever edge its strut is counted from and however late the answer is",
    arguments: [true, false], [0, 1, 2])
  func rests(_ countsFromMonitors: Bool, _ delay: Int) {
    let manager = Manager(countsFromMonitors: countsFromMonitors)
    var strip = Strip()
    var answers = [Rect](repeating: manager.area([]), count: delay + 1)
    for round in 0..<12 {
      strip.place(answers.removeFirst())
      answers.append(manager.area(strip.strut.map { [$0] } ?? []))
      #expect(strip.frame.maxY == 500, "in round \(round)")
    }
    // It reserves its height in the way of the manager.
    #expect(manager.area(strip.strut.map { [$0] } ?? []).intersection(Self.monitor).height == 464)
  }

  @Test("A margin of the window manager counts, also behind the strip's own strut") func margin() {
    var manager = Manager(countsFromMonitors: true, margin: 20)
    var strip = Strip()
    for margin in [20.0, 20, 90, 90] {
      manager.margin = margin
      for _ in 0..<2 { strip.place(manager.area(strip.strut.map { [$0] } ?? [])) }
      #expect(strip.frame.maxY == 500 - margin, "with a margin of \(margin)")
    }
  }

  @Test("A margin that no window was listed beside counts as long as there is a bar in it") func bar() {
    let manager = Manager(countsFromMonitors: true, margin: 20)
    var managed = ManagedScreen(screen: Self.screen, monitors: [Self.monitor])
    func place(_ reported: Rect, own: [Strut], hasBar: Bool) -> Double {
      managed.area(
        of: Self.monitor, free: Self.monitor, reported: reported, others: [], own: own, isSure: !own.isEmpty,
        hasBar: { hasBar && $0 == Rect(x: 0, y: 480, width: 960, height: 20) }
      ).maxY
    }
    let own = Strut(.bottom, thickness: 56, start: 0, end: 960)
    #expect(place(manager.area([]), own: [], hasBar: true) == 480)
    for _ in 0..<2 { #expect(place(manager.area([own]), own: [own], hasBar: true) == 480) }
    // It was the space of a panel that has gone.
    for _ in 0..<2 { #expect(place(manager.area([own]), own: [own], hasBar: false) == 500) }
    #expect(place(manager.area([]), own: [], hasBar: false) == 500)
    // Beside windows a margin of its own is beyond doubt.
    for _ in 0..<2 { #expect(place(Rect(x: 0, y: 0, width: 960, height: 410), own: [own], hasBar: false) == 410) }
  }

  @Test("A panel's strut is read as it was measured") func measured() {
    var managed = ManagedScreen(screen: Self.screen, monitors: [Self.monitor])
    let frame = Rect(x: 0, y: 470, width: 960, height: 30)
    for (thickness, area) in [(250.0, Self.screen), (30, Self.monitor), (99, Self.screen)] {
      let strut = Strut(.bottom, thickness: thickness, start: 0, end: 960)
      #expect(managed.measured(by: strut, at: frame) == area)
    }
    managed.learn(from: Self.screen, struts: [])
    #expect(managed.measured == Self.screen)
    managed.learn(from: Self.monitor, struts: [])
    #expect(managed.measured == Self.monitor)
    // What tells nothing changes nothing.
    managed.learn(from: .zero, struts: [])
    managed.learn(from: Rect(x: 0, y: 0, width: 960, height: 123), struts: [])
    #expect(managed.measured == Self.monitor)
  }

  @Test("A margin that was learnt counts until there are other monitors") func otherMonitors() throws {
    let before = Self.monitor
    func area(of monitor: Rect, over strip: Double, _ managed: inout ManagedScreen) throws -> Rect {
      let frame = Rect(x: 0, y: monitor.maxY - strip, width: monitor.width, height: strip)
      let strut = try #require(Strut(of: frame, on: monitor, free: monitor, of: [monitor], screen: managed.measured))
      // The strip's own strut is all that is reported.
      let reported = strut.remainder(of: monitor, screen: managed.measured)
      #expect(reported.height == monitor.height - strip)
      return managed.area(of: monitor, free: monitor, reported: reported, others: [], own: [strut])
    }
    var managed = ManagedScreen(screen: Self.screen, monitors: [before])
    let reported = Rect(x: 0, y: 0, width: 960, height: 470)
    #expect(managed.area(of: before, free: before, reported: reported, others: [], own: []) == reported)
    managed = ManagedScreen(screen: Self.screen, monitors: [before], after: managed)
    #expect(try area(of: before, over: 36, &managed) == reported)
    let other = Rect(x: 0, y: 0, width: 960, height: 600)
    managed = ManagedScreen(screen: Self.screen, monitors: [other], after: managed)
    #expect(try area(of: other, over: 36, &managed) == other)
  }
}
