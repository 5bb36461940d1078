internal import Base
internal import Glibc

/// Completion of typed paths like in a shell, with ~ for the user's home.
enum PathCompletion {
  /// The longest common beginning of all files and folders that match, or nil.
  static func whole(_ text: String) -> String? {
    let path = expanded(text)
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return text.isEmpty ? "~/" : nil }
    let folder = String(path[...slash])
    let start = path[path.index(after: slash)...]
    let names = AtomicFile.names(in: folder).filter {
      $0.hasPrefix(start) && (!$0.hasPrefix(".") || start.hasPrefix("."))
    }
    guard var common = names.first else { return nil }
    for name in names.dropFirst() { common = String(zip(common, name).prefix { $0 == $1 }.map(\.0)) }
    guard names.count > 1 || common != start || isFolder(folder + common) else { return nil }
    return abbreviated(folder + common + (names.count == 1 && isFolder(folder + common) ? "/" : ""))
  }

  /// Replaces ~ by the user's home.
  static func expanded(_ text: String) -> String {
    if text == "~" { return UserPaths.home }
    return text.hasPrefix("~/") ? UserPaths.home + text.dropFirst() : text
  }

  static func abbreviated(_ path: String) -> String {
    path.hasPrefix(UserPaths.home + "/") ? "~" + path.dropFirst(UserPaths.home.count) : path
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
