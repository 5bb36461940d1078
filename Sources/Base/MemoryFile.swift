internal import CBase

extension Descriptor {
  /// A file in memory without a name (`memfd_create(2)`), for libraries that write to paths alone: see `path`.
  package static func inMemory(_ name: String) -> Descriptor? {
    let raw = nr_memory_file(name)
    return raw < 0 ? nil : Descriptor(raw)
  }

  /// A path that leads to what it is open on, in this process.
  package var path: String { "/proc/self/fd/\(raw)" }
}
