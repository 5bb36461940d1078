internal import Base
internal import Glibc

/// Watches one path by `inotify(7)`: the file it leads to for content, and the way there for the path's identity. Folders
/// and links on the way may go and come again.
final class FileWatch {
  struct Changes: OptionSet {
    let rawValue: Int
    static let content = Changes(rawValue: 1)
    static let identity = Changes(rawValue: 2)
  }

  /// A name that is looked up in a folder on the way.
  private struct Lookup {
    let folder: String
    let name: Substring
    /// Negative where the folder is not there.
    let watch: Int32
  }

  private let descriptor: Int32
  private let path: String
  private var file: Int32 = -1
  /// From the root down; the last one is that of the file.
  private var lookups: [Lookup] = []
  /// The watches of links on the way.
  private var links: [Int32] = []

  private static let content = UInt32(IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)
  private static let end = UInt32(IN_MOVE_SELF | IN_DELETE_SELF)
  private static let names = UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB) | end
  /// Links that lead on to each other without end are given up, as the system does.
  private static let mostLookups = 200

  /// nil, with `errno` set, where the system gives no watch.
  init?(path: String) {
    self.path = UserPaths.absolute(path)
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    renew()
    if watches.isEmpty { return nil }
  }

  deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

  /// Watches what the path leads to now, and the way there. What changes after this call is reported, so that a file is
  /// opened after it.
  func renew() {
    let old = watches
    links = []
    let found = walk()
    file = inotify_add_watch(descriptor, path, Self.content)
    let present = lookups.filter { $0.watch >= 0 }
    // Elsewhere names come and go that are nothing to the path, as in /tmp, and each would wake the program. A folder that is
    // missing has to come in the last one that is there; that one ends unseen while somebody stands in it.
    let named = Set(present.suffix(file >= 0 ? 1 : 2).map(\.watch))
    for lookup in present where !named.contains(lookup.watch) {
      inotify_add_watch(descriptor, lookup.folder, Self.end)
    }
    links = found.map { inotify_add_watch(descriptor, $0, Self.end | UInt32(IN_DONT_FOLLOW)) }
    for watch in old.subtracting(watches) { inotify_rm_watch(descriptor, watch) }
  }

  private var watches: Set<Int32> { Set((lookups.map(\.watch) + links + [file]).filter { $0 >= 0 }) }

  /// Looks the path up as the system does, and watches each folder before the name in it is looked up. Returns the links.
  private func walk() -> [String] {
    lookups = []
    var links: [String] = []
    var folder = path.hasPrefix("/") ? "/" : "."
    var rest = Self.names(of: path)[...]
    while let name = rest.popFirst(), lookups.count < Self.mostLookups {
      if name == "." { continue }
      if name == ".." {
        folder = AtomicFile.directory(of: folder)
        continue
      }
      lookups.append(
        Lookup(folder: folder, name: name, watch: inotify_add_watch(descriptor, folder, Self.names)))
      let object = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      guard let target = Self.target(ofLink: object) else {
        folder = object
        continue
      }
      links.append(object)
      if target.hasPrefix("/") { folder = "/" }
      rest = (Self.names(of: target) + rest)[...]
    }
    return links
  }

  private static func names(of path: String) -> [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
  }

  /// Where a link leads; nil for anything else (`readlink`).
  private static func target(ofLink path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { room in
      guard let start = room.baseAddress else { return nil }
      let count = readlink(path, start, room.count)
      guard count > 0 else { return nil }
      return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }
  }

  func appendDescriptor(to descriptors: inout [pollfd]) {
    descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
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
      } else if event.wd == file {
        changes.insert(event.mask & UInt32(IN_MODIFY) != 0 ? .content : .identity)
      } else if event.mask & Self.end != 0 {
        changes.insert(.identity)
      } else {
        let name = events[nameStart..<min(position, events.count)].prefix { $0 != 0 }
        let isOnTheWay = lookups.contains { $0.watch == event.wd && name.elementsEqual($0.name.utf8) }
        if isOnTheWay { changes.insert(.identity) }
      }
    }
    return changes
  }
}
