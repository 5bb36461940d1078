import ScrollCore

/// A row of switches that is short of room: from the last one on they give way to "+N"; where not even one name has room
/// beside it, all of them are dots; and where these have none, a single one stands for all, "Topics N". What fails keeps
/// its chip behind "+N".
extension TokensView {
  /// What a row of switches has room for.
  enum RowForm {
    case names
    case dots
    /// "Topics N".
    case summary
  }

  /// Whether the last chip does not give way to "+N", as it tells of what fails.
  var keepsLast: Bool {
    properties.areSwitches && properties.overflow == .count && field.tokens.count > 1
      && field.tokens.last?.mark == .failing
  }

  /// The widths at which such a row is full, widest first: with all names, with ever fewer of them and "+N" for the rest,
  /// with dots alone, and with "Topics N". Rows that are longer than `limit` are not looked for: there may be hundreds of
  /// chips.
  package func rowWidths(atMost limit: Double, with typesetter: any Typesetter) -> [Double] {
    guard !field.tokens.isEmpty || hiddenExtra > 0 else { return [] }
    let names = nameWidths(upTo: limit, with: typesetter)
    var rows = Array(names.reversed())
    for row in [dotsWidth(upTo: limit, with: typesetter), summaryWidth(with: typesetter)]
    where row < rows.last ?? .infinity { rows.append(row) }
    return rows
  }

  /// What there is room for in a row of switches of that width.
  func rowForm(in width: Double, with typesetter: any Typesetter) -> RowForm {
    let room = width + Self.tolerance
    if !nameWidths(upTo: room, with: typesetter).isEmpty { return .names }
    return dotsWidth(upTo: room, with: typesetter) <= room ? .dots : .summary
  }

  /// Whether a chip is shown as its dot. What has been removed says so, and what has no dot keeps its name.
  func isDot(_ index: Int) -> Bool { areDots && canBeDot(index) }

  /// How wide a chip is where there is room for its dot alone.
  func dotWidth(of index: Int, with typesetter: any Typesetter) -> Double {
    if canBeDot(index) { return restyle(with: typesetter).dotWidth }
    guard field.tokens[index].state == .removed else { return chipWidth(of: index, with: typesetter) }
    return restyle(with: typesetter).undoWidth(typesetter: typesetter)
  }

  /// What takes a press on a chip that is shown there: of a dot, half of what is free beside it, too.
  func target(of index: Int, at place: Rect) -> Rect {
    let room = isDot(index) ? properties.tokenXMargin / 2 : 0
    return place.inset(by: Insets(right: -room, left: -room))
  }

  /// Widths of sums of fractions still count as an exact fit.
  private static let tolerance = 1e-6

  private func canBeDot(_ index: Int) -> Bool {
    let token = field.tokens[index]
    return token.state != .removed && (token.dot != nil || token.picture != nil || token.mark == .failing)
  }

  private var sides: Double { properties.insets.left + properties.insets.right }

  func summaryWidth(with typesetter: any Typesetter) -> Double {
    sides + moreWidth(field.tokens.count, with: typesetter)
  }

  /// The width of a row of dots; infinity where it is beyond a limit.
  private func dotsWidth(upTo limit: Double, with typesetter: any Typesetter) -> Double {
    let tokens = field.tokens
    guard !tokens.isEmpty else { return .infinity }
    let more = hiddenExtra > 0 ? properties.tokenXMargin + moreWidth(0, with: typesetter) : 0
    var width = sides + Double(tokens.count - 1) * properties.tokenXMargin + more
    for index in tokens.indices where width <= limit { width += dotWidth(of: index, with: typesetter) }
    return width <= limit ? width : .infinity
  }

  /// The widths of rows up to a limit: with one name and "+N" for the rest, with two, and so on to all of them.
  private func nameWidths(upTo limit: Double, with typesetter: any Typesetter) -> [Double] {
    let gap = properties.tokenXMargin
    let count = field.tokens.count - (keepsLast ? 1 : 0)
    var rows: [Double] = []
    var width = sides - gap + (keepsLast ? gap + chipWidth(of: count, with: typesetter) : 0)
    for index in 0..<count {
      width += gap + chipWidth(of: index, with: typesetter)
      if width > limit { break }
      let rest = count - index - 1
      let row = rest + hiddenExtra > 0 ? width + gap + moreWidth(rest, with: typesetter) : width
      if row <= limit { rows.append(row) }
    }
    return rows
  }

  /// What stands for so many chips that have no room.
  func moreToken(_ count: Int) -> Token {
    let all = count + hiddenExtra
    let isSummary = properties.areSwitches && count == field.tokens.count
    // What fails says so where it has no room for a chip, too.
    let isFailing = field.tokens.dropLast(keepsLast && !isSummary ? 1 : 0).suffix(count).contains {
      $0.mark == .failing
    }
    return Token(
      isSummary ? words[.topics, ["count": String(all)]] : "+\(all)",
      mark: isFailing ? .failing : nil)
  }

  func moreWidth(_ count: Int, with typesetter: any Typesetter) -> Double {
    restyle(with: typesetter).width(of: TokenAppearance(moreToken(count)), hasRemove: false, typesetter: typesetter)
  }
}
