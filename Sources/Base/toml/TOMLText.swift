/// Formats values in TOML.
package enum TOMLText {
  /// Formats a basic string: TOML knows all escapes of JSON's strings.
  package static func quoted(_ text: String) -> String { JSON.string(text).line }

  package static func list(_ texts: [String]) -> String { "[" + texts.map(quoted).joined(separator: ", ") + "]" }
}
