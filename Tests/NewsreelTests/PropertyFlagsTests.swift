import ArgumentParser
import ScrollCore
import Testing

@testable import App
@testable import Windows
@testable import newsreel

/// A command whose flags are the sample's.
private struct SampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "sample")

  @Argument var words: [String] = []
  @OptionGroup(title: "Sample options") var sample: TableFlags<ViewFlags<SampleKind>>
  @OptionGroup(title: "Window options") var window: TableFlags<WindowFlags>
}

@Suite("Flags from a property table") struct PropertyFlagsTests {
  @Test("A flag's no takes no value: what follows it is read as ever") func noTakesNothing() throws {
    let words = ArgumentList(flags: ["a", "b"])
    #expect(try words.normalised(["--no-a", "--b", "false", "x"]) == ["--no-a", "--no-b", "x"])
    #expect(try words.normalised(["--no-a", "--no-b", "false"]) == ["--no-a", "--no-b", "false"])
  }

  private func parse(_ line: String) throws -> SampleCommand {
    let flags = Set(SampleKind.table.flags.filter(\.isFlag).map(\.name))
    let words = try ArgumentList(flags: flags).normalised(line.split(separator: " ").map(String.init))
    return try SampleCommand.parse(words)
  }

  private func failure(_ line: String) -> String {
    do {
      _ = try parse(line)
      return ""
    } catch {
      return SampleCommand.message(for: error)
    }
  }

  @Test(
    "A flag is given in every way that people write it",
    arguments: [
      ("--scroll-speed 3", "scroll-speed", "3"), ("--scroll-speed=3", "scroll-speed", "3"),
      ("--scroll-speed 1 --scroll-speed 2", "scroll-speed", "2"),
      ("--scroll-left", "scroll-left", "true"), ("--no-scroll-left", "scroll-left", "false"),
      ("--scroll-left false", "scroll-left", "false"), ("--scroll-left=no", "scroll-left", "false"),
      ("--scroll-left=1", "scroll-left", "true"), ("--scroll-left on", "scroll-left", "true"),
      ("--scroll-left --no-scroll-left", "scroll-left", "false"),
      ("--scroll-repeat -1", "scroll-repeat", "-1"), ("--mood wild", "mood", "wild"),
      ("--text-color #00f", "text-color", "#0000ff"), ("--title=--scroll-speed=3", "title", "--scroll-speed=3"),
      ("--title -", "title", "-"), ("--title= one", "title", ""),
    ])
  func forms(_ line: String, _ name: String, _ text: String) throws {
    #expect(try parse(line).sample.value.given == [name: text])
  }

  @Test(
    "The tables read a line as ArgumentParser does",
    arguments: [
      "", "one two", "--scroll-speed 30 one", "--scroll-speed=30 --label News", "--no-scroll-left -- --label a b",
      "--feed http://a.example --feed http://b.example --label=", "--label --scroll-left=x", "--above false one - two",
      "a -5 b --label x c", "--scroll-left --no-scroll-left", "--label one --label two",
    ])
  func tables(_ line: String) throws {
    let options = FlagHints.options(of: StripKind.name)
    let words = try ArgumentList(flags: Set(options.filter(\.isFlag).map(\.name)))
      .normalised(line.split(separator: " ").map(String.init))
    let parsed = try ViewCommand<StripKind>.parse(words).request()
    let read = try #require(TableWords(words, options: options)?.request(for: StripKind.self))
    #expect(read.own == parsed.own && read.window == parsed.window && read.sources == parsed.sources)
  }

  @Test(
    "What is wrong, and what asks for help, is ArgumentParser's",
    arguments: [
      "--help", "-h", "--version", "--label", "--label --", "--nothing", "--no-label", "--no-scroll-left=1", "-x",
      "--=", "--scroll-speed many", "--scroll-speed -3", "--generate-completion-script bash", "--label --scroll-left",
    ])
  func leftToArgumentParser(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    let read = TableWords(words, options: FlagHints.options(of: StripKind.name))?.request(for: StripKind.self)
    #expect(read == nil)
  }

  @Test("A flag that is not given assigns nothing") func none() throws {
    let command = try parse("one two")
    #expect(try command.sample.value.given.isEmpty && command.window.value.given.isEmpty)
    #expect(command.words == ["one", "two"])
  }

  @Test(
    "Arguments stay arguments, in order",
    arguments: [
      ("one --scroll-left two", ["one", "two"]), ("--scroll-left 1", ["1"]),
      ("--no-scroll-left true", ["true"]), ("a -5 b --title x c", ["a", "-5", "b", "c"]),
      ("-.5 -,5", ["-.5", "-,5"]), ("- a", ["-", "a"]), ("a -- --scroll-left -x", ["a", "--scroll-left", "-x"]),
      ("--scroll-speed 5 -6 -- -7", ["-6", "-7"]),
    ])
  func arguments(_ line: String, _ words: [String]) throws { #expect(try parse(line).words == words) }

  @Test("Window flags take values that begin with a dash") func window() throws {
    let window = try parse("--offset -5,0 --geometry -0-0 --border-width 2").window.value.given
    #expect(window == ["geometry": "-0-0", "offset": "-5,0", "border-width": "2"])
  }

  @Test("What the window has too is the window's flag, and the view's property all the same") func shared() {
    #expect(!SampleKind.table.flags.contains { $0.name == "border-width" })
    #expect(SampleKind.table.contains { $0.name == "border-width" })
  }

  @Test(
    "What is wrong is refused, with the flag and the remedy",
    arguments: [
      ("--scroll-speed -3", "--scroll-speed: -3 is out of range (from 0)"),
      ("--scroll-speed fast", "--scroll-speed: 'fast' is not a number"),
      ("--scroll-repeat 1.5", "--scroll-repeat: '1.5' is not a whole number"),
      ("--mood wlid", "--mood: 'wlid' is not one of calm, wild; did you mean 'wild'?"),
      ("--scroll-left=maybe", "--scroll-left: 'maybe' is neither true nor false"),
      ("--min-font-size 60", "--min-font-size: is above max-font-size"),
      ("--title --mood wild", "--title: a value is missing before --mood"),
      ("--scrol-left", "Unknown option '--scrol-left'. Did you mean '--scroll-left'?"),
      ("--title", "Missing value for '--title <text>'"),
      ("--place in-botom", "--place: 'in-botom' is not a placement; did you mean 'in-bottom'?"),
    ])
  func refusals(_ line: String, _ message: String) { #expect(failure(line).hasPrefix(message)) }

  @Test("Help shows name, value, meaning, range and default of each") func help() {
    let help = SampleCommand.helpMessage(columns: 200)
    #expect(help.contains("SAMPLE OPTIONS:"))
    #expect(help.contains("--scroll-left/--no-scroll-left"))
    #expect(help.contains("Which way it scrolls (default: true)"))
    #expect(help.contains("--scroll-speed <px/s>   How fast it scrolls (from 0; default: 0)"))
    #expect(help.contains("--mood <calm|wild>      What it feels like (default: calm)"))
    #expect(help.contains("--min-font-size <pt>    Smallest size (0 to 100; default: 0)"))
  }

  @Test("Completion scripts know the flags and the choices", arguments: [CompletionShell.bash, .zsh, .fish])
  func completion(_ shell: CompletionShell) {
    let script = SampleCommand.completionScript(for: shell)
    for word in ["scroll-speed", "no-scroll-left", "border-color", "calm", "subpixel"] {
      #expect(script.contains(word))
    }
  }
}
