import ScrollCore

/// A row of switches that is short of room: from the last one on they give way to their dots, and where not even those have
/// room, all of them to a single one, "Topics N".
extension TokensView {
  /// The widths at which such a row is full, widest first: with all names, with ever fewer of them and dots for the rest,
  /// and with "Topics N". Rows that are longer than `limit` are not looked for: there may be hundreds of chips.
  package func rowWidths(atMost limit: Double, with typesetter: any Typesetter) -> [Double] {
    let rows = rowWidths(upTo: limit, with: typesetter)
    guard !field.tokens.isEmpty || hiddenExtra > 0 else { return [] }
    let summary = summaryWidth(with: typesetter)
    return rows.reversed() + (summary < rows.first ?? .infinity ? [summary] : [])
  }

  /// Finds from which chip on there are dots, or leaves room for "Topics N" alone.
  func shorten(_ width: inout Double, with typesetter: any Typesetter) {
    let rows = rowWidths(upTo: width + Self.tolerance, with: typesetter)
    if rows.isEmpty { width = min(width, summaryWidth(with: typesetter)) } else { firstDot = rows.count - 1 }
  }

  /// Whether a chip is shown as its dot. What has been removed says so, and what has no dot keeps its name.
  func isDot(_ index: Int) -> Bool { properties.areSwitches && index >= firstDot && canBeDot(index) }

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
    return token.state != .removed && (token.dot != nil || token.picture != nil)
  }

  private func summaryWidth(with typesetter: any Typesetter) -> Double {
    properties.insets.left + properties.insets.right + moreWidth(field.tokens.count, with: typesetter)
  }

  /// The widths of rows up to a limit: with dots alone, with one name, with two, and so on.
  private func rowWidths(upTo limit: Double, with typesetter: any Typesetter) -> [Double] {
    let tokens = field.tokens
    guard !tokens.isEmpty else { return [] }
    let gap = properties.tokenXMargin
    let more = hiddenExtra > 0 ? gap + moreWidth(0, with: typesetter) : 0
    var width = properties.insets.left + properties.insets.right + Double(tokens.count - 1) * gap + more
    for index in tokens.indices where width <= limit { width += dotWidth(of: index, with: typesetter) }
    var rows: [Double] = []
    for index in tokens.indices where width <= limit {
      rows.append(width)
      width += chipWidth(of: index, with: typesetter) - dotWidth(of: index, with: typesetter)
    }
    return width <= limit ? rows + [width] : rows
  }
}
