import App
import ArgumentParser
import ScrollCore
internal import Windows

/// Draws a view's command into a picture.
struct PreviewCommand<Kind: ViewKind>: ParsableCommand {
  static var configuration: CommandConfiguration { CommandConfiguration(.preview) }

  @OptionGroup(title: "Preview options") var preview: TableFlags<PreviewFlags>
  @OptionGroup var view: ViewCommand<Kind>

  func run() throws { throw ExitCode(App.preview(try view.request(), try preview.value.value)) }
}

/// Writes a view's command frame by frame.
struct FilmCommand<Kind: ViewKind>: ParsableCommand {
  static var configuration: CommandConfiguration { CommandConfiguration(.film) }

  @OptionGroup(title: "Film options") var film: TableFlags<FilmFlags>
  @OptionGroup var view: ViewCommand<Kind>

  func run() throws { throw ExitCode(App.film(try view.request(), try film.value.value)) }
}

/// Prints the headlines that a view's command would show, with their times.
struct RundownCommand<Kind: ViewKind>: ParsableCommand {
  static var configuration: CommandConfiguration { CommandConfiguration(.rundown) }

  @OptionGroup(title: "Rundown options") var rundown: TableFlags<RundownFlags>
  @OptionGroup var view: ViewCommand<Kind>

  func run() throws { throw ExitCode(App.rundown(try view.request(), try rundown.value.value)) }
}

extension Option {
  init<Wrapped: ExpressibleByArgument>(_ text: PropertyInfo) where Value == Wrapped? {
    self.init(
      name: .customLong(text.name), parsing: .unconditional,
      help: ArgumentHelp("\(text.meaning)", valueName: text.placeholder))
  }
}

extension Flag where Value == Bool {
  init(wrappedValue: Bool, _ text: PropertyInfo) {
    self.init(wrappedValue: wrappedValue, name: .customLong(text.name), help: ArgumentHelp("\(text.meaning)"))
  }
}
