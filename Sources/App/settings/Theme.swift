internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore
internal import TOMLKit
internal import X11

/// A theme as its file has it: how the strip looks, and the border of its window.
struct Theme {
  var strip = StripTheme()
  var border = Border()
  /// The user's own file, which may change while it is shown; nil for a theme that ships.
  var file: File?

  struct File {
    var path: String
    var bytes: [UInt8]
  }

  /// The themes that ship, the default first: names and the text of their files.
  static var shipped: [(name: String, bytes: [UInt8])] {
    [
      ("dark", PackageResources.dark_toml), ("light", PackageResources.light_toml),
      ("amber", PackageResources.amber_toml), ("broadcast-red", PackageResources.broadcast_red_toml),
      ("high-contrast", PackageResources.high_contrast_toml),
    ]
  }

  /// The theme that `--theme` names.
  ///
  /// - Throws: `ValueError` with the nearest name, or with file, line and column of what is wrong in the file.
  static func load(_ name: String) throws(ValueError) -> Theme {
    if let bytes = shipped.first(where: { $0.name == name.lowercased() })?.bytes {
      return try ThemeReader(file: name, text: String(decoding: bytes, as: UTF8.self)).theme()
    }
    let bytes: [UInt8]
    do throws(Failure) {
      bytes = try WatchedFile.read(name)
    } catch {
      if name.contains("/") || name.hasSuffix(".toml") {
        throw ValueError(name: "theme", reason: error.description)
      }
      let names = shipped.map(\.name)
      let hint = nearest(to: name, in: names).map { "; did you mean '\($0)'?" } ?? ""
      throw ValueError(
        name: "theme", reason: "'\(name)' is none of \(names.joined(separator: ", ")), and no file\(hint)")
    }
    return try Theme(File(path: name, bytes: bytes))
  }

  /// The theme that a file holds.
  ///
  /// - Throws: `ValueError` with file, line and column.
  init(_ file: File) throws(ValueError) {
    self = try ThemeReader(file: file.path, text: String(decoding: file.bytes, as: UTF8.self)).theme()
    self.file = file
  }

  init() {}
}

/// Reads a theme from a TOML file, whose keys are the properties of `StripTheme` and of `Border`.
struct ThemeReader {
  let file: String
  let text: String

  func theme() throws(ValueError) -> Theme {
    let table: TOMLTable
    do {
      table = try TOMLTable(string: text)
    } catch {
      guard let error = error as? TOMLParseError else { throw wrong("\(error)", at: (1, 1)) }
      throw wrong(error.description, at: (error.source.begin.line, error.source.begin.column))
    }
    var theme = Theme()
    let places = table.keys.map { (key: $0, place: place(of: $0)) }
    for (key, place) in places.sorted(by: { ($0.place.line, $0.key) < ($1.place.line, $1.key) }) {
      guard let value = value(of: key, in: table) else { continue }
      do throws(ValueError) {
        if let property = StripTheme.property(named: key) {
          try set(property, to: value, of: &theme.strip)
        } else if let property = Border.property(named: key) {
          try set(property, to: value, of: &theme.border)
        } else {
          throw ValueError(name: "", reason: unknown(key))
        }
      } catch {
        let isKey = error.name.isEmpty
        throw wrong(isKey ? error.reason : error.description, at: (place.line, isKey ? place.key : place.value))
      }
    }
    return theme
  }

  private func unknown(_ key: String) -> String {
    let names = StripTheme.properties.map(\.flag) + Border.properties.map(\.flag)
    let hint =
      nearest(to: key, in: names).map { "; did you mean '\($0)'?" } ?? "; it has \(names.joined(separator: ", "))"
    return "a theme has no property '\(key)'\(hint)"
  }

  private func set<Owner>(_ property: Property<Owner>, to value: Value, of owner: inout Owner) throws(ValueError) {
    var isNumber = false
    if case .number = property.kind { isNumber = true }
    switch value {
    case .text(let text): try property.set(text: text, of: &owner)
    case .number(let number) where isNumber: try property.set(.number(number), of: &owner)
    case .number(let number): throw refusal(of: shortest(number))
    case .other(let text): throw refusal(of: text)
    }
    func refusal(of text: String) -> ValueError {
      let expected = isNumber ? "a number" : "a \(property.kind.typeName) in quotes"
      return ValueError(name: property.name, reason: "takes \(expected), not \(text)")
    }
  }

  private enum Value {
    case text(String)
    case number(Double)
    /// As it would be written.
    case other(String)
  }

  private func value(of key: String, in table: TOMLTable) -> Value? {
    guard let value = table[key] else { return nil }
    if let text = value.string { return .text(text) }
    if let number = value.double { return .number(number) }
    if let number = value.int { return .number(Double(number)) }
    // A list may as well be written as one.
    if let array = value.array { return .text(array.compactMap(\.string).joined(separator: ", ")) }
    return .other(value.debugDescription)
  }

  private func wrong(_ reason: String, at place: (line: Int, column: Int)) -> ValueError {
    ValueError(name: "theme", reason: "\(file):\(place.line):\(place.column): \(reason)")
  }

  /// The line and the columns of a key and its value, counted from 1: the parser tells only of its own errors where
  /// they are.
  private func place(of key: String) -> (line: Int, key: Int, value: Int) {
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let start = line.prefix { " \t\"'".contains($0) }
      let rest = line.dropFirst(start.count)
      guard rest.hasPrefix(key), let sign = line.firstIndex(of: "=") else { continue }
      guard rest.dropFirst(key.count).prefix(while: { $0 != "=" }).allSatisfy({ " \t\"'".contains($0) }) else {
        continue
      }
      let blank = line[line.index(after: sign)...].prefix { " \t".contains($0) }
      let blanks = line.prefix { " \t".contains($0) }
      return (number + 1, blanks.count + 1, line[..<blank.endIndex].count + 1)
    }
    return (1, 1, 1)
  }
}

extension SizedImage {
  /// Nil, after one word on standard error, where the file is no picture that can be read; nil for an empty path.
  init?(path: String, flag: String) {
    guard !path.isEmpty else { return nil }
    guard let size = ImageFile.size(of: path) else {
      reportError("--\(flag): \(path): not an image that can be read; it is left out")
      return nil
    }
    self.init(path: path, size: size)
  }
}
