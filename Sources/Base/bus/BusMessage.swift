internal import CBase

/// A received D-Bus message, read from its start (`sd_bus_message_read_basic(3)`). A mismatch in type reads as nil.
struct BusMessage {
  private let raw: OpaquePointer

  init(_ raw: OpaquePointer) { self.raw = raw }

  var isError: Bool { nr_sd_bus_message_is_method_error(raw, nil) > 0 }

  func text() -> String? {
    var text: UnsafePointer<CChar>?
    guard nr_sd_bus_message_read_basic(raw, Self.string, &text) > 0 else { return nil }
    return text.map { String(cString: $0) }
  }

  /// The number or Boolean in a variant; skips other values.
  func value() -> Int? {
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
  func forEachEntry(_ contents: String, _ body: (_ key: String) -> Void) {
    guard nr_sd_bus_message_enter_container(raw, Self.array, "{\(contents)}") > 0 else { return }
    while nr_sd_bus_message_enter_container(raw, Self.entry, contents) > 0 {
      if let key = text() { body(key) }
      // Skips what the body has not read.
      guard nr_sd_bus_message_exit_container(raw) >= 0 else { break }
    }
    _ = nr_sd_bus_message_exit_container(raw)
  }

  private static let string = CChar(UInt8(ascii: "s"))
  private static let variant = CChar(UInt8(ascii: "v"))
  private static let array = CChar(UInt8(ascii: "a"))
  private static let entry = CChar(UInt8(ascii: "e"))
  private static let unsigned = CChar(UInt8(ascii: "u"))
  private static let signed = CChar(UInt8(ascii: "i"))
  private static let boolean = CChar(UInt8(ascii: "b"))
}
