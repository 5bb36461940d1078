internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// A controller whose view has a theme, or can have one: the user's choice, the desktop's, or a file that is followed.
protocol ThemedController<Kind>: ViewController {
  associatedtype Kind: ViewKind where Kind.Style: SharedStyling
  var looks: ViewLooks<Kind> { get set }
  var style: Kind.Style { get }
  /// Takes over a style that its kind has validated.
  func apply(_ style: Kind.Style, at t: Seconds)
  /// How menu and card look beside the view; nil: as the window's options say.
  var theme: StripTheme? { get }
}

extension ThemedController {
  var theme: StripTheme? { looks.stripTheme }

  /// The properties of the view, with what they are now.
  var properties: [PropertyInfo] {
    Kind.Style.properties.map {
      PropertyInfo($0, of: style, initial: Kind.initial, view: Kind.name)
        .with(\.isSet, looks.request.own.hasSet($0.name))
    }
  }

  /// Checks other properties of the view, and what is set of its window, as a whole. What is returned shows the view with
  /// them; before it is called, and after an error, nothing has changed.
  func change(_ changes: [PropertyChange], window: Settings<WindowOptions>) throws(ValueError) -> ViewChange {
    try change(
      to: try looks.asking { (request) throws(ValueError) in
        request.window = window
        try request.own.apply(changes)
      })
  }

  /// Does as the desktop asks of all programs, as far as the user of this one has not asked for something else.
  func follow(_ wishes: DesktopWishes, in context: ViewContext) {
    // Such a theme ships, and what is laid over it was right before.
    guard let new = try? looks.following(wishes) else { return }
    guard looks.isAutomatic else {
      looks = new
      return
    }
    try? change(to: new)(context.time)
    context.perform(.changeAppearance)
  }

  /// Follows the file that the theme comes from: what is saved is shown, what is wrong is refused.
  func followTheme(_ connection: SourceConnection) {
    looks.connection = connection
    guard let file = looks.file, !connection.isForPicture else { return }
    do throws(Failure) {
      connection.loop.add(
        try WatchedFile(path: file.path, known: file.bytes) { [unowned self] result in
          take(result, from: file.path, connection)
        })
    } catch {
      reportError("--theme: \(error.description); it stays as it is")
    }
  }

  private func take(_ result: Result<[UInt8], Failure>, from path: String, _ connection: SourceConnection) {
    // The user may have chosen another one since.
    guard looks.themeName == path else { return }
    do throws(ValueError) {
      switch result {
      case .success(let bytes):
        let new = try looks.themed(Theme.File(path: path, bytes: bytes))
        try change(to: new)(connection.now())
        connection.context.perform(.changeAppearance)
      case .failure(let error): throw ValueError(name: "theme", reason: error.description)
      }
    } catch {
      reportError("--\(error.description); the theme stays as it was")
    }
  }

  /// - Throws: where the view cannot look so.
  private func change(to new: ViewLooks<Kind>) throws(ValueError) -> ViewChange {
    let style = try new.style()
    return { [unowned self] t in
      let old = looks.file?.path
      looks = new
      apply(style, at: t)
      if let connection = new.connection, let file = new.file, file.path != old { followTheme(connection) }
    }
  }
}

/// Shows what has been checked, from a time on.
typealias ViewChange = (Seconds) -> Void
