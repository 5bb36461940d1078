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

  func setTheme(_ name: String, in context: ViewContext) throws(ValueError) {
    try show(try looks.themed(name), in: context, at: context.time)
  }

  func follow(_ wishes: DesktopWishes, in context: ViewContext) {
    // Such a theme ships, and what is laid over it was right before.
    guard let new = try? looks.following(wishes) else { return }
    if looks.isAutomatic { try? show(new, in: context, at: context.time) } else { looks = new }
  }

  /// Follows the file that the theme comes from: what is saved is shown, what is wrong is refused.
  func followTheme(_ connection: SourceConnection) {
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
        try show(new, in: connection.context, at: connection.now())
      case .failure(let error): throw ValueError(name: "theme", reason: error.description)
      }
    } catch {
      reportError("--\(error.description); the theme stays as it was")
    }
  }

  /// After an error nothing has changed.
  private func show(_ new: ViewLooks<Kind>, in context: ViewContext, at t: Seconds) throws(ValueError) {
    let (old, style) = (looks, try new.style())
    looks = new
    do throws(ValueError) {
      try apply(style, at: t)
    } catch {
      looks = old
      throw error
    }
    context.perform(.changeAppearance)
  }
}
