internal import Glibc

/// Watches one path by `inotify(7)`: the file it leads to for content, its directory for the path's identity.
final class FileWatch {
  struct Changes: OptionSet {
    let rawValue: Int
    static let content = Changes(rawValue: 1)
    static let identity = Changes(rawValue: 2)
  }

  let descriptor: Int32
  private let path: String
  private let name: [UInt8]
  private var file: Int32 = -1
  private let directory: Int32

  /// nil, with `errno` set, where the system gives no watch.
  init?(path: String) {
    let bytes = Array(path.utf8)
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    let parent = slash.map { $0 == 0 ? "/" : String(decoding: bytes[..<$0], as: UTF8.self) } ?? "."
    name = Array(bytes[(slash.map { $0 + 1 } ?? 0)...])
    self.path = path
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    directory = inotify_add_watch(descriptor, parent, UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE))
    watchFile()
    if directory < 0, file < 0 { return nil }
  }

  deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

  /// Watches the file that the path leads to now.
  func watchFile() {
    if file >= 0 { inotify_rm_watch(descriptor, file) }
    file = inotify_add_watch(descriptor, path, UInt32(IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF))
  }

  /// Takes what has been reported, without waiting.
  func drain() -> Changes {
    var changes: Changes = []
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
      for _ in 0..<8 {
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        changes.formUnion(changesIn(UnsafeRawBufferPointer(rebasing: buffer[..<count])))
      }
    }
    return changes
  }

  private func changesIn(_ events: UnsafeRawBufferPointer) -> Changes {
    let header = MemoryLayout<inotify_event>.size
    var changes: Changes = []
    var position = 0
    while position + header <= events.count {
      let event = events.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
      let nameStart = position + header
      position = nameStart + Int(event.len)
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
        changes = [.content, .identity]
      } else if event.wd == directory {
        let isOurs = events[nameStart..<min(position, events.count)].prefix { $0 != 0 }.elementsEqual(name)
        if isOurs { changes.insert(.identity) }
      } else if event.wd == file {
        changes.insert(event.mask & UInt32(IN_MODIFY) != 0 ? .content : .identity)
      }
    }
    return changes
  }
}
