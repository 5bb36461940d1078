import CX11
import Glibc
import Synchronization

/// What ends a benchmark early, in words for its user.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// A failed call of the C library.
  static func system(_ call: String) -> BenchError { BenchError("\(call): \(String(cString: strerror(errno)))") }
}

/// The signal that asked the benchmark to end; 0 as long as none has.
private let endingSignal = Atomic<Int32>(0)

var isInterrupted: Bool { endingSignal.load(ordering: .relaxed) != 0 }

/// From now on SIGINT, SIGTERM and SIGHUP end the benchmark at its next `rest`, so that what it started ends too.
func catchEndingSignals() {
  for number in [SIGINT, SIGTERM, SIGHUP] { signal(number) { endingSignal.store($0, ordering: .relaxed) } }
  signal(SIGPIPE, SIG_IGN)
}

/// Seconds on the monotonic clock.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Sleeps until that time on the monotonic clock.
/// - Throws: when a signal asks to end.
func rest(until end: Double) throws(BenchError) {
  while true {
    if isInterrupted { throw BenchError("interrupted") }
    let slice = min(end, now() + 0.1)
    guard slice > now() else { return }
    var time = timespec(tv_sec: Int(slice), tv_nsec: Int((slice - slice.rounded(.down)) * 1e9))
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
  }
}

func rest(_ seconds: Double) throws(BenchError) { try rest(until: now() + seconds) }

/// Writes to a descriptor, all of it; an error is nobody's business here.
func put(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { return }
    rest = rest.dropFirst(count)
  }
}

/// A line of progress, on standard error.
func note(_ text: String) { put(text + "\n", to: STDERR_FILENO) }

// MARK: - Files

/// The text of a file, also of those in /proc, which know no length; nil where it cannot be read.
func contents(of path: String) -> String? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 14)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return count == 0 ? String(decoding: bytes, as: UTF8.self) : nil }
    bytes += buffer[..<count]
  }
}

func save(_ text: String, to path: String) throws(BenchError) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  guard descriptor >= 0 else { throw .system(path) }
  put(text, to: descriptor)
  guard close(descriptor) == 0 else { throw .system(path) }
}

func entries(of folder: String) -> [String] {
  guard let stream = opendir(folder) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names
}

/// A folder for the time of the benchmark; goes with its contents.
final class TemporaryFolder {
  let path: String

  init() throws(BenchError) {
    var template = Array("\(environmentValue("TMPDIR") ?? "/tmp")/newsreel-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .system("mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in entries(of: path) where unlink("\(path)/\(name)") != 0 { removeFolder("\(path)/\(name)") }
    rmdir(path)
  }

  /// Programs may leave folders behind; they are few and shallow.
  private func removeFolder(_ path: String) {
    for name in entries(of: path) where unlink("\(path)/\(name)") != 0 { removeFolder("\(path)/\(name)") }
    rmdir(path)
  }
}

func environmentValue(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
