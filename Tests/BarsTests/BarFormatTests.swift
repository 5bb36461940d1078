import Base
import Formats
import ScrollCore
import Testing

@testable import Bars

/// What each bar reads, by its own documentation.
@Suite("Lines for bars") struct BarFormatTests {
  private let program = BarProgramName(path: "/usr/bin/newsreel", window: "bar")

  private func content(_ text: String, link: Bool = true, urgent: Bool = false) -> BarContent {
    var round = BarRound(BarPace())
    var headline = BarHeadline(.item(1), text)
    headline.link = link ? "https://example.org/" : nil
    (headline.topic, headline.isUrgent) = ("A<b", urgent)
    round.show([headline], at: 0)
    return round.content(at: 0)
  }

  private func line(_ format: BarFormat, _ text: String, link: Bool = true) -> String {
    String(format.line(content(text, link: link), clicks: program).dropLast())
  }

  @Test("Waybar: an object a line, with Pango's markup escaped in text and tooltip") func waybar() throws {
    let object = try JSON(parsing: line(.waybar, #"<b>"R&D"</b> isn't {}"#))
    #expect(object["text"]?.string == "&lt;b&gt;&quot;R&amp;D&quot;&lt;/b&gt; isn&#39;t {}")
    #expect(object["tooltip"]?.string == "A&lt;b: &lt;b&gt;&quot;R&amp;D&quot;&lt;/b&gt; isn&#39;t {}")
    #expect(object["alt"]?.string == "1" && object["class"]?.string == "unread" && object["percentage"]?.number == 100)
    let empty = try JSON(parsing: BarFormat.waybar.line(BarContent(), clicks: program))
    #expect(empty["text"]?.string == "" && empty["class"]?.string == "empty" && empty["percentage"]?.number == 0)
    let notice = try JSON(parsing: BarFormat.waybar.line(BarContent(notice: "a\nb"), clicks: program))
    #expect(notice["text"]?.string == "a b" && notice["class"]?.string == "notice" && notice["alt"]?.string == "0")
  }

  @Test("i3bar: a header, and an endless array of arrays of blocks without markup") func i3bar() throws {
    let text =
      BarFormat.i3bar.header + BarFormat.i3bar.line(content("<b>1</b>"), clicks: program)
      + BarFormat.i3bar.line(content("Two", urgent: true), clicks: program)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let header = try JSON(parsing: lines[0])
    #expect(header["version"]?.number == 1 && header["click_events"]?.bool == true)
    #expect(lines[1] == "[" && lines[2].hasSuffix(",") && lines.count == 5 && lines[4].isEmpty)
    let all = try JSON(parsing: lines[1] + lines[2] + lines[3].dropLast() + "]")
    let blocks = try #require(all.array).compactMap { $0.array?.first }
    #expect(blocks.map { $0["full_text"]?.string } == ["<b>1</b>", "Two"])
    #expect(blocks.map { $0["urgent"]?.bool } == [false, true])
    #expect(blocks.allSatisfy { $0["markup"]?.string == "none" && $0["name"]?.string == "newsreel" })
  }

  @Test("i3blocks: a text a line, a blank for none; i3bar has a shorter text for narrow screens") func i3blocks() throws
  {
    #expect(line(.i3blocks, #"<b>"R&D" \n"#) == #"<b>"R&D" \n"#)
    #expect(BarFormat.i3blocks.line(BarContent(), clicks: program) == " \n" && BarFormat.i3blocks.header == "")
    let block = try JSON(parsing: String(line(.i3bar, String(repeating: "漢", count: 40)).dropLast())).array?.first
    #expect(block?["full_text"]?.string?.count == 40 && CellWidth.of(block?["short_text"]?.string ?? "") == 30)
  }

  private static let areas =
    "%{A3:/usr/bin/newsreel msg --name bar next:}%{A4:/usr/bin/newsreel msg --name bar previous:}"
    + "%{A5:/usr/bin/newsreel msg --name bar next:}"

  @Test("Polybar: areas with commands, and no tag out of a headline") func polybar() {
    let open = "%{A1:/usr/bin/newsreel msg --name bar open:}"
    #expect(line(.polybar, "Up 5 %") == open + Self.areas + "Up 5 %%{A}%{A}%{A}%{A}")
    #expect(line(.polybar, "%{F#f00}%%{x", link: false) == Self.areas + "%%{O0}{F#f00}%%%{O0}{x%{A}%{A}%{A}")
    // For Swift a brace with a mark on it is one character, for Polybar it is a brace.
    #expect(line(.polybar, "%{\u{301}x", link: false).hasSuffix("%%{O0}{\u{301}x%{A}%{A}%{A}"))
    #expect(BarFormat.polybar.line(BarContent(notice: "none"), clicks: program) == "none\n")
  }

  @Test("Lemonbar: areas with commands, and two percent signs for one") func lemonbar() {
    #expect(line(.lemonbar, "5 % %{A:rm:}", link: false) == Self.areas + "5 %% %%{A:rm:}%{A}%{A}%{A}")
    #expect(line(.lemonbar, "%\u{301}", link: false).contains("%%\u{301}%{A}"))
  }

  @Test("xmobar: actions around a text that is read by its length, in scalars") func xmobar() {
    let text = "<fc=red>é e\u{301} 👍🏽</fc>`}{"
    let shown = line(.xmobar, text)
    #expect(shown.hasPrefix("<action=`/usr/bin/newsreel msg --name bar open` button=1><action=`"))
    #expect(shown.hasSuffix("<raw=\(text.unicodeScalars.count):\(text)/></action></action></action></action>"))
    #expect(BarFormat.xmobar.line(BarContent(), clicks: program) == "\n")
  }

  @Test("tmux: two number signs for one") func tmux() {
    #expect(line(.tmux, "C# #[fg=red]#(rm) %H") == "C## ##[fg=red]##(rm) %H")
    #expect(line(.tmux, "#\u{301}(rm)") == "##\u{301}(rm)")
  }

  @Test("Whatever a feed writes, a bar gets one line without control characters", arguments: BarFormat.allCases)
  func hostile(_ format: BarFormat) throws {
    var scalars = "a".unicodeScalars
    for value in [0x0...0xFF, 0x2028...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB, 0xE0000...0xE007F].joined() {
      Unicode.Scalar(UInt32(value)).map { scalars.append($0) }
    }
    let shown = line(format, String(scalars) + "z\u{1B}]0;x\u{7}\u{1B}[31mred")
    #expect(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    #expect(!shown.unicodeScalars.contains { (0x2028...0x202E).contains($0.value) || $0.value >= 0xE0000 })
    #expect(shown.contains("red"))
  }

  @Test("A program whose path a shell would have to have quoted is run by its name") func paths() {
    #expect(BarProgramName(path: "/opt/a b/newsreel", window: "x").path == "newsreel")
    #expect(BarProgramName(path: "/opt/a:b/newsreel", window: "x").path == "newsreel")
    #expect(BarProgramName(path: "", window: "x").path == "newsreel")
  }

  @Test(
    "Clicks: i3bar's objects in an endless array, and i3blocks's numbers",
    arguments: [
      ("[", nil), (#"{"name":"newsreel","button":1,"x":5}"#, .open), (#",{"button":4}"#, .previous),
      (#", {"button": 5,"modifiers":["Shift"]}"#, .next), ("2", .pause), ("3", .next), ("8", nil), ("", nil),
      ("{}", nil), (#"{"button":"1"}"#, nil), (#"{"button":1.5}"#, nil), ("1e9999", nil), ("]", nil),
      (#"{"button":1"#, nil),
    ] as [(String, BarClick.Action?)])
  func clicks(_ line: String, _ action: BarClick.Action?) { #expect(BarClick(line: line)?.action == action) }
}
