internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// What a strip's looks come from: the user's choice, the desktop's, a file that is followed.
extension StripController {
  /// Follows the file that the theme comes from: what is saved is shown, what is wrong is refused.
  func followTheme(_ connection: SourceConnection) {
    guard let file = themeFile else { return }
    do throws(Failure) {
      connection.loop.add(
        try WatchedFile(path: file.path, known: file.bytes) { [unowned self] result in
          take(result, from: file.path, connection)
        })
    } catch {
      reportError("--theme: \(error.description); it stays as it is")
    }
  }

  func setTheme(_ name: String, in context: ViewContext) throws(ValueError) {
    var new = request
    try new.own.set("theme", to: name)
    try show(try Theme.load(theme(of: new)), for: new, in: context)
  }

  func setMotion(isReduced: Bool, steps: Bool, at t: Seconds) {
    strip.setMotion(isReduced: isReduced, steps: steps, at: t)
  }

  func follow(_ wishes: DesktopWishes, in context: ViewContext) {
    self.wishes = wishes
    guard request.own.value.themeName.lowercased() == Theme.automatic else { return }
    // It ships, and what was laid over it was right before.
    if let theme = try? Theme.load(wishes.theme) { try? show(theme, for: request, in: context) }
  }

  /// The theme's own name, where the desktop is to choose it.
  private func theme(of request: ViewRequest<StripKind>) -> String {
    let name = request.own.value.themeName
    return name.lowercased() == Theme.automatic ? wishes.theme : name
  }

  private func show(_ theme: Theme, for new: ViewRequest<StripKind>, in context: ViewContext) throws(ValueError) {
    apply(try StripKind.style(of: new, over: theme.style(for: new)), at: context.time)
    (request, border) = (new, theme.border)
    context.perform(.changeAppearance)
  }

  private func take(_ result: Result<[UInt8], Failure>, from path: String, _ connection: SourceConnection) {
    // The user may have chosen another one since.
    guard request.own.value.themeName == path else { return }
    do throws(ValueError) {
      guard case .success(let bytes) = result else {
        if case .failure(let error) = result { throw ValueError(name: "theme", reason: error.description) }
        return
      }
      let theme = try Theme(Theme.File(path: path, bytes: bytes))
      apply(try StripKind.style(of: request, over: theme.style(for: request)), at: connection.now())
      border = theme.border
      connection.context.perform(.changeAppearance)
    } catch {
      reportError("--\(error.description); the theme stays as it was")
    }
  }
}
