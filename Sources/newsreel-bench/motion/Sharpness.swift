import Glibc

/// How sharp moving text is to an eye that follows it: its contrast on the retina, to the most that a screen can show which
/// holds each picture until the next refresh.
///
/// The eye moves evenly, along the line that fits best what was shown. A point of the retina gathers light while the eye
/// passes over the pixels, so that the retina's picture is the mean over time of the pictures of the screen, each at the place
/// where the eye sees it then. It is calculated by its spectrum R(f), frequency by frequency and not on a grid:
///
///     R(f) = 1/T Σ Dn(f) hn sinc(f v hn)
///
/// where Dn is the spectrum of picture n about the place where the eye is in the middle of its time hn on the screen, and v
/// the eye's speed in pixels a second. Times are those at which pictures really came and went. Light is linear.
///
/// The best that can be is a text that is drawn exactly where the eye is in the middle of each refresh: R*(f) = sinc(f v τ) G(f),
/// τ being the time of a refresh and G the spectrum of the text itself. A row of pixels does not show G alone: near half a
/// cycle a pixel, above all, there is also what belongs to f - 1, f + 1 … (aliases), which turns with the text's fraction of a
/// pixel. G and the aliases Gm are what fits best the pictures at the places at which their text really stands; where it only
/// stands at one fraction they cannot be told apart, and need not. R* has them as text at the eye's places would have them.
///
/// What is told is |Σ R* R| / Σ |R*|², over a narrow band around each frequency, all groups of rows together: 1 is the limit. At
/// speeds where sinc(f v τ) is near 0, as at 120 px/s for half a cycle a pixel, there is no contrast to lose, and no figure.
///
/// The limit is that of the text as it is drawn while it moves. Whether that is blurred between pixels, the same text at rest
/// says: `drawn` is what G and the aliases have of its contrast.
struct Sharpness {
  /// In cycles a pixel.
  static let frequencies = [0.25, 0.5]
  /// Columns at either end that are left out, for fades.
  private static let margin = 48
  private static let leastWidth = 200.0
  /// Of a limit that is less nothing can be said.
  private static let leastLimit = 0.1

  /// What the eye sees of each of the frequencies, to the limit; nil where the limit is next to nothing.
  let contrasts: [Double?]
  /// The contrast of the text as it is drawn while it moves, to that of the same text at rest, at the frequency at which that is
  /// least. Nil where nobody has seen the text at rest, or not at a fraction of a pixel that it has in motion, too.
  let drawn: Double?

  /// Nil where too little is seen of a text all the time.
  /// - Parameter refreshRate: of the screen, which holds each picture for the time of a refresh at its best.
  init?(_ capture: Capture, _ sightings: [Sighting], refreshRate: Double) {
    guard let eye = Eye(Self.holds(capture, sightings)) else { return nil }
    var capture = capture
    // Another text has come since then.
    if case .at = sightings.first {} else { capture.still = nil }
    // The part of the text that all pictures show, and the one at rest.
    let places = eye.holds.flatMap { [eye.position(at: $0.middle), $0.position ?? eye.position(at: $0.middle)] }
    let seen = (capture.still == nil ? [] : [0]) + places
    let first = (seen.max() ?? 0) + Double(Self.margin)
    let last = (seen.min() ?? 0) + Double(capture.width - Self.margin)
    guard last - first >= Self.leastWidth else { return nil }
    let text = TextWindow(first: first, length: last - first, columns: capture.width)
    let spectra = Self.frequencies.map { Spectrum(around: $0, capture, eye, text, refreshRate) }
    contrasts = zip(Self.frequencies, spectra).map { frequency, spectrum in
      abs(sinc(frequency * eye.speed / refreshRate)) < Self.leastLimit ? nil : spectrum.contrast
    }
    drawn = spectra.compactMap(\.drawn).min()
  }

  var sample: Sample {
    var sample: Sample = [:]
    for (metric, value) in zip([Metric.sharpQuarter, .sharpHalf, .drawn], contrasts + [drawn]) {
      sample[metric] = value
    }
    return sample
  }

