internal import CBase

/// Writes the content of a D-Bus message (`sd_bus_message_append_basic(3)`). After an error the message is not sent.
package final class BusWriter {
  private let raw: OpaquePointer
  private(set) var hasFailed = false

  init(_ raw: OpaquePointer) { self.raw = raw }

  package func text(_ text: String) { append("s", text) }
  package func path(_ path: String) { append("o", path) }
  package func boolean(_ value: Bool) { append("b", Int32(value ? 1 : 0)) }
  package func integer(_ value: Int32) { append("i", value) }
  package func unsigned(_ value: UInt32) { append("u", value) }
  package func short(_ value: Int16) { append("n", value) }
  package func number(_ value: Double) { append("d", value) }

  /// - Parameter type: The type of each element.
  package func array(of type: String, _ write: () -> Void = {}) { container("a", type, write) }
  package func structure(_ types: String, _ write: () -> Void) { container("r", types, write) }
  package func variant(_ type: String, _ write: () -> Void) { container("v", type, write) }
  package func entry(_ types: String, _ write: () -> Void) { container("e", types, write) }

  private func container(_ kind: Unicode.Scalar, _ contents: String, _ write: () -> Void) {
    check(nr_sd_bus_message_open_container(raw, CChar(UInt8(ascii: kind)), contents))
    guard !hasFailed else { return }
    write()
    check(nr_sd_bus_message_close_container(raw))
  }

  private func append(_ type: Unicode.Scalar, _ text: String) {
    check(nr_sd_bus_message_append_basic(raw, CChar(UInt8(ascii: type)), text))
  }

  private func append(_ type: Unicode.Scalar, _ value: some BitwiseCopyable) {
    withUnsafePointer(to: value) { check(nr_sd_bus_message_append_basic(raw, CChar(UInt8(ascii: type)), $0)) }
  }

  private func check(_ result: Int32) { if result < 0 { hasFailed = true } }
}
