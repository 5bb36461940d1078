internal import Base
internal import Glibc
internal import Newswire
internal import Scene
internal import ScrollCore

/// What bars' markup in the lines of a crawl has to do with the world: the pictures that it names, the commands that are
/// clicked, and what is wrong with it.
final class MarkupLines {
  private let runsCommands: Bool
  private var problems = OnceReported()
  private var icons: [String: BarIcon] = [:]
  private var missing: Set<String> = []

  /// Pictures that are kept at most; then they are read anew.
  private static let mostIcons = 128

  /// - Parameter runsCommands: The command of an area is run, instead of printed.
  init(runsCommands: Bool, for crawl: CrawlView) {
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
        "--markup: \(path): \(PlainFile.problem(of: path) ?? "not a picture that can be read"); it is left out")
      return nil
    }
    if icons.count >= Self.mostIcons { icons = [:] }
    icons[path] = icon
    return icon
  }
}

extension BarIcon {
  /// Bytes of a picture file at most: it is read while the window waits.
  private static let longestFile = 1 << 20

  /// The picture in a file; nil where there is none that can be read.
  fileprivate init?(path: String) {
    // A pipe or a device could keep the window waiting.
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.longestFile else {
      return nil
    }
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
