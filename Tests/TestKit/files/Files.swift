import Base
import Glibc

/// Whole files and folders.
package enum Files {
  /// What a file holds; also those of /proc, which do not know their length.
  package static func bytes(of path: String) throws -> [UInt8] {
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

  /// Writes a file, over one that is there.
  package static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "we") else { throw HarnessError("\(path): \(String(cString: strerror(errno)))") }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else { throw HarnessError("\(path) could not be written") }
  }

  package static func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

  /// The names in a folder, in no order; none where there is no such folder.
  package static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var result: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { result.append(name) }
    }
    return result
  }

  package static func isFolder(_ path: String) -> Bool { access(path + "/.", F_OK) == 0 }

  /// Removes a file, or a folder with all that is in it.
  package static func remove(_ path: String) {
    if unlink(path) == 0 { return }
    for name in names(in: path) { remove(path + "/" + name) }
    rmdir(path)
  }
}

/// A folder that goes with this object, and all that is in it.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/newsreel-test.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw HarnessError("mkdtemp: \(String(cString: strerror(errno)))") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { remove() }

  /// Writes a file of that name, over one that is there; the result is its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    let path = self.path + "/" + name
    AtomicFile.makeDirectories(above: path)
    try Files.write(bytes, to: path)
    return path
  }

  /// Puts a file of that name in the place of one that is there, at once: who reads just then has the whole old one or the
  /// whole new one, and not the beginning of the one and the end of the other.
  package func replace(_ name: String, with text: String) throws {
    let path = try write(text, to: name + ".new")
    guard rename(path, self.path + "/" + name) == 0 else { throw HarnessError("\(path) cannot be renamed") }
  }

  package func remove() { Files.remove(path) }
}
