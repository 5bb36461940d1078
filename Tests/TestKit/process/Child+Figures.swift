// What the kernel counts of a process (proc(5)).

/// What a thread has spent, in seconds.
package struct ThreadTime {
  /// On a processor.
  package let running: Double
  /// Ready, and without one.
  package let waiting: Double

  /// - Parameter folder: below /proc; `/proc/thread-self` is that of the thread that asks.
  package init(of folder: String) throws {
    let figures = try Project.text(of: folder + "/schedstat").split(separator: " ").map { (Double($0) ?? 0) / 1e9 }
    guard figures.count > 1 else { throw HarnessError("\(folder)/schedstat has no figures") }
    (running, waiting) = (figures[0], figures[1])
  }
}

extension Child {
  /// Seconds that its threads have spent on a processor; threads that have ended are not counted.
  package func processorTime() throws -> Double { try sumOverThreads { try ThreadTime(of: $0).running } }

  /// How often its threads have gone to sleep by themselves.
  package func voluntarySwitches() throws -> Int {
    try sumOverThreads { try number("voluntary_ctxt_switches:", in: $0 + "/status") }
  }

  /// How often its threads have given up a processor, by themselves or not.
  package func switches() throws -> Int {
    try voluntarySwitches() + sumOverThreads { try number("nonvoluntary_ctxt_switches:", in: $0 + "/status") }
  }

  /// Whether all its threads sleep, and none waits for a processor.
  package func isAsleep() throws -> Bool {
    try sumOverThreads { thread in
      // The name before it may hold anything, but nothing after it has a bracket.
      let state = try Project.text(of: thread + "/stat").split(separator: ")").last?.split(separator: " ").first
      return state == "S" ? 0 : 1
    } == 0
  }

  /// How long its first thread has been ready and has waited for a processor, in seconds.
  package func waited() throws -> Double { try ThreadTime(of: "/proc/\(id)/task/\(id)").waiting }

  /// Bytes in memory, with all that it shares with others.
  package func residentSize() throws -> Int { try number("Rss:", in: "/proc/\(id)/smaps_rollup") * 1024 }

  /// The most that this has been.
  package func largestResidentSize() throws -> Int { try number("VmHWM:", in: "/proc/\(id)/status") * 1024 }

  /// Bytes of memory that are in no file: what it has written, and keeps.
  package func anonymousSize() throws -> Int { try number("Anonymous:", in: "/proc/\(id)/smaps_rollup") * 1024 }

  /// Its share of memory in bytes, shared pages by parts.
  package func proportionalSize() throws -> Int { try number("Pss:", in: "/proc/\(id)/smaps_rollup") * 1024 }

  /// Bytes that the process and those that it has started have in memory, each page as often as it is used.
  package func residentSizeWithChildren() throws -> Int {
    let children = try Project.text(of: "/proc/\(id)/task/\(id)/children").split(separator: " ")
    return (["\(id)"] + children.map(String.init)).reduce(0) { sum, id in
      // One that has ended since has none.
      let figures = (try? Project.text(of: "/proc/\(id)/statm"))?.split(separator: " ")
      return sum + (figures.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * 4096
    }
  }

  /// The sum of a figure that is read from each thread's folder below /proc.
  private func sumOverThreads<Number: AdditiveArithmetic>(_ figure: (String) throws -> Number) throws -> Number {
    let folder = "/proc/\(id)/task"
    let threads = Files.names(in: folder)
    guard !threads.isEmpty else { throw HarnessError("process \(id) has ended") }
    return try threads.reduce(.zero) { sum, thread in
      do {
        return try sum + figure("\(folder)/\(thread)")
      } catch {
        // A thread may end while it is looked at; the process may not.
        guard Files.names(in: folder).contains(thread) else { return sum }
        throw error
      }
    }
  }

  private func number(_ label: String, in path: String) throws -> Int {
    for line in try Project.text(of: path).split(separator: "\n") where line.hasPrefix(label) {
      let words = line.split { $0 == " " || $0 == "\t" }
      if words.count > 1, let number = Int(words[1]) { return number }
    }
    throw HarnessError("\(path) has no \(label)")
  }
}
