internal import Base
internal import Formats
internal import ScrollCore

extension Coding<String> {
  /// An http or https address.
  static var address: Coding {
    text.check { (text) throws(RecordError) in
      guard let address = WebAddress(text) else {
        throw .value("is not http or https: “\(TextCleaner.line(text, limit: 80))”")
      }
      return address.description
    }
  }

  /// The name of a channel, an item, a wall.
  static var name: Coding {
    text.saying("is not a name").check { (text) throws(RecordError) in
      guard BrokerAddress.isName(text) else { throw .value("is not a name") }
      return text
    }
  }
}

extension Coding<String> {
  /// A text that only a type can read that checks it.
  func checked<Whole>(
    _ write: @escaping @Sendable (Whole) -> String, _ read: @escaping @Sendable (String) throws(Failure) -> Whole
  ) -> Coding<Whole> {
    map(write) { (text) throws(RecordError) in
      do throws(Failure) { return try read(text) } catch { throw .value(error.reason) }
    }
  }
}

extension Failure {
  /// A failure of a message that is not what its sender should have sent.
  init(of source: String, _ error: RecordError) { self.init(of: source, reason: error.sentence) }
}

extension JSON {
  /// Reads what somebody else has written.
  ///
  /// - Parameter kind: What it is: a line, a message.
  init(_ kind: String, _ bytes: UnsafeRawBufferPointer, of source: String) throws(Failure) {
    do throws(Failure) { self = try JSON(parsing: bytes) } catch {
      throw Failure(of: source, reason: "the \(kind) is not JSON: \(error.reason)")
    }
  }

  init(_ kind: String, _ text: String, of source: String) throws(Failure) {
    self = try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(Failure) in
      try JSON(kind, UnsafeRawBufferPointer(bytes), of: source)
    }
  }
}
