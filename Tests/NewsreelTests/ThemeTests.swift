import Scene
import ScrollCore
import TestKit
import Testing

@testable import App

@Suite("Themes") struct ThemeTests {
  @Test(
    "What is wrong is told with file, line, column and the remedy",
    arguments: [
      ("background = '#123'\n  chip-colr = 'red'", "2:3: a theme has no property 'chip-colr'; it has font, background"),
      ("text-colour = 'red'", "1:1: a theme has no property 'text-colour'; did you mean 'text-color'?"),
      ("# a comment\nbackground =  'rde'", "2:15: background: 'rde' is not a colour"),
      ("'text-color' = 5", "1:16: text-color: takes a colour in quotes, not 5"),
      ("topic-colors = ['red', 'gren']", "1:16: topic-colors: 'gren'"),
      ("background = ", "1:14: a value is missing"),
      ("background = [1, 'red']", "1:14: background: takes a colour in quotes, not a list with a number"),
      ("[[[", "1:3: a key is expected here, not '['"), ("[.a]", "1:2: a key is expected here, not '.'"),
      ("[background]\nx = 1", "1:1: background: takes a colour"),
    ])
  func wrong(_ text: String, _ message: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "my.toml")
    let error = #expect(throws: ValueError.self) { try Theme.load(path) }
    #expect(error?.description.hasPrefix("theme: \(path):\(message)") == true, "\(error?.description ?? "none")")
  }

  @Test("A theme that is not there has a near one")
  func missing() {
    let near = #expect(throws: ValueError.self) { try Theme.load("ligth") }
    #expect(near?.description.hasSuffix("did you mean 'light'?") == true)
    let file = #expect(throws: ValueError.self) { try Theme.load("/nonexistent/a.toml") }
    #expect(file?.description == "theme: /nonexistent/a.toml: cannot be opened: No such file or directory")
  }

  @Test("What is set by itself goes before the theme, wherever it stands; topics may be a list")
  func order() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("topic-colors = ['red', 'rgb(0, 255, 0)']\nbackground = 'navy'", to: "my.toml")
    var request = ViewRequest<StripKind>()
    try request.window.set("background", to: "#010203")
    try request.own.set("text-color", to: "white")
    try request.own.set("theme", to: path)
    let style = try StripController(request).style
    #expect(style.theme.background == Color(rgb: 0x010203) && style.theme.textColor == .white)
    #expect(style.theme.topicColors == [Color(rgb: 0xff0000), Color(rgb: 0x00ff00)])
    #expect(style.theme.labelColor == StripTheme().labelColor)
  }
}
