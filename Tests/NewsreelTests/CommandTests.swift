import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Windows

/// The program itself, as a user's shell runs it.
@Suite("The command line") struct CommandTests {
  private static let wrongLines = [
    ("--scroll-tme 3", "newsreel: unknown option '--scroll-tme'"),
    ("--border-widht 3", "newsreel: unknown option '--border-widht'. Did you mean '--border-width'?"),
    (
      "crawl --scroll-speed -3", "newsreel: --scroll-speed: -3 is out of range (0 to 100000); for the other direction"
    ),
    ("crawl --max-font-size 5 --min-font-size 9", "newsreel: --max-font-size: 5 is below min-font-size, 9"),
    ("crawl --border-width -3", "newsreel: --border-width: -3 is out of range (0 to 32767)"),
    ("crawl --zzzzzzzz", "newsreel: unknown option '--zzzzzzzz'; newsreel help crawl lists what there is"),
    (
      "crawl --border-width",
      "newsreel: missing value for '--border-width <px>'; newsreel help crawl lists what there is"
    ),
    (
      "--geometry 5y5",
      "newsreel: --geometry: '5y5' is not a geometry: x, + or - expected, not 'y' (character 2)"
    ),
    (
      "crawl --markup Headline",
      "newsreel: --markup: 'Headline' is not one of none, pango, lemonbar, dzen2; "
        + "--markup without a value is now --markup pango"
    ),
    (
      "credits --markup lemonbar x",
      "newsreel: --markup: 'lemonbar' is not one of none, pango; --markup without a value is now"
    ),
    ("tokens --background nocolour", "newsreel: --background: 'nocolour'"),
    ("counter 1 2", "newsreel: '2' is one number too many; put - alone to read them from a pipe"),
    ("properties crwl", "newsreel: 'crwl' is not a view; did you mean 'crawl'?"),
    ("help nothing", "newsreel: 'nothing' is not a subcommand; newsreel help lists them"),
    (
      "properties window crawl", "newsreel: unexpected argument 'crawl'; newsreel help properties lists what there is"
    ),
    ("--speed 3", "newsreel: unknown option '--speed'. Did you mean '--scroll-speed'?"),
    ("crawl --colour red One", "newsreel: unknown option '--colour'. Did you mean '--foreground'?"),
    ("tokens --text-colour red", "newsreel: unknown option '--text-colour'. Did you mean '--text-color'?"),
    ("preview --out x.png --speed 3", "newsreel: unknown option '--speed'. Did you mean '--scroll-speed'?"),
    ("tokenss", "newsreel: 'tokenss' is not a command; did you mean newsreel tokens? As a headline it goes behind --"),
    ("feed add example.org/feed", "newsreel: 'feed' is not a command; did you mean newsreel feeds?"),
    (
      "feeds add nonsense",
      "newsreel: 'nonsense' is neither an address nor a file; an address begins with https://"
    ),
    ("feeds ad example.org/feed", "newsreel: feeds: 'ad' is not one of list, add, set,"),
    ("feeds exprot --json", "newsreel: feeds: 'exprot' is not one of list, add, set,"),
    (
      "counter --decimals 2 5",
      "newsreel: unknown option '--decimals'. Did you mean '--min-decimals' or '--max-decimals'?"
    ),
    ("badge --imgae x.png A B", "newsreel: unknown option '--imgae'. Did you mean '--image'?"),
    ("counter ten", "newsreel: 'ten' is not a number"),
    ("counter -- --help-all", "newsreel: '--help-all' is not a number"),
    ("counter -- --version", "newsreel: '--version' is not a number"),
    ("crawl", "newsreel: crawl: there is nothing to scroll; give it a text"),
    ("badge", "newsreel: badge: there is nothing to show; give it a label"),
    ("preview badge --out x.png", "newsreel: badge: there is nothing to show"),
    ("credits", "newsreel: credits: there is no text to show; name its file"),
    ("tokens --no-can-edit", "newsreel: tokens: there is nothing to show"),
    ("preview crawl --out x.png", "newsreel: crawl: there is nothing to scroll"),
    ("-x", "newsreel: unknown option '-x'; newsreel --help-all lists what there is"),
  ]

  private static let helpLines = [
    ("--version", "newsreel \(Release.version)\n"), ("-v", "newsreel \(Release.version)\n"),
    ("crawl --version", "newsreel \(Release.version)\n"),
    ("--help", "A news ticker"), ("help", "A news ticker"), ("-h", "A news ticker"),
    ("--help-all", "OVERVIEW: A news ticker"), ("crawl --help-all", "OVERVIEW: Scrolls headlines sideways."),
    ("feeds --help-all", "OVERVIEW: Manages the list of feeds"),
    ("help crawl", "OVERVIEW: Scrolls headlines sideways."), ("counter --help", "OVERVIEW: Shows a number"),
    ("news --help", "A news ticker"), ("properties --json", "[\n  {"),
    ("help keys", "Keys go to the window"), ("help mouse", "Rest the pointer on a part"),
    ("help themes", "--theme takes one of these names"), ("help strip", "newsreel without a command shows the strip"),
    ("themes", "--theme takes one of these names"), ("manual", ".TH NEWSREEL 1"),
    ("--generate-completion-script bash", "#!/bin/bash"),
    ("--generate-completion-script=fish", "function"), ("--generate-completion-script zsh", "#compdef newsreel"),
  ]

  private static let wrongRuns = ProgramRuns(wrongLines.map(\.0))
  private static let helpRuns = ProgramRuns(helpLines.map(\.0))

