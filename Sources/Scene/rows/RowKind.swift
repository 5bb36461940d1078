package import ScrollCore

/// A kind of row: its parts, from left to right in left-to-right text.
package struct RowKind: Hashable, Sendable {
  package var parts: [RowPart]

  package init(_ parts: [RowPart]) { self.parts = parts }

  /// The most parts of a kind, and kinds of a theme.
  package static let mostParts = 24
  package static let mostKinds = 64

  // MARK: Reading rows

  /// Why this kind cannot show a row, as the end of a sentence; nil if it can.
  func problem(with row: Row) -> String? {
    for part in parts {
      let texts = row.texts(of: part.field)
      // A picture may be there and not be had.
      let isMissing = part.picture == nil ? texts.isEmpty : row.fields[part.field] == nil
      if isMissing, !part.isOptional { return "has no “\(part.field)”" }
      guard part.number != nil, let wrong = texts.first(where: { RowNumber($0) == nil }) else { continue }
      return DecimalNumber(wrong) == nil && !wrong.hasSuffix("%")
        ? "has a “\(part.field)” that is not a number: “\(wrong.prefix(40))”"
        : "has a “\(part.field)” that is not a number of at most \(RowNumber.mostDigits) digits: “\(wrong.prefix(40))”"
    }
    return nil
  }

  /// Whether two rows differ in nothing but the digits of their numbers, so that one can roll to the other.
  func rolls(from old: Row, to new: Row) -> Bool {
    parts.allSatisfy { part in
      let (old, new) = (old.texts(of: part.field), new.texts(of: part.field))
      guard part.number != nil else { return old == new }
      return old.map { RowNumber($0)?.suffix } == new.map { RowNumber($0)?.suffix }
    }
  }

  /// The text of a row, as read out.
  package func text(of row: Row) -> String {
    let words = parts.compactMap { part -> String? in
      let texts = row.texts(of: part.field)
      if part.picture != nil || texts.isEmpty { return nil }
      return part.number == nil
        ? texts.joined(separator: " ") : texts.map { $0 + part.suffix }.joined(separator: part.between)
    }
    if !words.isEmpty { return words.joined(separator: " ") }
    // A picture by itself has the name of its file.
    return parts.lazy.filter { $0.picture != nil }.flatMap { row.texts(of: $0.field) }.first
      .map { String($0.split(separator: "/").last ?? "") } ?? ""
  }

  // MARK: Colours

  /// With the theme's colours for their names.
  package func resolved(_ color: (_ name: String) -> Color?) -> RowKind {
    func resolved(_ ink: RowInk) -> RowInk {
      guard case .theme(let name) = ink else { return ink }
      return color(name).map(RowInk.color) ?? .own
    }
    return RowKind(
      parts.map { part in
        var part = part
        (part.color, part.badge) = (resolved(part.color), resolved(part.badge))
        return part
      })
  }
}

// MARK: - The kinds of every theme

extension RowKind {
  /// The kinds that a theme has unless it declares its own.
  package static let standard: [String: RowKind] = ["score": score, "price": price, "picture": picture]

  /// The same in the default colours.
  static let plain = standard.mapValues { kind in kind.resolved { defaults[$0] } }

  private static let defaults = [
    "label-background": Palette.label, "label-color": .white, "caption-color": Palette.caption,
  ]

  private static let score = RowKind([
    part {
      ($0.picture, $0.isOptional, $0.height) = ("logo", true, 1.2)
    },
    part { $0.text = "home" },
    part {
      ($0.number, $0.isBold, $0.between) = ("score", true, "–")
      ($0.badge, $0.color) = (.theme("label-background"), .theme("label-color"))
    },
    part { $0.text = "away" },
    part { ($0.text, $0.isOptional, $0.color) = ("note", true, .theme("caption-color")) },
  ])

  private static let price = RowKind([
    part { ($0.picture, $0.isOptional) = ("logo", true) },
    part { ($0.text, $0.isBold) = ("name", true) },
    part { $0.number = "value" },
    part { ($0.number, $0.isOptional, $0.trend) = ("change", true, .sign) },
  ])

  private static let picture = RowKind([
    part { ($0.picture, $0.height) = ("picture", 1.5) },
    part { ($0.text, $0.isOptional) = ("text", true) },
  ])

  private static func part(_ set: (inout RowPart) -> Void) -> RowPart {
    var part = RowPart()
    set(&part)
    return part
  }
}
