import ScrollCore

/// A row of switches short of space. From the last one on they are replaced by "+N"; without room for even one name
/// beside it, all become dots; and without room for those, a single "Topics N" stands for all. A failing chip stays,
/// after "+N".
extension TokensView {
  /// The form of a row of switches.
  enum RowForm {
    case names
    case dots
    /// A single "Topics N".
    case summary
  }

  /// Whether the last chip is never replaced by "+N", since it shows failures.
  var keepsLast: Bool {
    properties.areSwitches && properties.overflow == .count && field.tokens.count > 1
      && field.tokens.last?.mark == .failing
  }

  /// The widths at which such a row is full, widest first: with all names, with fewer of them and "+N", with dots only,
  /// and with "Topics N". Skips rows longer than `limit`, as there may be hundreds of chips.
  package func rowWidths(atMost limit: Double, with typesetter: any Typesetter) -> [Double] {
    guard !field.tokens.isEmpty else { return [] }
    let names = nameWidths(upTo: limit, with: typesetter)
    var rows = Array(names.reversed())
    for row in [dotsWidth(upTo: limit, with: typesetter), summaryWidth(with: typesetter)]
    where row < rows.last ?? .infinity { rows.append(row) }
    return rows
  }

  /// The form of a row of switches in this width.
  func rowForm(in width: Double, with typesetter: any Typesetter) -> RowForm {
    let room = width + Self.tolerance
    if !nameWidths(upTo: room, with: typesetter).isEmpty { return .names }
    return dotsWidth(upTo: room, with: typesetter) <= room ? .dots : .summary
  }

  /// Whether a chip is reduced to its dot. One that was just switched off shows "Undo", and one without a dot keeps its name.
  func isDot(_ index: Int) -> Bool { areDots && canBeDot(index) }

  /// The width of a chip reduced to its dot.
  func dotWidth(of index: Int, with typesetter: any Typesetter) -> Double {
    if canBeDot(index) { return restyle(with: typesetter).dotWidth }
    guard field.tokens[index].state == .undo else { return chipWidth(of: index, with: typesetter) }
    return restyle(with: typesetter).undoWidth(typesetter: typesetter)
  }

  /// The area for presses on a chip; for a dot, it includes half of the gaps beside it.
  func target(of index: Int, at place: Rect) -> Rect {
    let room = isDot(index) ? properties.tokenXMargin / 2 : 0
    return place.inset(by: Insets(right: -room, left: -room))
  }

  /// Tolerates rounding errors in an exact fit.
  private static let tolerance = 1e-6

  private func canBeDot(_ index: Int) -> Bool {
    let token = field.tokens[index]
    return token.state != .undo && (token.dot != nil || token.picture != nil || token.mark == .failing)
  }

  private var sides: Double { properties.insets.left + properties.insets.right }

  func summaryWidth(with typesetter: any Typesetter) -> Double {
    sides + moreWidth(field.tokens.count, with: typesetter)
  }

  /// The width of a row of dots; infinity if it exceeds the limit.
  private func dotsWidth(upTo limit: Double, with typesetter: any Typesetter) -> Double {
    let tokens = field.tokens
    guard !tokens.isEmpty else { return .infinity }
    var width = sides + Double(tokens.count - 1) * properties.tokenXMargin
    for index in tokens.indices where width <= limit { width += dotWidth(of: index, with: typesetter) }
    return width <= limit ? width : .infinity
  }

  /// The widths of rows up to a limit: with one name and "+N", with two, and so on to all of them.
  private func nameWidths(upTo limit: Double, with typesetter: any Typesetter) -> [Double] {
    let gap = properties.tokenXMargin
    let count = field.tokens.count - (keepsLast ? 1 : 0)
    var rows: [Double] = []
    var width = sides - gap + (keepsLast ? gap + chipWidth(of: count, with: typesetter) : 0)
    for index in 0..<count {
      width += gap + chipWidth(of: index, with: typesetter)
      if width > limit { break }
      let rest = count - index - 1
      let row = rest > 0 ? width + gap + moreWidth(rest, with: typesetter) : width
      if row <= limit { rows.append(row) }
    }
    return rows
  }

  /// The token for `count` chips without room.
  func moreToken(_ count: Int) -> Token {
    let isSummary = properties.areSwitches && count == field.tokens.count
    // It shows failures of chips without room, too.
    let isFailing = field.tokens.dropLast(keepsLast && !isSummary ? 1 : 0).suffix(count).contains {
      $0.mark == .failing
    }
    return Token(
      isSummary ? words[.topics, ["count": String(count)]] : "+\(count)",
      mark: isFailing ? .failing : nil)
  }

  func moreWidth(_ count: Int, with typesetter: any Typesetter) -> Double {
    restyle(with: typesetter).width(of: TokenAppearance(moreToken(count)), hasRemove: false, typesetter: typesetter)
  }
}
