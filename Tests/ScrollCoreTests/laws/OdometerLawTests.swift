import ScrollCore
import TestKit
import Testing

@Suite("Whatever a counter shows") struct OdometerLawTests {
  private enum Change {
    case show(Int, flashing: Bool)
    case dash, start, stop, settle
    case flash(Bool)

    init(using random: inout SeededRandom) {
      let number = Int.random(in: -50...3000, using: &random) / ([1, 10, 100].randomElement(using: &random) ?? 1)
      self =
        switch Int.random(in: 0..<12, using: &random) {
        case 0: .dash
        case 1: .start
        case 2: .stop
        case 3: .settle
        case 4: .flash(.random(using: &random))
        default: .show(number, flashing: .random(using: &random))
        }
    }

    func happen(to odometer: inout Odometer, at t: Seconds) {
      switch self {
      case .show(let number, let flashing): odometer.show(DecimalNumber(number), flashing: flashing, at: t)
      case .dash: odometer.show(nil, at: t)
      case .start: odometer.start(at: t)
      case .stop: odometer.stop()
      case .settle: odometer.settle()
      case .flash(let isRise): odometer.flash(isRise: isRise, at: t)
      }
    }
  }

  /// All that is seen of it.
  private struct Look: Equatable {
    var positions: [Double]
    var presences: [Double]
    var flash: Double?
    var isRise: Bool?
    var text: String

    init(_ odometer: Odometer, at t: Seconds) {
      positions = odometer.columns.map { $0.position(at: t) }
      presences = odometer.columns.map { $0.presence(at: t) }
      (flash, isRise) = (odometer.flash(at: t)?.strength, odometer.flash(at: t)?.isRise)
      text = odometer.text(at: t)
    }
  }

  @Test(
    "It says when it moves, rests with its number, and is then as one that was never another",
    arguments: 0..<20 as Range<UInt64>)
  func wakeUps(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var properties = OdometerProperties()
    (properties.duration, properties.roll) = (0.6, Bool.random(using: &random) ? .changed : .spin)
    var odometer = Odometer(properties)
    var t = 0.0
    for event in 0..<60 {
      let change = Change(using: &random)
      change.happen(to: &odometer, at: t)
      let (next, first) = (odometer.nextChange(at: t), Look(odometer, at: t))
      if next > t { #expect(next == .infinity, "\(seed), event \(event)") }
      let end = t + Double.random(in: 0...1.5, using: &random)
      for moment in [0.2, 0.5, 0.9, 1].map({ t + (end - t) * $0 }) where next == .infinity {
        var look = Look(odometer, at: moment)
        // A flash fades beside it: its view asks for it.
        (look.flash, look.isRise) = (first.flash, first.isRise)
        #expect(look == first, "\(seed), event \(event), \(change)")
      }
      t = end
      let late = t + 100
      let rest = Look(odometer, at: late)
      var new = Odometer(properties)
      new.show(odometer.number, at: 0)
      #expect(odometer.nextChange(at: late) == .infinity && rest.flash == nil, "\(seed), event \(event), \(change)")
      #expect(rest.text == new.text && rest.text == odometer.text, "\(seed), event \(event), \(change)")
    }
  }

  @Test("The same number again changes nothing, however often it is looked at", arguments: 40..<60 as Range<UInt64>)
  func twice(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var properties = OdometerProperties()
    properties.duration = 0.6
    var (odometer, other) = (Odometer(properties), Odometer(properties))
    var t = 0.0
    for event in 0..<60 {
      let change = Change(using: &random)
      change.happen(to: &odometer, at: t)
      change.happen(to: &other, at: t)
      if case .show = change { change.happen(to: &other, at: t) }
      let end = t + Double.random(in: 0...1, using: &random)
      for moment in [0.3, 0.7].map({ t + (end - t) * $0 }) {
        #expect(Look(odometer, at: moment) == Look(other, at: moment), "\(seed), event \(event), \(change)")
        if Bool.random(using: &random), other.nextChange(at: moment) == .infinity {
          other.show(other.number, at: moment)
        }
      }
      t = end
    }
  }
}
