/// A place outside of memory, for the parts of a long text that are far from use.
public protocol TextShelf: AnyObject, Sendable {
  /// Keeps bytes; returns where, or nil where there is no room.
  func put(_ bytes: [UInt8]) -> Int?

  /// The bytes that were kept from there on; fewer where they cannot be read any more.
  func bytes(at place: Int, count: Int) -> [UInt8]
}
