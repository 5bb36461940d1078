/// Converts bars' font names to Pango's.
package enum FontName {
  /// Converts a name of X11 (`-misc-fixed-bold-r-normal-*-13-*-…`) or of fontconfig (`Sans:bold:size=10`, `Sans-10`),
  /// with or without `xft:`. Other names are returned unchanged.
  package static func pango(_ name: String) -> String {
    if name.hasPrefix("-") { return logical(name) }
    let rest = name.hasPrefix("xft:") ? name.dropFirst(4) : name[...]
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    var (family, size) = (parts.first ?? "", "")
    if let dash = family.lastIndex(of: "-"), let points = number(family[family.index(after: dash)...]) {
      (family, size) = (family[..<dash], points)
    }
    var words: [Substring] = []
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1)
      switch (pair.first?.lowercased(), pair.count == 2 ? pair[1] : "") {
      case ("size"?, let value): size = number(value) ?? size
      case ("pixelsize"?, let value): size = number(value).map { $0 + "px" } ?? size
      case ("style"?, let value), ("weight"?, let value), ("slant"?, let value): words.append(value)
      case (let word?, "") where styles.contains(word): words.append(part)
      default: break
      }
    }
    guard parts.count > 1 || !size.isEmpty else { return String(rest) }
    return ([family.split(separator: ",").joined(separator: ", ")[...]] + words + (size.isEmpty ? [] : [size[...]]))
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static let styles: Set = [
    "thin", "light", "regular", "medium", "semibold", "demibold", "bold", "black", "italic", "oblique", "roman",
  ]

  /// A number in Pango's format, or nil.
  private static func number(_ text: some StringProtocol) -> String? {
    guard let value = Double(text), value > 0, value <= 500 else { return nil }
    return shortest(value)
  }

  /// An X logical font description: foundry, family, weight, slant, set width, style, pixels, tenths of points.
  private static func logical(_ name: String) -> String {
    let fields = name.split(separator: "-", omittingEmptySubsequences: false).dropFirst().map { $0 == "*" ? "" : $0 }
    func field(_ number: Int) -> Substring { fields.indices.contains(number) ? fields[number] : "" }
    var words = [field(1).isEmpty ? "Monospace" : field(1)]
    if ["bold", "demibold", "light", "black"].contains(field(2)) { words.append(field(2)) }
    if ["i", "o"].contains(field(3)) { words.append("italic") }
    if let pixels = number(field(6)) {
      words.append("\(pixels)px")
    } else if let tenths = Double(field(7)), let points = number("\(tenths / 10)") {
      words.append("\(points)")
    }
    return words.joined(separator: " ")
  }
}