  /// The pictures that came and went while it was looked, and how long each stood.
  private static func holds(_ capture: Capture, _ sightings: [Sighting]) -> [Hold] {
    zip(capture.pictures.indices, sightings).dropFirst().dropLast().map { index, sighting in
      let position: Double? = if case .at(let x) = sighting { x } else { nil }
      return Hold(
        picture: index, start: capture.pictures[index].time, end: capture.pictures[index + 1].time, position: position)
    }
  }
}

/// What is seen in a narrow band of frequencies.
private struct Spectrum {
  /// Of the eye's picture to the limit.
  let contrast: Double
  let drawn: Double?

  init(around frequency: Double, _ capture: Capture, _ eye: Eye, _ text: TextWindow, _ refreshRate: Double) {
    let aliases = Aliases(eye.holds.compactMap(\.position))
    let perfect = aliases.meanTurns(of: eye.perfectPositions(refreshRate))
    let still = aliases.tell(at: 0) ? capture.still : nil
    var (motion, rest) = (Projection(), Projection())
    for frequency in text.bins(around: frequency) {
      let waves = text.waves(frequency)
      let held = sinc(frequency * eye.speed / refreshRate)
      for group in 0..<Capture.groups {
        var retina = Complex()
        var drawn: [(position: Double, spectrum: Complex)] = []
        for hold in eye.holds {
          let place = eye.position(at: hold.middle)
          let spectrum = text.spectrum(of: capture.pictures[hold.picture].profile, group, at: place, waves)
          retina += spectrum * (hold.duration * sinc(frequency * eye.speed * hold.duration) / eye.duration)
          guard let position = hold.position else { continue }
          drawn.append((position, spectrum * Complex(turns: frequency * (place - position))))
        }
        let parts = aliases.parts(of: drawn)
        motion.add(retina, to: Complex.sum(parts, perfect) * held)
        guard let still else { continue }
        rest.add(text.spectrum(of: still, group, at: 0, waves), to: Complex.sum(parts, aliases.turns(at: 0)))
      }
    }
    contrast = motion.share
    drawn = still == nil ? nil : 1 / rest.share
  }
}

/// How much of something there is in something else, over many pairs.
private struct Projection {
  private var product = Complex()
  private var power = 0.0

  mutating func add(_ value: Complex, to base: Complex) {
    product += base.conjugate * value
    power += base.power
  }

  var share: Double { product.length / power }
}

/// A picture while it stands on the screen.
private struct Hold {
  let picture: Int
  let start: Double
  let end: Double
  /// Where its text is; nil where that cannot be told.
  let position: Double?

  var duration: Double { end - start }
  var middle: Double { (start + end) / 2 }
}

/// An eye that follows what is shown as evenly as it can.
private struct Eye {
  let holds: [Hold]
  let speed: Double
  private let time: Double
  private let place: Double

  init?(_ holds: [Hold]) {
    let seen = holds.compactMap { hold in hold.position.map { (hold, $0) } }
    let duration = seen.reduce(0) { $0 + $1.0.duration }
    guard seen.count > 8, duration > 0 else { return nil }
    let time = seen.reduce(0) { $0 + $1.0.duration * $1.0.middle } / duration
    let place = seen.reduce(0) { $0 + $1.0.duration * $1.1 } / duration
    let power = seen.reduce(0) { $0 + $1.0.duration * ($1.0.middle - time) * ($1.0.middle - time) }
    speed = seen.reduce(0) { $0 + $1.0.duration * ($1.0.middle - time) * ($1.1 - place) } / power
    (self.holds, self.time, self.place) = (holds, time, place)
  }

  var duration: Double { holds.reduce(0) { $0 + $1.duration } }

  func position(at time: Double) -> Double { place + speed * (time - self.time) }

