internal import Base
internal import Render
package import Scene

extension SizedImage {
  /// Loads an image file; nil if it cannot be read.
  package init?(path: String) {
    guard !path.isEmpty, let size = ImageFile.size(of: path) else { return nil }
    self.init(path: path, size: size)
  }

  /// Loads an image file. Returns nil for an empty path, and for an unreadable file after a message to the window or to
  /// standard error.
  package static func load(_ path: String, flag: String, tell context: ViewContext? = nil) -> SizedImage? {
    let image = SizedImage(path: path)
    guard image == nil, !path.isEmpty else { return image }
    let problem = "--\(flag): \(path): \(Self.problem(of: path)); it is left out"
    if let context { context.perform(.failed(problem)) } else { reportError(problem) }
    return nil
  }

  /// Why an image file cannot be read.
  package static func problem(of path: String) -> String {
    PlainFile.problem(of: path)?.description ?? "not an image that can be read"
  }
}
