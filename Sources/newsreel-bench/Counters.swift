/// What a process has used so far, over all its threads.
struct Counters {
  /// Seconds on a processor.
  var processor = 0.0
  /// Voluntary and involuntary context switches.
  var switches = 0
  var time = now()

  /// - Parameter process: threads that end meanwhile are not counted.
  init(_ process: Child) {
    let tasks = "/proc/\(process.id)/task"
    for task in entries(of: tasks) {
      let run = contents(of: "\(tasks)/\(task)/schedstat")?.split(separator: " ").first.flatMap { Double($0) }
      processor += (run ?? 0) / 1e9
      for line in (contents(of: "\(tasks)/\(task)/status") ?? "").split(separator: "\n")
      where line.contains("ctxt_switches:") {
        switches += line.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0
      }
    }
  }

  /// Milliseconds on a processor per second since then.
  func load(since start: Counters) -> Double { (processor - start.processor) / (time - start.time) * 1000 }

  func switchRate(since start: Counters) -> Double { Double(switches - start.switches) / (time - start.time) }
}

/// What a process keeps in memory, in bytes.
struct Footprint {
  /// With a share of what others use as well. They are more than usual here: the benchmark's own processes use the
  /// same libraries.
  let proportional: Double
  /// With all of that.
  let resident: Double

  init(_ process: Child) {
    let lines = (contents(of: "/proc/\(process.id)/smaps_rollup") ?? "").split(separator: "\n")
    func value(_ name: String) -> Double {
      let words = lines.first { $0.hasPrefix(name) }?.split(whereSeparator: \.isWhitespace) ?? []
      return (words.dropFirst().first.flatMap { Double($0) } ?? 0) * 1024
    }
    (proportional, resident) = (value("Pss:"), value("Rss:"))
  }
}
