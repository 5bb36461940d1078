import App
import ArgumentParser
import ScrollCore

/// Draws a view's command into a picture.
struct PreviewCommand<Kind: ViewKind>: ParsableCommand {
  static var configuration: CommandConfiguration { CommandConfiguration(.preview) }

  @OptionGroup(title: "Preview options") var preview: PreviewFlags
  @OptionGroup var view: ViewCommand<Kind>

  func run() throws { throw ExitCode(App.preview(try view.request(), try preview.options)) }
}

/// The flags of a preview, besides those of its view.
struct PreviewFlags: ParsableArguments {
  @Option(.out, completion: .file(extensions: ["png"])) var out: String
  @Option(.at) var at: Double?
  @Option(.size) var size: String?
  @Option(.film) var film: Int?
  @Option(.step) var step: Double?

  func validate() throws { _ = try options }

  var options: PreviewOptions {
    get throws { try PreviewOptions(path: out, time: at ?? 0, size: size, moments: film ?? 1, step: step ?? 1) }
  }
}

extension Option where Value: ExpressibleByArgument {
  init(_ text: PropertyInfo, completion: CompletionKind? = nil) {
    self.init(
      name: .customLong(text.name), parsing: .unconditional,
      help: ArgumentHelp("\(text.meaning)", valueName: text.placeholder), completion: completion)
  }
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
