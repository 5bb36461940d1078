internal import CBase

/// A received D-Bus message, read from its start (`sd_bus_message_read_basic(3)`). A mismatch in type reads as nil.
package struct BusMessage {
  let raw: OpaquePointer

  init(_ raw: OpaquePointer) { self.raw = raw }

  package var isError: Bool { nr_sd_bus_message_is_method_error(raw, nil) > 0 }
  /// The path of its object.
  package var path: String { String(read: nr_sd_bus_message_get_path(raw)) }
  package var interface: String { String(read: nr_sd_bus_message_get_interface(raw)) }
  package var member: String { String(read: nr_sd_bus_message_get_member(raw)) }
  /// The unique name of its sender.
  package var sender: String { String(read: nr_sd_bus_message_get_sender(raw)) }

  // MARK: - Reading

  package func text() -> String? { text(Self.string) }
  /// An object's path.
  package func objectPath() -> String? { text(Self.object) }

  private func text(_ type: CChar) -> String? {
    var text: UnsafePointer<CChar>?
    guard nr_sd_bus_message_read_basic(raw, type, &text) > 0 else { return nil }
    return text.map { String(cString: $0) }
  }

  package func integer() -> Int32? { basic(Self.signed, 0 as Int32) }
  package func unsigned() -> UInt32? { basic(Self.unsigned, 0 as UInt32) }

  private func basic<Value: BitwiseCopyable>(_ type: CChar, _ zero: Value) -> Value? {
    var value = zero
    return nr_sd_bus_message_read_basic(raw, type, &value) > 0 ? value : nil
  }

  /// Reads the members of a structure in the body; nil on a mismatch.
  package func structure<Value>(_ types: String, _ body: () -> Value?) -> Value? {
    guard nr_sd_bus_message_enter_container(raw, Self.record, types) > 0 else { return nil }
    let value = body()
    return nr_sd_bus_message_exit_container(raw) >= 0 ? value : nil
  }

  /// Calls the body for each structure of an array.
  package func forEachStructure(_ types: String, _ body: () -> Void) {
    guard nr_sd_bus_message_enter_container(raw, Self.array, "(\(types))") > 0 else { return }
    while nr_sd_bus_message_enter_container(raw, Self.record, types) > 0 {
      body()
      guard nr_sd_bus_message_exit_container(raw) >= 0 else { break }
    }
    _ = nr_sd_bus_message_exit_container(raw)
  }

  /// The number or Boolean in a variant; skips other values.
  package func value() -> Int? {
    var (type, contents): (CChar, UnsafePointer<CChar>?) = (0, nil)
    guard nr_sd_bus_message_peek_type(raw, &type, &contents) > 0, type == Self.variant, let contents else { return nil }
    let kind = contents.pointee
    guard [Self.unsigned, Self.signed, Self.boolean].contains(kind), contents[1] == 0 else {
      _ = nr_sd_bus_message_skip(raw, "v")
      return nil
    }
    guard nr_sd_bus_message_enter_container(raw, Self.variant, contents) > 0 else { return nil }
    var number: UInt32 = 0
    let isRead = nr_sd_bus_message_read_basic(raw, kind, &number) > 0
    _ = nr_sd_bus_message_exit_container(raw)
    return isRead ? Int(number) : nil
  }

  /// Calls the body for each entry of a dictionary with text keys. The body reads the value.
  package func forEachEntry(_ contents: String, _ body: (_ key: String) -> Void) {
    guard nr_sd_bus_message_enter_container(raw, Self.array, "{\(contents)}") > 0 else { return }
    while nr_sd_bus_message_enter_container(raw, Self.entry, contents) > 0 {
      if let key = text() { body(key) }
      // Skips the rest of the value.
      guard nr_sd_bus_message_exit_container(raw) >= 0 else { break }
    }
    _ = nr_sd_bus_message_exit_container(raw)
  }

  private static let string = CChar(UInt8(ascii: "s"))
  private static let object = CChar(UInt8(ascii: "o"))
  private static let record = CChar(UInt8(ascii: "r"))
  private static let variant = CChar(UInt8(ascii: "v"))
  private static let array = CChar(UInt8(ascii: "a"))
  private static let entry = CChar(UInt8(ascii: "e"))
  private static let unsigned = CChar(UInt8(ascii: "u"))
  private static let signed = CChar(UInt8(ascii: "i"))
  private static let boolean = CChar(UInt8(ascii: "b"))
}

extension String {
  /// Converts a C string; empty for nil.
  fileprivate init(read text: UnsafePointer<CChar>?) { self = text.map { String(cString: $0) } ?? "" }
}
