package import Base

/// What a source of lines delivers.
package enum SourceEvent {
  /// One line without its end. The bytes are the sender's: valid during the call, not necessarily UTF-8.
  case line(UnsafeRawBufferPointer)
  /// The next bytes as they came, line ends and all, where `LineDelivery.parts` was asked for. Valid during the call.
  case part(UnsafeRawBufferPointer)
  /// What was delivered so far is superseded (the file was replaced or truncated, the command ran again):
  /// the lines that follow, up to the next `pause`, are the new whole.
  case restart
  /// A whole has been delivered for now (end of a watched file, of one run of a command).
  case pause
  /// Something went wrong; each is said once. The source goes on unless `end` follows.
  case error(Failure)
  /// Nothing more will come.
  case end
}

/// How a source of lines hands over what it has read.
package enum LineDelivery: Sendable {
  case lines
  /// For a consumer that finds the lines itself, and takes them at any length and rate.
  case parts
}

package typealias SourceHandler = (SourceEvent) -> Void
