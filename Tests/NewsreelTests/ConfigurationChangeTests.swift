import Base
import Formats
import Inspector
import Scene
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Windows

/// What the inspector writes.
@Suite("What is set, written into a configuration") struct ConfigurationChangeTests {
  private let folder = try! TemporaryFolder()
  private var path: String { folder.path + "/newsreel.toml" }

  private func property(
    _ name: String, _ kind: PropertyKind, _ value: String, of view: String, isSet: Bool = true
  ) -> PropertyInfo {
    PropertyInfo(
      view: view, name: name, kind: kind, unit: "", meaning: "", initial: "", value: value, isSet: isSet)
  }

  private func written() throws -> String { try Project.text(of: path) }

  @Test("Only the keys that differ are changed, in the tables of their views; comments and order stay") func edit()
    throws
  {
    try Files.write(
      """
      # Mine.
      [[window]]
      name = "desk" # the one below
      opacity = 0.5
      [[window.column]]
      view = "crawl"
      id = "news"
      arguments = ["One"]
      # scroll-speed = 60
      foreground = "red"
      [[window.column]]
      [[window.column.row]]
      view = "counter"
      arguments = ["1"]
      duration = 3 # slow

      [[window]]
      view = "badge"
      label = "Old"
      """, to: path)
    let number = PropertyKind.number(0...1000)
    let change = try ConfigurationChange(
      to: path,
      showing: [
        (
          0,
          [
            property("name", .text, "desk", of: "window"), property("opacity", number, "1", of: "window", isSet: false),
            property("theme", .text, "light", of: "window"), property("news.scroll-speed", number, "120", of: "news"),
            property("counter-2.duration", number, "0.5", of: "counter-2"),
          ]
        ), (1, [property("label", .text, "New \"one\"", of: "badge")]),
      ])
    #expect(change.plan.kind == .edit)
    #expect(
      change.plan.lines == [
        "- opacity = 0.5", "+ theme = \"light\"", "+ scroll-speed = 120", "- duration = 3", "+ duration = 0.5",
        #"- label = "Old""#, #"+ label = "New \"one\"""#,
      ])
    try change.write()
    #expect(
      try written() == """
        # Mine.
        [[window]]
        name = "desk" # the one below
        theme = "light"
        [[window.column]]
        view = "crawl"
        id = "news"
        arguments = ["One"]
        # scroll-speed = 60
        scroll-speed = 120
        foreground = "red"
        [[window.column]]
        [[window.column.row]]
        view = "counter"
        arguments = ["1"]
        duration = 0.5 # slow

        [[window]]
        view = "badge"
        label = "New \\"one\\""
        """)
  }

  @Test("What is written is not taken back over an edit by hand") func undo() throws {
    try Files.write("scroll-speed = 60\n", to: path)
    let change = try ConfigurationChange(
      to: path, showing: [(0, [property("scroll-speed", .number(0...1000), "90", of: "strip")])])
    try change.write()
    let byHand = try written() + "label = \"Mine\"\n"
    try Files.write(byHand, to: path)
    #expect(try !change.undo() && written() == byHand)
    try Files.write("scroll-speed = 90\n", to: path)
    #expect(try change.undo() && written() == "scroll-speed = 60\n")
  }

  @Test("A file in which nothing is set any more is not left empty, however often that happens", arguments: 1...2)
  func nothing(_ rounds: Int) throws {
    let speed = { property("scroll-speed", .number(0...1000), "90", of: "strip", isSet: $0) }
    try Files.write("scroll-speed = 60\n", to: path)
    for _ in 0..<rounds {
      try ConfigurationChange(to: path, showing: [(0, [speed(false)])]).write()
      #expect(try written() == "# Nothing is set.\n")
      try ConfigurationChange(to: path, showing: [(0, [speed(true)])]).write()
      #expect(try written().contains("scroll-speed = 90"))
    }
  }

  @Test("What init writes takes each property where it stands as a comment") func defaults() throws {
    try Files.write(ConfigurationText.defaults, to: path)
    let strip = StripKind.Style.properties.map { property in
      let text = SampleValues.text(for: property, of: StripKind.initial)
      return self.property(property.flag, property.kind, text, of: "strip")
    }.filter { $0.name != "topic-colors" && WindowOptions.property(named: $0.name) == nil }
    let window = WindowOptions.properties.filter { !["dock", "above", "below", "normal"].contains($0.name) }.map {
      property in
      let text = SampleValues.text(for: property, of: WindowOptions())
      return self.property(property.flag, property.kind, text, of: "window")
    }
    // As the property itself writes it.
    let shown = try (strip + window).map { property in
      var (own, options) = (Settings<StripKind.Style>(StripKind.initial), Settings<WindowOptions>())
      if property.view == "strip" {
        try own.set(property.name, to: property.value)
      } else {
        try options.set(property.name, to: property.value)
      }
      let value = try #require((own.changes + options.changes).first?.value)
      return self.property(property.name, property.kind, value.text, of: property.view)
    }
    let change = try ConfigurationChange(to: path, showing: [(0, shown)])
    try change.write()
    let lines = try written().split(separator: "\n", omittingEmptySubsequences: false)
    for property in shown {
      let index = try #require(lines.firstIndex { $0.hasPrefix("\(property.name) = ") }, "\(property.name)")
      #expect(lines[index - 1].hasPrefix("# \(property.name) = "))
    }
    // Nothing is left to write, and all can be taken back.
    #expect(try ConfigurationChange(to: path, showing: [(0, shown)]).plan.lines.isEmpty)
    let reset = shown.map { self.property($0.name, $0.kind, $0.text, of: $0.view, isSet: false) }
    try ConfigurationChange(to: path, showing: [(0, reset)]).write()
    #expect(try written() == ConfigurationText.defaults)
  }

  @Test("A command line's window becomes a file that says the same") func create() throws {
    let origin = try JSON(
      parsing:
        #"{"sources":{"arguments":["One","\"2\""],"replace":true,"every":5,"command":"nproc"},"reads-input":true}"#)
    let change = try ConfigurationChange(
      new: path, origin: origin,
      showing: [
        property("scroll-speed", .number(0...1000), "80", of: "crawl"),
        property("text", .text, "", of: "crawl", isSet: false),
        property("place", .text, "in-top", of: "window"),
      ])
    #expect(change.plan.kind == .create && change.plan.warnings.count == 1)
    try change.write()
    let text = try written()
    #expect(
      text.hasPrefix(
        "[[window]]\nplace = \"in-top\"\nview = \"crawl\"\narguments = [\"One\", \"\\\"2\\\"\"]\nreplace = true\n"))
    let configuration = try ConfigurationReader(file: path, bytes: Array(text.utf8)).read()
    #expect(configuration.windows[0].views[0].own.map { $0.value?.text } == ["80"])
    // It is there now.
    let again = try ConfigurationChange(new: path, origin: nil, showing: [property("label", .text, "X", of: "strip")])
    #expect(again.plan.kind == .replace)
    try Files.write("# somebody else's\n", to: path)
    #expect(throws: Failure.self) { try again.write() }
    #expect(try written() == "# somebody else's\n")
  }

  @Test("A file that is wrong, or has changed since it was looked at, is not written") func refusals() throws {
    let label = property("label", .text, "X", of: "strip")
    #expect(throws: Failure.self) { try ConfigurationChange(to: path, showing: [(0, [label])]) }
    try Files.write("labl = 1\n", to: path)
    #expect(throws: Failure.self) { try ConfigurationChange(to: path, showing: [(0, [label])]) }
    try Files.write("label = \"Y\"\n", to: path)
    let change = try ConfigurationChange(to: path, showing: [(0, [label])])
    try Files.write("label = \"Z\"\n", to: path)
    #expect(throws: Failure.self) { try change.write() }
    #expect(try written() == "label = \"Z\"\n")
  }

  @Test("What is said to open another window does, and nothing else") func newWindows() throws {
    for property in WindowOptions.properties where property.name != "opacity" {
      var options = WindowOptions()
      try property.set(text: SampleValues.text(for: property, of: options), of: &options)
      #expect(
        options.needsOther(windowThan: WindowOptions()) == WindowOptions.ofNewWindow.contains(property.flag),
        "\(property.flag)")
    }
  }
}
