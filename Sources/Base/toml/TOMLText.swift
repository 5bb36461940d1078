/// Values as TOML has them.
package enum TOMLText {
  /// As a basic string of TOML: it knows every escape that JSON's strings are written with.
  package static func quoted(_ text: String) -> String { JSON.string(text).line }

  package static func lines(_ texts: [(name: String, text: String)]) -> String {
    texts.map { "\($0.name) = \(quoted($0.text))\n" }.joined()
  }

  package static func list(_ texts: [String]) -> String { "[" + texts.map(quoted).joined(separator: ", ") + "]" }
}
