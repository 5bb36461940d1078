import Base
import Formats
import Scene
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Newswire
@testable import Windows

/// The pictures of README and the pages, which `make gallery` draws. What each shows stands in its comment.
@Suite("Pictures of the pages") struct PictureTests {
  /// The pictures by their paths, as the pages show them.
  private static func pictures() throws -> [String] {
    var paths: Set<String> = []
    for page in try Readme.pages() {
      let folder = page.hasPrefix("doc/") ? "doc/" : ""
      for match in try Project.text(of: page).matches(of: /!\[[^\]]*\]\(([^)]+)\)/) { paths.insert(folder + match.1) }
    }
    return paths.sorted()
  }

  /// A text that zlib has packed: the same as of gzip behind another header.
  private static func unpacked(_ bytes: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    let gzip = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0] + bytes.dropFirst(2)
    gzip.withUnsafeBytes { _ = Unpacker().push($0) { text += $0 } }
    return String(decoding: text, as: UTF8.self)
  }

  /// The comment of a PNG: its chunk tEXt, zTXt or iTXt of that name.
  private static func comment(of path: String) throws -> String {
    let bytes = try Files.bytes(of: Project.folder + "/" + path)
    var index = 8
    while index + 12 <= bytes.count {
      let length = bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
      let kind = String(decoding: bytes[index + 4..<index + 8], as: UTF8.self)
      let data = bytes[(index + 8)...].prefix(length)
      if ["tEXt", "zTXt", "iTXt"].contains(kind), data.starts(with: "comment".utf8) {
        let text = data.dropFirst(8)
        switch kind {
        case "zTXt": return unpacked(text.dropFirst())
        // Two flags, a language and a translated name come before the text.
        case "iTXt": return String(decoding: text.dropFirst(4), as: UTF8.self)
        default: return String(decoding: text, as: UTF8.self)
        }
      }
      index += 12 + length
    }
    return ""
  }

  @Test("One command draws every picture, and its options are there") func drawn() throws {
    let script = try Project.text(of: "scripts/gallery")
    let pictures = try Self.pictures()
    #expect(pictures.count >= 14)
    for path in pictures {
      let name = path.replacing("doc/", with: "$folder/")
      let isTheme = name.contains(/gallery\/(dark|light|amber|broadcast-red|high-contrast)-(24|36|64)\.png/)
      #expect(script.contains("\"\(name)\"") || script.contains(":\(name)\"") || isTheme, "\(path)")
      guard path.hasSuffix(".png") else { continue }
      let comment = try Self.comment(of: path)
      #expect(!comment.isEmpty, "\(path)")
      guard comment.hasPrefix("newsreel preview") else { continue }
      let view = comment.hasPrefix("newsreel preview crawl") ? "crawl" : "strip"
      let options = Set(FlagHints.flags(of: view) + PropertyInfo.preview.map(\.name))
      for match in comment.matches(of: /--([a-z-]+)/) {
        #expect(options.contains(String(match.1)), "\(path): \(match.1)")
      }
    }
  }

  @Test("The picture of a screen has the headlines of a first start, and their topics") func desktop() throws {
    let shown = try JSON(parsing: try Self.comment(of: "doc/desktop.png"))
    let items = BundledHeadlines.load(.english)
    #expect(shown["items"]?.array?.compactMap(\.string).sorted() == items.map(\.title).sorted())
    #expect(Set(shown["topics"]?.array?.compactMap(\.string) ?? []) == Set(items.compactMap(\.topic)))
  }

  @Test("The inspector's picture has the program's properties, with their numbers and defaults")
  func inspector() throws {
    let lines = try Self.comment(of: "doc/inspector.png").split(separator: "\n").map(String.init)
    let strip = PropertyInfo.all(of: StripKind.self).flags
    let tabs = try #require(lines.dropFirst().first)
    #expect(tabs.contains("strip \(strip.count) ") && tabs.hasSuffix("window \(PropertyInfo.window.count)"), "\(tabs)")
    let rows = lines.dropFirst(3).prefix { !$0.hasPrefix("──") }
    #expect(rows.count >= 20)
    for row in rows {
      let cells = row.split(separator: " ").map(String.init).filter { !["●", "○", "│", "┃"].contains($0) }
      let info = try #require(strip.first { $0.name == cells[0] }, "\(row)")
      let initial = info.defaultText.isEmpty ? "-" : info.defaultText
      // The line being typed covers its default, and blanks part others.
      if row.contains("hsl(") || initial.contains(" ") { continue }
      #expect(cells.dropFirst(2).contains(String(initial.prefix(12))), "\(row)")
    }
  }
}
