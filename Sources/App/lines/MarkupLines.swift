internal import Base
internal import Glibc
internal import Newswire
internal import Scene
internal import ScrollCore
internal import Windows

/// The external side of bar markup in a crawl: images it names, commands of clicked areas, and errors.
final class MarkupLines {
  private let runsCommands: Bool
  private var problems = OnceReported()
  private var icons: [String: BarIcon] = [:]
  private var missing: Set<String> = []

  /// The limit for cached images; beyond it the cache is emptied.
  private static let mostIcons = 128

  /// - Parameter runsCommands: Whether to run the command of an area instead of printing it.
  init(runsCommands: Bool, for crawl: CrawlScene) {
    self.runsCommands = runsCommands
    crawl.setIcons { [unowned self] in icon($0) }
    crawl.setMarkupProblems { [unowned self] in problems.report("--markup: \($0)") }
  }

  func perform(_ action: ViewAction, in context: ViewContext) -> Bool {
    guard case .happened(.areaClicked(let command, _)) = action else { return false }
    if runsCommands { run(command, in: context) } else { context.print(command) }
    return true
  }

  /// Starts a program by its argument vector, without a shell and without waiting.
  private func run(_ command: String, in context: ViewContext) {
    do throws(Failure) {
      let words = try CommandWords(command).words
      do throws(Failure) { try Detached.start(words) } catch {
        context.perform(.failed("--markup-run: \(error.description)"))
      }
    } catch {
      context.perform(.failed("--markup-run: '\(command)': \(error.description)"))
    }
  }

  private func icon(_ path: String) -> BarIcon? {
    if let icon = icons[path] { return icon }
    if missing.contains(path) { return nil }
    guard let icon = BarIcon(path: path) else {
      if missing.count < Self.mostIcons { missing.insert(path) }
      problems.report(
        "--markup: \(path): \(PlainFile.problem(of: path)?.description ?? "not a picture that can be read"); it is left out"
      )
      return nil
    }
    if icons.count >= Self.mostIcons { icons = [:] }
    icons[path] = icon
    return icon
  }
}

extension BarIcon {
  /// The limit for an image file in bytes, since reading it blocks the window.
  private static let longestFile = 1 << 20

  /// Loads an image file; nil if it cannot be read.
  fileprivate init?(path: String) {
    // Reading a pipe or a device could block.
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.longestFile else {
      return nil
    }
    // Bars show nothing in place of an icon that cannot be read.
    if let bytes = try? readAll(path, limit: Bitmap.longestFile),
      let bitmap = Bitmap(xbm: String(decoding: bytes, as: UTF8.self))
    {
      self = .bitmap(bitmap)
    } else if let image = SizedImage(path: path) {
      self = .picture(image)
    } else {
      return nil
    }
  }
}