  @Test(
    "A wrong command line ends with 2 and one line on standard error",
    arguments: wrongLines)
  func wrong(_ line: String, _ message: String) async throws {
    let result = try await Self.wrongRuns.result(of: line)
    #expect(result.ending == .exited(2))
    #expect(result.errors.hasPrefix(message) && result.errors.last == "\n")
    #expect(result.errors.split(separator: "\n").count == 1 && result.output.isEmpty)
  }

  @Test(
    "Help and version end with 0, on standard output",
    arguments: helpLines)
  func help(_ line: String, _ start: String) async throws {
    let result = try await Self.helpRuns.result(of: line)
    #expect(result.ending == .exited(0))
    #expect(result.output.hasPrefix(start) && result.errors.isEmpty)
  }

  @Test("A missing image and a file that is not an image give different errors")
  func images() async throws {
    let folder = try TemporaryFolder()
    let text = try folder.write("plain text", to: "text")
    for (words, flag) in [(["badge"], "--image"), ([], "--label-image"), ([], "--separator-image")] {
      for (path, said) in [
        (folder.path + "/none.png", "no such file"), (text, "not an image that can be read"),
        (folder.path, "is a directory, not a file"),
      ] {
        let result = try await Program.run(
          ["preview"] + words + [flag, path, "One", "--out", folder.path + "/out.png"],
          environment: ["DISPLAY": nil])
        #expect(result.errors.hasPrefix("newsreel: \(flag): \(path): \(said); it is left out\n"), "\(result.errors)")
      }
    }
  }

  @Test("The shell completes options, names of feeds, and what a window is sent") func completion() async throws {
    let home = try FeedHome()
    try home.folder.write(
      "<opml version=\"2.0\"><body><outline text=\"News\" xmlUrl=\"http://a.example/\"/>"
        + "<outline text=\"The other\" xmlUrl=\"http://b.example/\"/></body></opml>",
      to: "config/newsreel/feeds.opml")
    let cases = [
      (["--border-c"], "--border-color"), (["feeds", "set", ""], "News,The other"), (["feeds", "off", "N"], "News"),
      (["msg", "prop"], "properties"), (["msg", "--json", "set", "scroll-r"], "scroll-repeat"),
      (["msg", "set", "scroll-left", "t"], "true"), (["msg", "set", "theme", "am"], "amber"),
      (["msg", "get", "theme", "scroll-l"], "scroll-left"), (["msg", "token", "o"], "on,off"),
    ]
    var script = try await Program.run(["--generate-completion-script", "bash"]).output
    script += "\nPATH='\(Project.products)':$PATH; IFS=,\n"
    for (words, _) in cases {
      let line = (["newsreel"] + words).joined(separator: " ")
      let typed = (["newsreel"] + words).map { "'\($0)'" }.joined(separator: " ")
      script += """
        COMP_WORDS=(\(typed)); COMP_CWORD=\(words.count); COMP_LINE='\(line)'; COMP_POINT=\(line.count); COMPREPLY=()
        _newsreel newsreel '\(words.last ?? "")' newsreel; printf '%s\\n' "${COMPREPLY[*]}"

        """
    }
    let result = try await run("bash", [home.folder.write(script, to: "script")], environment: home.environment)
    #expect(result.output == cases.map { $0.1 + "\n" }.joined() && result.errors.isEmpty, "\(result)")
  }

  @Test("The program's help fits a screen and names every command") func shortHelp() async throws {
    let help = try await Program.run(["--help"]).output
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 24)
    for line in lines { #expect(line.count <= 80 && !line.hasSuffix(" "), "\(line)") }
    for command in Views.commands { #expect(help.contains(command.name)) }
    #expect(help.contains("--help-all"))
  }

  @Test("Help lists every flag of every table") func flags() async throws {
    for view in PropertyInfo.views where view != "window" {
      let arguments = view == "strip" ? ["--help-all"] : [view, "--help-all"]
      let help = try await Program.run(arguments).output
      for info in try PropertyInfo.all(of: view).flags + PropertyInfo.window {
        #expect(help.contains("--\(info.name)"))
      }
    }
  }

  @Test("A full disk under the output is said") func fullDisk() async throws {
    let result = try await run("sh", ["-c", "exec \"$1\" properties > /dev/full", "sh", Program.path])
    #expect(result.ending == .exited(1))
    #expect(result.errors == "newsreel: standard output: No space left on device\n")
  }

  @Test("The manual is clean, and names every flag") func manual() async throws {
    let folder = try TemporaryFolder()
    let lint = try await run("mandoc", ["-T", "lint", try folder.write(Manual.page, to: "newsreel.1")])
    #expect(lint.output + lint.errors == "" && lint.ending == .exited(0))
    let flags = PropertyInfo.all.flags.map(\.name) + PropertyInfo.sources.map(\.name)
    for flag in flags { #expect(Manual.page.contains(Roff.escaped("--\(flag)"))) }
  }

  @Test("Roff's own characters are escaped") func roff() {
    #expect(Roff.escaped(#".a-b\c'd`e^f~g"#) == #"\&.a\-b\ec\(aqd\(gae\(haf\(tig"#)
    #expect(Roff.escaped("é…😀") == #"\[u00E9]\[u2026]\[u1F600]"#)
    var page = Roff()
    page.line(String(repeating: "word ", count: 40))
    #expect(page.text.split(separator: "\n").allSatisfy { $0.count <= 78 })
  }
}
