/// The benchmark's own measurements against motion that is known: what they are worth.
struct SelfCheck {
  struct Result {
    let flaw: FlawedMotion
    let speed: Double
    /// For each of the frequencies; nil where there is no contrast to lose.
    let found: [Double?]
    let known: [Double]

    /// The largest difference that is more than may be; 0 where there is none.
    var error: Double {
      let errors = zip(found, known).compactMap { found, known -> Double? in
        guard let found, abs(found - known) > SelfCheck.tolerance(known) else { return nil }
        return abs(found - known)
      }
      return found.isEmpty ? .infinity : errors.max() ?? 0
    }
    var passes: Bool { error == 0 }
  }

  /// As much may be wrong by the measurement's own fault. What is lost counts by the text's spectrum over the band of
  /// frequencies, which is not known: the more is lost, the less well it is.
  static func tolerance(_ known: Double) -> Double { 0.004 + 0.05 * (1 - known) }

  let results: [Result]

  init(width: Int = 1280, frames: Int = 180, speeds: [Double] = FlawedMotion.speeds) {
    let text = SyntheticText(width: width)
    results = FlawedMotion.all.flatMap { flaw in
      speeds.map { speed in Self.check(flaw, of: text, speed, frames) }
    }
  }

  private static func check(_ flaw: FlawedMotion, of text: SyntheticText, _ speed: Double, _ frames: Int) -> Result {
    let capture = flaw.capture(of: text, speed: speed, frames: frames)
    let known = Sharpness.frequencies.map { flaw.knownContrast(at: $0, speed: speed, frames: frames) }
    let found = Sharpness(capture, Tracker.track(capture), refreshRate: SyntheticText.refreshRate)?.contrasts ?? []
    return Result(flaw: flaw, speed: speed, found: found, known: known)
  }

  var passes: Bool { results.allSatisfy(\.passes) }

  var markdown: String {
    let heads = Sharpness.frequencies.map { "| at \($0) c/px | known " }.joined()
    let lines = results.map { result in
      let figures = zip(result.found, result.known).map { found, known in
        " | \(found.map { decimal($0, digits: 4) } ?? "–") | \(decimal(known, digits: 4))"
      }
      return "| \(result.flaw.name) | \(decimal(result.speed, digits: 1))\(figures.joined()) | "
        + "\(result.passes ? "" : "wrong by \(decimal(result.error, digits: 4))") |"
    }
    let missed = results.count { !$0.passes }
    let verdict =
      missed == 0 ? "All of \(results.count) are as they are known to be." : "\(missed) of \(results.count) are wrong."
    return
      (["## Contrast of known motion", "", "| motion | px/s \(heads)| |", "|---|---:|---:|---:|---:|---:|---|"] + lines)
      .joined(separator: "\n") + "\n\n\(verdict)\n"
  }
}
