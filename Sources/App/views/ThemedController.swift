internal import Base
internal import Newswire
package import Scene
package import ScrollCore
package import Windows

/// A controller of a view with themes: the user's choice, the desktop's, or a file to follow.
package protocol ThemedController<Kind>: ViewController {
  associatedtype Kind: ViewKind where Kind.Style: SharedStyling
  var looks: StyleResolver<Kind> { get set }
  var style: Kind.Style { get }
  /// The appearance of the window around the view with a style.
  func appearance(of style: Kind.Style, by looks: StyleResolver<Kind>) -> WindowAppearance
  /// Applies a style that the kind has validated.
  func apply(_ style: Kind.Style, at t: Seconds)
  /// The theme of menu and card; nil for that of the window's options.
  var theme: StripTheme? { get }
}

extension ThemedController {
  package var themed: (any ThemedController)? { self }
  package var appearance: WindowAppearance { appearance(of: style, by: looks) }
  package var theme: StripTheme? { looks.stripTheme }
  /// A theme's name, as for `--theme`; empty for none.
  var themeName: String { looks.themeName }

  /// The properties of the view, with their current values.
  var properties: [PropertyInfo] {
    Kind.Style.properties.map {
      PropertyInfo($0, of: style, initial: Kind.initial, view: Kind.name)
        .with(\.isSet, looks.request.own.hasSet($0.name))
    }
  }

  /// Prepares changes of the view and its window as a whole. Nothing changes before they are committed.
  func prepare(_ changes: [PropertyChange], window: Settings<WindowOptions>) throws(ValueError) -> ViewChange {
    try prepare(
      try looks.asking { (request) throws(ValueError) in
        request.window = window
        try request.own.apply(changes)
      })
  }

  /// Follows the desktop's settings, unless the user's options override them.
  func follow(_ wishes: DesktopWishes, in context: ViewContext) {
    // The bundled theme is valid, and so was what overrides it.
    guard let new = try? looks.following(wishes) else { return }
    guard looks.isAutomatic else {
      looks = new
      return
    }
    // And so is what the user has set over it.
    guard let change = try? prepare(new) else { return }
    change.commit(context.time)
    context.perform(.changeAppearance)
  }

  /// Follows the file of the theme, and no other one any more. An invalid version is refused.
  func followTheme(_ connection: SourceConnection) {
    looks.connection = connection
    if let former = looks.watch { connection.loop.remove(former) }
    looks.watch = nil
    guard let file = looks.file, !connection.isForPicture else { return }
    do throws(Failure) {
      let watch = try WatchedFile(path: file.path, known: file.bytes) { [unowned self] result in
        adopt(result, from: file.path, connection)
      }
      connection.loop.add(watch)
      looks.watch = watch
    } catch {
      reportError("--theme: \(error.description); it stays as it is")
    }
  }

  private func adopt(_ result: Result<[UInt8], Failure>, from path: String, _ connection: SourceConnection) {
    do throws(ValueError) {
      switch result {
      case .success(let bytes):
        let new = try looks.themed(Theme.File(path: path, bytes: bytes))
        try prepare(new).commit(connection.now())
        connection.context.perform(.changeAppearance)
      case .failure(let error): throw ValueError(name: "theme", reason: error.description)
      }
    } catch {
      reportError("--\(error.description); the theme stays as it was")
    }
  }

  /// - Throws: if the style is invalid.
  private func prepare(_ new: StyleResolver<Kind>) throws(ValueError) -> ViewChange {
    let style = try new.style()
    return ViewChange(appearance: appearance(of: style, by: new)) { [unowned self] t in
      let (old, watch) = (looks.file?.path, looks.watch)
      looks = new
      looks.watch = watch
      apply(style, at: t)
      if let connection = new.connection, new.file?.path != old { followTheme(connection) }
    }
  }
}

/// A prepared change of a view.
struct ViewChange {
  /// The appearance of the window around it after the change.
  let appearance: WindowAppearance
  let commit: (Seconds) -> Void
}
