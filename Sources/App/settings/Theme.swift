internal import Base
internal import Formats
internal import Newswire
internal import Render
internal import Scene
internal import ScrollCore
internal import Windows
internal import X11

/// A theme: the style of the strip, and the border of its window.
struct Theme {
  var strip: StripTheme
  var border: Border
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

  init(strip: StripTheme, border: Border) { (self.strip, self.border) = (strip, border) }
}

/// Reads a theme from a TOML file. Its keys are the properties of `StripTheme` and of `Border`.
struct ThemeReader: SettingsFile {
  let file: String
  let bytes: [UInt8]

  func theme() throws(ValueError) -> Theme {
    do throws(Failure) {
      var (strip, border) = (Settings<StripTheme>(), Settings<Border>())
      var rows: [String: RowKind] = [:]
      for entry in try TOML.read(bytes, file: file).entries {
        if entry.key == "rows" {
          rows = try RowReader(file: file).kinds(in: entry.item)
        } else if StripTheme.property(named: entry.key) != nil {
          try set(entry, in: &strip)
        } else if Border.property(named: entry.key) != nil {
          try set(entry, in: &border)
        } else {
          throw wrong("a theme has no property '\(entry.key)'" + remedy(for: entry.key), at: entry.place)
        }
      }
      var theme = Theme(strip: strip.value, border: border.value)
      theme.strip.rows.merge(rows) { $1 }
      return theme
    } catch {
      throw ValueError(name: "theme", reason: error.description)
    }
  }

  /// The nearest property of a theme, or the place of one that a strip or its window has.
  private func remedy(for key: String) -> String {
    let names = StripTheme.properties.map(\.flag) + Border.properties.map(\.flag) + ["rows"]
    let near = hint(for: key, in: names)
    if !near.isEmpty { return near }
    if let example = WindowOptions.examples[key] { return place(of: example, flag: "geometry") }
    if let other = StripStyle.property(named: key)?.flag ?? WindowOptions.property(named: key)?.flag {
      return place(of: other, flag: other)
    }
    return "; it has \(names.joined(separator: ", "))"
  }

  /// Where to write something that a theme does not have.
  private func place(of written: String, flag: String) -> String {
    "; it is not a theme's: \(written) belongs in newsreel.toml, --\(flag) on the command line"
  }
}
