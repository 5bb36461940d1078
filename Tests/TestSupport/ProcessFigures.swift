internal import Glibc

// What the kernel counts of a process (proc(5)).

extension Child {
  /// How often its threads have gone to sleep by themselves.
  public func voluntarySwitches() throws -> Int { try ProcessFigures.voluntarySwitches(of: id) }

  /// Its share of memory in bytes, shared pages by parts.
  public func proportionalSize() throws -> Int {
    try ProcessFigures.number("Pss:", in: "/proc/\(id)/smaps_rollup") * 1024
  }
}

private enum ProcessFigures {
  static func voluntarySwitches(of id: Int32) throws -> Int {
    guard let directory = opendir("/proc/\(id)/task") else { throw HarnessError("process \(id) has ended") }
    defer { closedir(directory) }
    var sum = 0
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasPrefix(".") { continue }
      sum += try number("voluntary_ctxt_switches:", in: "/proc/\(id)/task/\(name)/status")
    }
    return sum
  }

  static func number(_ label: String, in path: String) throws -> Int {
    for line in try Project.text(of: path).split(separator: "\n") where line.hasPrefix(label) {
      let words = line.split { $0 == " " || $0 == "\t" }
      if words.count > 1, let number = Int(words[1]) { return number }
    }
    throw HarnessError("\(path) has no \(label)")
  }
}
