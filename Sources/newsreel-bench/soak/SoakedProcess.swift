import Base
import Glibc
import TestKit

/// What a process has, by the kernel (`proc(5)`).
struct ProcessUse {
  /// In MB.
  let resident: Double
  let anonymous: Double
  let descriptors: Int

  /// - Throws: for one that has ended.
  init(_ id: Int32) throws {
    let lines = try Project.text(of: "/proc/\(id)/smaps_rollup").split(separator: "\n")
    func size(_ label: String) throws -> Double {
      let words = lines.first { $0.hasPrefix(label) }?.split { $0 == " " || $0 == "\t" }
      guard let words, words.count > 1, let size = Double(words[1]) else {
        throw HarnessError("process \(id) has no \(label)")
      }
      return size / 1024
    }
    (resident, anonymous) = (try size("Rss:"), try size("Anonymous:"))
    descriptors = Files.names(in: "/proc/\(id)/fd").count
  }

  /// The child of a process whose command has that word.
  static func child(of id: Int32, _ word: String) -> Int32? {
    let children = (try? Project.text(of: "/proc/\(id)/task/\(id)/children")) ?? ""
    return children.split(separator: " ").compactMap { Int32($0) }.first {
      ((try? Project.text(of: "/proc/\($0)/cmdline")) ?? "").split(separator: "\0").contains { $0 == word }
    }
  }
}

/// A window's socket, asked one thing after the other.
final class SoakLine {
  private let socket: LineSocket
  private let path: String

  /// - Parameter name: that of the window.
  init(to name: String, in folder: String) async throws {
    let path = "\(folder)/newsreel/\(name).sock"
    self.path = path
    try await waitUntil("the socket \(path)") { access(path, F_OK) == 0 }
    guard let found = try UnixSocket.connect(to: path) else { throw HarnessError("nobody listens at \(path)") }
    socket = LineSocket(found, longestLine: 4 << 20)
  }

  @discardableResult func ask(_ command: String, _ arguments: JSON...) throws -> JSON {
    let words = [.string(command)] + arguments
    socket.send(JSON.object([("command", .array(words))]).line)
    socket.flush()
    let limit = monotonicNow() + 20
    while monotonicNow() < limit, !socket.hasEnded, socket.failure == nil {
      while socket.receive() {}
      if let line = socket.nextLine() {
        let answer = try JSON(parsing: String(decoding: line, as: UTF8.self))
        if let error = answer["error"]?.string { throw HarnessError("\(words): \(error)") }
        return answer
      }
      try rest(0.002)
    }
    throw HarnessError("\(path) does not answer")
  }
}
