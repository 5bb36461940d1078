/// What a number's text consists of besides digits.
public enum NumberSymbol: Int, CaseIterable, Sendable {
  case minus, plus, open, prefix, separator, point, suffix, close, dash
}

/// One digit or symbol of a number's text, with the slot that tells it from the others.
public struct NumberPart: Hashable, Sendable {
  /// Where a part stands: what keeps its identity from one number to the next.
  public enum Slot: Hashable, Sendable {
    /// The digit of 10 to the `place`: 0 for ones, -1 for tenths.
    case digit(place: Int)
    /// A separator right of the digit of `place`; 0 for all other symbols.
    case symbol(NumberSymbol, place: Int)
  }

  public let slot: Slot
  /// 0 to 9; 0 for a symbol.
  public let digit: Int

  init(digit: Int, at place: Int) {
    self.slot = .digit(place: place)
    self.digit = digit
  }

  init(_ symbol: NumberSymbol, at place: Int = 0) {
    self.slot = .symbol(symbol, place: place)
    self.digit = 0
  }
}

extension NumberPart.Slot: Comparable {
  /// From left to right, whichever numbers the slots come from.
  public static func < (a: NumberPart.Slot, b: NumberPart.Slot) -> Bool { a.order < b.order }

  public var isDigit: Bool {
    if case .digit = self { true } else { false }
  }

  /// Even for digits, and odd between them.
  private var order: Int {
    switch self {
    case .digit(let place): -2 * place
    case .symbol(.separator, let place): 1 - 2 * place
    case .symbol(.point, _): 1
    case .symbol(.minus, _): .min
    case .symbol(.plus, _): .min + 1
    case .symbol(.open, _): .min + 2
    case .symbol(.prefix, _): .min + 3
    case .symbol(.suffix, _): .max - 2
    case .symbol(.close, _): .max - 1
    case .symbol(.dash, _): .max
    }
  }
}
