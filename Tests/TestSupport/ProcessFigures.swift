internal import Glibc

// What the kernel counts of a process (proc(5)).

extension Child {
  /// How often its threads have gone to sleep by themselves.
  public func voluntarySwitches() throws -> Int { try ProcessFigures.voluntarySwitches(of: id) }

  /// How long its first thread has been ready and has waited for a processor, in seconds.
  public func waited() throws -> Double {
    let figures = try Project.text(of: "/proc/\(id)/task/\(id)/schedstat").split(separator: " ")
    return figures.count > 1 ? (Double(figures[1]) ?? 0) / 1e9 : 0
  }

  /// Bytes that the process and those that it has started have in memory, each page as often as it is used.
  public func residentSizeWithChildren() throws -> Int {
    let children = try Project.text(of: "/proc/\(id)/task/\(id)/children").split(separator: " ")
    return (["\(id)"] + children.map(String.init)).reduce(0) { sum, id in
      // One that has ended since has none.
      let figures = (try? Project.text(of: "/proc/\(id)/statm"))?.split(separator: " ")
      return sum + (figures.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * 4096
    }
  }

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
