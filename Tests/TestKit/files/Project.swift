import Glibc

/// The project's own places.
package enum Project {
  /// The folder of Package.swift.
  package static let folder: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(4)
    return parts.joined(separator: "/")
  }()

  /// Where the build has put this program, and with it all others.
  package static let products = executable.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    .joined(separator: "/")

  /// This program's own path.
  package static let executable: String = {
    guard let path = realpath("/proc/self/exe", nil) else { return "./unknown" }
    defer { free(path) }
    return String(cString: path)
  }()

  /// The whole file, as text; its path is relative to the project's folder or absolute.
  package static func text(of path: String) throws -> String {
    String(decoding: try Files.bytes(of: path.hasPrefix("/") ? path : folder + "/" + path), as: UTF8.self)
  }

  /// Paths of all files below the folder, hidden ones aside; relative to the project's folder unless the folder's is
  /// absolute.
  package static func files(below folder: String) throws -> [String] {
    let place = folder.hasPrefix("/") ? folder : self.folder + "/" + folder
    guard Files.isFolder(place) else { throw HarnessError("cannot list \(folder)") }
    return try Files.names(in: place).filter { !$0.hasPrefix(".") }.flatMap { name in
      Files.isFolder("\(place)/\(name)") ? try files(below: "\(folder)/\(name)") : ["\(folder)/\(name)"]
    }.sorted()
  }
}
