/// Values as TOML has them.
package enum TOMLText {
  /// As a basic string of TOML: it knows every escape that JSON's strings are written with.
  package static func quoted(_ text: String) -> String { JSON.string(text).line }

  package static func list(_ texts: [String]) -> String { "[" + texts.map(quoted).joined(separator: ", ") + "]" }
}
