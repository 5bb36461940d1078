internal import CBase

extension Descriptor {
  /// Creates an unnamed file in memory (`memfd_create(2)`), for libraries that only write to paths: see `path`.
  package static func inMemory(_ name: String) -> Descriptor? {
    let raw = nr_memory_file(name)
    return raw < 0 ? nil : Descriptor(raw)
  }

  /// A path to the open file, valid in this process.
  package var path: String { "/proc/self/fd/\(raw)" }
}