  /// Where it is in the middle of each refresh.
  func perfectPositions(_ refreshRate: Double) -> [Double] {
    let start = holds.first?.start ?? 0
    return (0..<max(1, Int((duration * refreshRate).rounded()))).map {
      position(at: start + (Double($0) + 0.5) / refreshRate)
    }
  }
}

/// The part of the text that is looked at, as in the text's own coordinates; it fades in and out (von Hann).
private struct TextWindow {
  let first: Double
  let length: Double
  let columns: Int

  /// Half the width of a band.
  private static let band = 0.02

  /// Frequencies that are next to each other, as far as the window can tell them apart.
  func bins(around frequency: Double) -> [Double] {
    let steps = Int((Self.band / 2 * length).rounded(.down))
    return (-steps...steps).map { frequency + Double($0) * 2 / length }
  }

  /// A wave over the columns of a picture.
  func waves(_ frequency: Double) -> (frequency: Double, waves: [Complex]) {
    (frequency, (0..<columns).map { Complex(turns: -frequency * Double($0)) })
  }

  /// The spectrum of a group of rows at the frequency of the waves.
  /// - Parameter place: by how much the text is to the left of its own coordinates.
  func spectrum(
    of profile: [Float], _ group: Int, at place: Double, _ wave: (frequency: Double, waves: [Complex])
  ) -> Complex {
    let start = max(0, Int((first - place).rounded(.up)))
    let end = min(columns, Int((first + length - place).rounded(.down)))
    guard start < end else { return Complex() }
    let turn = Complex(turns: 1 / length)
    var window = Complex(turns: (Double(start) + place - first) / length)
    var sum = Complex()
    profile.withUnsafeBufferPointer { profile in
      wave.waves.withUnsafeBufferPointer { waves in
        var column = start
        while column < end {
          let value = Double(profile[group * columns + column]) * (0.5 - 0.5 * window.real)
          sum.real += value * waves[column].real
          sum.imaginary += value * waves[column].imaginary
          window = window * turn
          column += 1
        }
      }
    }
    return sum * Complex(turns: -wave.frequency * place)
  }
}

/// What belongs to a frequency f of the text, and to f - 1, f + 1 …, which look the same in a row of pixels.
///
/// Where the text is at q, the row has Σ Gm e^(-2πi m q) there.
private struct Aliases {
  private let orders: [Int]
  private let matrix: [[Complex]]
  private let fraction: Double

  /// As many as can be told apart by text at those positions.
  init(_ positions: [Double]) {
    var counts = [Int](repeating: 0, count: 8)
    for position in positions { counts[Int(((position - position.rounded(.down)) * 8).rounded()) % 8] += 1 }
    let phases = counts.count { $0 * 50 > positions.count }
    let orders = phases < 2 ? [0] : phases < 6 ? [0, 1] : [-1, 0, 1, 2]
    matrix = orders.map { row in
      orders.map { column in
        let sum = positions.reduce(Complex()) { $0 + Complex(turns: Double(row - column) * $1) }
        return row == column ? sum + Complex(1e-6 * Double(positions.count)) : sum
      }
    }
    self.orders = orders
    fraction = positions.first ?? 0
  }

  /// Whether they say what text at that position looks like: where all stood at one fraction of a pixel, at that one alone.
  func tell(at position: Double) -> Bool {
    guard orders.count < 2 else { return true }
    let off = position - fraction
    return abs(off - off.rounded()) < 0.02
  }

  func turns(at position: Double) -> [Complex] { orders.map { Complex(turns: -Double($0) * position) } }

  func meanTurns(of positions: [Double]) -> [Complex] {
    orders.map { order in
      positions.reduce(Complex()) { $0 + Complex(turns: -Double(order) * $1) } * (1 / Double(positions.count))
    }
  }

  /// What fits best spectra of text at those positions.
  func parts(of drawn: [(position: Double, spectrum: Complex)]) -> [Complex] {
    let right = orders.map { order in
      drawn.reduce(Complex()) { $0 + $1.spectrum * Complex(turns: Double(order) * $1.position) }
    }
    return Complex.solve(matrix, right)
  }
}
