internal import Base
internal import Glibc

/// Watches a path by `inotify(7)`: the file's content, and every directory and symbolic link on the way. These may
/// disappear and return.
final class FileWatch {
  struct Changes: OptionSet {
    let rawValue: Int
    static let content = Changes(rawValue: 1)
    static let identity = Changes(rawValue: 2)
  }

  /// A lookup of a name in a directory on the way.
  private struct Lookup {
    let folder: String
    let name: Substring
    /// Negative if the directory does not exist.
    let watch: Int32
  }

  private let descriptor: Int32
  private let path: String
  private var file: Int32 = -1
  /// From the root down to the file's own.
  private var lookups: [Lookup] = []
  /// The watches of symbolic links on the way.
  private var links: [Int32] = []

  private static let content = UInt32(IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)
  private static let end = UInt32(IN_MOVE_SELF | IN_DELETE_SELF)
  private static let names = UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB) | end
  /// The limit for lookups, to stop at cycles of links, as the system does.
  private static let mostLookups = 200
  /// The limit for walks along a path that others keep changing.
  private static let mostWalks = 10

  /// Returns nil with `errno` set if there is no inotify instance.
  init?(path: String) {
    self.path = UserPaths.absolute(path)
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    renew()
    if watches.isEmpty { return nil }
  }

  deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

  /// Watches the current target of the path and the way there. Open the file after this call, so that later changes are
  /// reported.
  func renew() {
    var found = watches
    // The next walk finds changes made during this one, before the watch began. The end of what both have found is
    // reported.
    for _ in 0..<Self.mostWalks {
      let former = watches
      watchWay()
      found.formUnion(watches)
      if watches == former { break }
    }
    for watch in found.subtracting(watches) { inotify_rm_watch(descriptor, watch) }
  }

  private func watchWay() {
    let found = walk()
    file = inotify_add_watch(descriptor, path, Self.content)
    let present = lookups.filter { $0.watch >= 0 }
    // Other directories have unrelated changes, as in /tmp, which would wake the program; and to watch the names in a large
    // one takes milliseconds. A missing directory has to appear in the last existing one. The removal of that one is not
    // reported while it is a process's working directory.
    let named = Set(present.suffix(file >= 0 ? 1 : 2).map(\.watch))
    for lookup in present {
      inotify_add_watch(descriptor, lookup.folder, named.contains(lookup.watch) ? Self.names : Self.end)
    }
    links = found.map { inotify_add_watch(descriptor, $0, Self.end | UInt32(IN_DONT_FOLLOW)) }
  }

  private var watches: Set<Int32> { Set((lookups.map(\.watch) + links + [file]).filter { $0 >= 0 }) }

  /// Looks up the path as the system does, and watches the end of each directory. Returns the links.
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
        Lookup(
          folder: folder, name: name, watch: inotify_add_watch(descriptor, folder, Self.end | UInt32(IN_MASK_ADD))))
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

  /// The target of a symbolic link; nil for anything else (`readlink`).
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

  /// Reads the reported changes without blocking.
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
