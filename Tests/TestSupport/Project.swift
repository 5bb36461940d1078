internal import Glibc

/// The project's own places.
public enum Project {
  /// The folder of Package.swift.
  public static let folder: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()

  /// Where the build has put the tests, and with them the program.
  public static let products: String = {
    guard let path = realpath("/proc/self/exe", nil) else { return "." }
    defer { free(path) }
    return "/" + String(cString: path).split(separator: "/").dropLast().joined(separator: "/")
  }()

  /// The whole file, as text; its path is relative to the project's folder or absolute.
  public static func text(of path: String) throws -> String {
    String(decoding: try bytes(of: path.hasPrefix("/") ? path : folder + "/" + path), as: UTF8.self)
  }

  /// Paths of all files below the folder, relative to the project's folder.
  public static func files(below folder: String) throws -> [String] {
    guard let directory = opendir(self.folder + "/" + folder) else { throw HarnessError("cannot list \(folder)") }
    defer { closedir(directory) }
    var result: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasPrefix(".") { continue }
      let path = folder + "/" + name
      result += entry.pointee.d_type == UInt8(DT_DIR) ? try files(below: path) : [path]
    }
    return result.sorted()
  }

  /// The whole file; its path is absolute, or relative to where the tests run.
  public static func bytes(of path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw HarnessError("cannot read \(path): \(String(cString: strerror(errno)))") }
    defer { close(file) }
    var status = stat()
    fstat(file, &status)
    let size = max(Int(status.st_size), 4096)
    var bytes: [UInt8] = []
    var count = 1
    while count > 0 {
      let chunk = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
        count = read(file, buffer.baseAddress, buffer.count)
        initialized = max(count, 0)
      }
      bytes += chunk
    }
    return bytes
  }
}
