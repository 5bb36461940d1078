package import ScrollCore

/// The options of `newsreel film`, besides the view.
package struct FilmOptions: HasProperties, Equatable, Sendable {
  package enum Format: String, CaseIterable, Sendable { case rgba, png }
  package enum Pace: String, CaseIterable, Sendable { case live, fast }

  var format = Format.rgba
  var rate = FrameRate(frames: 60, seconds: 1)
  var pace = Pace.fast
  /// Nil for a film without an end.
  var duration: Seconds?
  /// The moment of the first frame, from the start.
  var time: Seconds = 0
  /// In whole pixels; nil for the size of the window.
  var size: Size?

  package init() {}

  package static let properties: [Property<FilmOptions>] = [
    .choice(
      "raw", \.format, "What a frame is: rgba, four bytes a pixel, row by row, with straight alpha; or a PNG file"),
    .written(
      "rate", \.rate, { "\($0)" }, { (text) throws(ValueError) in try FrameRate(text) }, unit: "fps",
      "Frames a second: 60, 29.97 or 60000/1001, from 1 to 1000"),
    .choice(
      "pace", \.pace,
      "When a frame is written: fast, as soon as it is drawn, with the sources read to the end before time starts; or "
        + "live, when its time has come, with sources that go on"),
    .optional(
      "duration", \.duration, range: 0...longest, "Length of the film; without it, it goes on until its reader ends"),
    .number("at", \.time, range: 0...longest, unit: "s", "The time of the first frame, in seconds from the start"),
    .pixels("size", \.size, "Size of a frame in pixels; the window's by default"),
  ]

  /// In seconds, the limit of every delay.
  private static let longest = 1_000_000.0
}

extension PropertyInfo {
  /// The options of films.
  package static let film = FilmOptions.properties.map { PropertyInfo($0, of: FilmOptions()) }
}

/// A number of frames in a number of seconds: 60000 in 1001.
struct FrameRate: Equatable, Sendable, CustomStringConvertible {
  let frames: Int
  let seconds: Int

  init(frames: Int, seconds: Int) { (self.frames, self.seconds) = (frames, seconds) }

  /// - Parameter text: `60`, `29.97` with at most three decimals, or `60000/1001`.
  init(_ text: String) throws(ValueError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let decimal = parts.count == 1 ? Double(text).map { ($0 * 1000).rounded() / 1000 } : nil
    let (frames, seconds): (Int?, Int?) =
      if let decimal, decimal >= 1, decimal <= 1000 {
        decimal == decimal.rounded() ? (Int(decimal), 1) : (Int(decimal * 1000), 1000)
      } else if parts.count == 2 {
        (Int(parts[0]), Int(parts[1]))
      } else {
        (nil, nil)
      }
    guard let frames, let seconds, frames > 0, seconds > 0, frames <= 1_000_000, seconds <= 1_000_000,
      frames >= seconds, frames <= 1000 * seconds
    else { throw ValueError("'\(text)' is not a frame rate from 1 to 1000; write 60, 29.97 or 60000/1001") }
    (self.frames, self.seconds) = (frames, seconds)
  }

  var description: String { seconds == 1 ? "\(frames)" : "\(frames)/\(seconds)" }

  /// When frame number `index` is due, in seconds after the first one. Exact to a rounding however long the film is.
  func time(of index: Int) -> Seconds { Double(index) * Double(seconds) / Double(frames) }

  /// The number of frames that begin within a time.
  func count(in duration: Seconds) -> Int {
    let count = (duration * Double(frames) / Double(seconds)).rounded(.up)
    return Int(min(count, 1e15))
  }
}
