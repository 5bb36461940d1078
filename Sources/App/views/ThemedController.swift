internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// A controller whose view has a theme, or can have one: the user's choice, the desktop's, or a file that is followed.
protocol ThemedController<Kind>: StyledController where Style == Kind.Style {
  associatedtype Kind: ViewKind where Kind.Style: SharedStyling
  var looks: ViewLooks<Kind> { get set }
}

extension ThemedController {
  var theme: StripTheme? { looks.stripTheme }

  var properties: [LiveProperty] {
    Kind.Style.properties.map {
      LiveProperty(
        $0, of: style, initial: Kind.initial, view: Kind.name, isSet: looks.request.own.hasSet($0.name))
    }
  }

  func set(_ changes: [PropertyChange], window: Settings<WindowOptions>, at t: Seconds) throws(ValueError) {
    try show(
      try looks.asking { (request) throws(ValueError) in
        request.window = window
        try request.own.take(changes)
      }, at: t)
  }

  func setTheme(_ name: String, in context: ViewContext) throws(ValueError) {
    try show(try looks.themed(name), at: context.time)
    context.perform(.changeAppearance)
  }

  func follow(_ wishes: DesktopWishes, in context: ViewContext) {
    // Such a theme ships, and what is laid over it was right before.
    guard let new = try? looks.following(wishes) else { return }
    guard looks.isAutomatic else {
      looks = new
      return
    }
    try? show(new, at: context.time)
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
        try show(new, at: connection.now())
        connection.context.perform(.changeAppearance)
      case .failure(let error): throw ValueError(name: "theme", reason: error.description)
      }
    } catch {
      reportError("--\(error.description); the theme stays as it was")
    }
  }

  /// After an error nothing has changed.
  private func show(_ new: ViewLooks<Kind>, at t: Seconds) throws(ValueError) {
    let (old, style) = (looks, try new.style())
    looks = new
    do throws(ValueError) {
      try apply(style, at: t)
    } catch {
      looks = old
      throw error
    }
    if let connection = new.connection, let file = new.file, file.path != old.file?.path { followTheme(connection) }
  }
}
