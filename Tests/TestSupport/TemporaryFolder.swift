internal import Glibc

/// A folder that goes with this object, and all that is in it.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/newsreel-test.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw HarnessError("mkdtemp: \(String(cString: strerror(errno)))") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { remove() }

  /// Writes a file of that name, over one that is there; the result is its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    let path = self.path + "/" + name
    guard let file = fopen(path, "w") else { throw HarnessError("\(path): \(String(cString: strerror(errno)))") }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw HarnessError("\(path) is not written") }
    return path
  }

  public func remove() { TemporaryFolder.remove(path) }

  private static func remove(_ path: String) {
    if unlink(path) == 0 { return }
    guard let directory = opendir(path) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { remove(path + "/" + name) }
    }
    closedir(directory)
    rmdir(path)
  }
}
