internal import Base
internal import Newswire
internal import Render
package import Scene
internal import ScrollCore
internal import X11

/// A theme: the style of the strip, and the border of its window.
struct Theme {
  var strip = StripTheme()
  var border = Border()
  /// The user's file, to be followed; nil for a bundled theme.
  var file: File?

  struct File {
    var path: String
    var bytes: [UInt8]
  }

  /// The bundled themes, the default first, with the text of their files.
  static var shipped: [(name: String, bytes: [UInt8])] {
    [
      ("dark", PackageResources.dark_toml), ("light", PackageResources.light_toml),
      ("amber", PackageResources.amber_toml), ("broadcast-red", PackageResources.broadcast_red_toml),
      ("high-contrast", PackageResources.high_contrast_toml),
    ]
  }

  /// The name for the theme that suits the desktop's settings.
  static let automatic = "auto"

  /// The summary in the first comment of its file.
  static func about(_ bytes: [UInt8]) -> String {
    let line = bytes.prefix { $0 != 0x0A }.drop { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: " ") }
    let text = String(decoding: line, as: UTF8.self)
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// Loads the theme that `--theme` names.
  ///
  /// - Throws: `ValueError` with the nearest name, or with file, line and column of an error.
  static func load(_ name: String) throws(ValueError) -> Theme {
    let wanted = name.lowercased() == automatic ? DesktopWishes().theme : name.lowercased()
    if let bytes = shipped.first(where: { $0.name == wanted })?.bytes {
      return try ThemeReader(file: name, bytes: bytes).theme()
    }
    let bytes: [UInt8]
    do throws(Failure) {
      bytes = try WatchedFile.read(name)
    } catch {
      if name.contains("/") || name.hasSuffix(".toml") {
        throw ValueError(name: "theme", reason: error.description)
      }
      let names = [automatic] + shipped.map(\.name)
      let refusal = "'\(name)' is not one of \(names.joined(separator: ", ")), and no file"
      throw ValueError(name: "theme", reason: refusal + hint(for: name, in: names))
    }
    return try Theme(File(path: name, bytes: bytes))
  }

  /// Reads a theme.
  ///
  /// - Throws: `ValueError` with file, line and column.
  init(_ file: File) throws(ValueError) {
    self = try ThemeReader(file: file.path, bytes: file.bytes).theme()
    self.file = file
  }

  init() {}
}

/// Reads a theme from a TOML file. Its keys are the properties of `StripTheme` and of `Border`.
struct ThemeReader {
  let file: String
  let bytes: [UInt8]

  func theme() throws(ValueError) -> Theme {
    let table: TOML.Table
    do throws(Failure) { table = try TOML.read(bytes, file: file) } catch {
      throw ValueError(name: "theme", reason: error.description)
    }
    var theme = Theme()
    for entry in table.entries {
      do throws(ValueError) {
        if let property = StripTheme.property(named: entry.key) {
          try set(property, to: entry.item.value, of: &theme.strip)
        } else if let property = Border.property(named: entry.key) {
          try set(property, to: entry.item.value, of: &theme.border)
        } else {
          throw ValueError(name: "", reason: unknown(entry.key))
        }
      } catch {
        let isKey = error.name.isEmpty
        throw wrong(isKey ? error.reason : error.description, at: isKey ? entry.place : entry.item.place)
      }
    }
    return theme
  }

  private func unknown(_ key: String) -> String {
    let names = StripTheme.properties.map(\.flag) + Border.properties.map(\.flag)
    return "a theme has no property '\(key)'"
      + hint(for: key, in: names, else: "it has \(names.joined(separator: ", "))")
  }

  private func set<Owner>(
    _ property: Property<Owner>, to value: TOML.Value, of owner: inout Owner
  ) throws(ValueError) {
    var isNumber = false
    if case .number = property.kind { isNumber = true }
    switch value {
    case .string(let text): try property.set(text: text, of: &owner)
    case .float(let number) where isNumber: try property.set(.number(number), of: &owner)
    case .integer(let number) where isNumber: try property.set(.number(Double(number)), of: &owner)
    // A list may be a TOML array or a text.
    case .array(let items): try property.set(text: texts(of: items, for: property), of: &owner)
    case .float(let number): throw refusal(of: shortest(number), by: property)
    case .integer(let number): throw refusal(of: "\(number)", by: property)
    case .boolean, .moment, .table: throw refusal(of: value.kind, by: property)
    }
  }

  private func texts<Owner>(of items: [TOML.Item], for property: Property<Owner>) throws(ValueError) -> String {
    var texts: [String] = []
    for item in items {
      guard case .string(let text) = item.value else {
        throw refusal(of: "a list with \(item.value.kind)", by: property)
      }
      texts.append(text)
    }
    return texts.joined(separator: ", ")
  }

  private func refusal<Owner>(of text: String, by property: Property<Owner>) -> ValueError {
    var expected = "a \(property.kind.typeName) in quotes"
    if case .number = property.kind { expected = "a number" }
    return ValueError(name: property.name, reason: "takes \(expected), not \(text)")
  }

  private func wrong(_ reason: String, at place: TextPlace) -> ValueError {
    ValueError(name: "theme", reason: "\(file):\(place.line):\(place.column): \(reason)")
  }
}

extension SizedImage {
  /// Loads an image file; nil if it cannot be read.
  package init?(path: String) {
    guard !path.isEmpty, let size = ImageFile.size(of: path) else { return nil }
    self.init(path: path, size: size)
  }

  /// Loads an image file. Returns nil for an empty path, and for an unreadable file after a message to the window or to
  /// standard error.
  static func load(_ path: String, flag: String, tell context: ViewContext? = nil) -> SizedImage? {
    let image = SizedImage(path: path)
    guard image == nil, !path.isEmpty else { return image }
    let problem = "--\(flag): \(path): \(Self.problem(of: path)); it is left out"
    if let context { context.perform(.failed(problem)) } else { reportError(problem) }
    return nil
  }

  /// Why an image file cannot be read.
  package static func problem(of path: String) -> String {
    PlainFile.problem(of: path) ?? "not an image that can be read"
  }
}
