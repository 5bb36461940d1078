internal import Base

/// Formats values in TOML.
package enum TOMLText {
  /// Formats a basic string: TOML knows all escapes of JSON's strings.
  package static func quoted(_ text: String) -> String { JSON.string(text).line }

  /// A key, quoted if necessary.
  package static func key(_ name: String) -> String {
    let isBare = name.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || $0 == 0x2D || $0 == 0x5F
    }
    return isBare && !name.isEmpty ? name : quoted(name)
  }

  package static func list(_ texts: [String]) -> String { "[" + texts.map(quoted).joined(separator: ", ") + "]" }
}
