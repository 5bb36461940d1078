import Base
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
