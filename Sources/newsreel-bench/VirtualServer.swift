import Glibc

/// An Xvfb of its own on a free display, without a window manager.
final class VirtualServer {
  let process: Child
  let number: Int
  let framebuffer: Framebuffer

  var display: String { ":\(number)" }

  /// - Parameter folder: takes its log.
  init(folder: TemporaryFolder, keeper: Keeper) throws(BenchError) {
    let log = "\(folder.path)/server-\(Int(now() * 1e6)).log"
    let descriptor = open(log, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .system(log) }
    defer { close(descriptor) }
    let ready = try Pipe()
    process = try Child(
      [
        "Xvfb", "-displayfd", "3", "-screen", "0", "1920x1080x24", "-shmem", "-nolisten", "tcp", "-noreset",
      ], descriptors: [descriptor, descriptor, descriptor, ready.writeEnd], keeper: keeper)
    ready.closeWriteEnd()
    guard let number = Int(try ready.line(within: 15)) else { throw BenchError("Xvfb names no display") }
    self.number = number
    // "screen 0 shmid 12345"
    guard let tail = contents(of: log)?.split(separator: "shmid ").dropFirst().first,
      let id = Int32(tail.prefix { $0.isNumber })
    else { throw BenchError("Xvfb names no shared memory: \(contents(of: log) ?? "")") }
    framebuffer = try Framebuffer(id: id)
  }
}
