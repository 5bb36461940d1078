internal import Glibc
internal import Scene
internal import ScrollCore
internal import TOMLKit

/// The strip's themes: those that ship, by name, and the user's own, as files of the same kind.
enum Theme {
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
  /// - Throws: `PropertyError` with the nearest name, or with file, line and column of what is wrong in the file.
  static func load(_ name: String) throws(PropertyError) -> StripTheme {
    if let bytes = shipped.first(where: { $0.name == name.lowercased() })?.bytes {
      return try ThemeReader(file: name, text: String(decoding: bytes, as: UTF8.self)).theme()
    }
    let isPath = name.contains("/") || name.hasSuffix(".toml")
    switch readFile(name) {
    case .success(let bytes): return try ThemeReader(file: name, text: String(decoding: bytes, as: UTF8.self)).theme()
    case .failure(let error) where isPath: throw PropertyError(name: "theme", reason: "\(name): \(error.description)")
    case .failure:
      let names = shipped.map(\.name)
      let hint = nearest(to: name, in: names).map { "; did you mean '\($0)'?" } ?? ""
      throw PropertyError(
        name: "theme", reason: "'\(name)' is none of \(names.joined(separator: ", ")), and no file\(hint)")
    }
  }

  private struct FileFailure: Error { let description: String }

  /// A theme is a few lines: what is longer than a megabyte is not one.
  private static func readFile(_ path: String) -> Result<[UInt8], FileFailure> {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return .failure(FileFailure(description: String(cString: strerror(errno)))) }
    defer { close(file) }
    var bytes: [UInt8] = []
    while true {
      var count = 0
      bytes += [UInt8](unsafeUninitializedCapacity: 65536) { buffer, initialized in
        count = read(file, buffer.baseAddress, buffer.count)
        initialized = max(0, count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { return .failure(FileFailure(description: String(cString: strerror(errno)))) }
      if count == 0 { return .success(bytes) }
      if bytes.count > 1 << 20 { return .failure(FileFailure(description: "this is too long for a theme")) }
    }
  }
}

extension StripStyle {
  /// A command line's style: the theme first, so that what is set by itself wins over it wherever it stands.
  init(_ window: [Assignment], _ properties: [Assignment]) throws(PropertyError) {
    self.init()
    if let name = properties.last(where: { $0.name == "theme" })?.text { theme = try Theme.load(name) }
    try adopt(window)
    try assign(properties)
    try crawl.validate()
  }
}

/// Reads a theme from a TOML file, whose keys are the properties of `StripTheme`.
struct ThemeReader {
  let file: String
  let text: String

  func theme() throws(PropertyError) -> StripTheme {
    let table: TOMLTable
    do {
      table = try TOMLTable(string: text)
    } catch {
      guard let error = error as? TOMLParseError else { throw wrong("\(error)", at: (1, 1)) }
      throw wrong(error.description, at: (error.source.begin.line, error.source.begin.column))
    }
    var theme = StripTheme()
    let places = table.keys.map { (key: $0, place: place(of: $0)) }
    for (key, place) in places.sorted(by: { ($0.place.line, $0.key) < ($1.place.line, $1.key) }) {
      guard let property = StripTheme.property(named: key) else {
        let hint = nearest(to: key, in: StripTheme.properties.map(\.flag)).map { "; did you mean '\($0)'?" } ?? ""
        throw wrong("a theme has no property '\(key)'\(hint)", at: (place.line, place.key))
      }
      do throws(PropertyError) {
        try set(property, to: table[key], of: &theme)
      } catch {
        throw wrong(error.description, at: (place.line, place.value))
      }
    }
    return theme
  }

  private func set(
    _ property: Property<StripTheme>, to value: (any TOMLValueConvertible)?, of theme: inout StripTheme
  ) throws(PropertyError) {
    guard let value else { return }
    if let text = value.string {
      try property.set(text: text, of: &theme)
    } else if let array = value.array {
      // A list may as well be written as one.
      try property.set(text: array.compactMap(\.string).joined(separator: ", "), of: &theme)
    } else {
      throw PropertyError(
        name: property.name, reason: "takes a \(property.kind.typeName) in quotes, not \(value.debugDescription)")
    }
  }

  private func wrong(_ reason: String, at place: (line: Int, column: Int)) -> PropertyError {
    PropertyError(name: "theme", reason: "\(file):\(place.line):\(place.column): \(reason)")
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
