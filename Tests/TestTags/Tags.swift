package import Testing

extension Tag {
  /// Needs an X server of its own, and the tools of packages.txt.
  @Tag package static var x11: Self
  /// Takes more than a few seconds of a processor.
  @Tag package static var slow: Self
  /// Talks HTTP to a server on the loopback.
  @Tag package static var network: Self
}
