internal import Base
internal import Render
package import ScrollCore
internal import Windows

/// The options of `newsreel preview`, besides the view.
package struct PreviewOptions: HasProperties, Equatable, Sendable {
  /// The PNG file to write.
  var path = ""
  /// The moment to show, from the start.
  var time: Seconds = 0
  /// In whole pixels; nil for the size of the window.
  var size: Size?
  /// The number of moments to show, one under another.
  var moments = 1
  /// The time from one moment to the next.
  var step: Seconds = 1

  package init() {}

  package static let properties: [Property<PreviewOptions>] = [
    .written("out", \.path, { $0 }, { $0 }, unit: "file", "The PNG file to write").with(\.info.isFile, true),
    .number("at", \.time, range: 0...longest, unit: "s", "The time to show, in seconds from the start"),
    .pixels("size", \.size, "Size of the picture in pixels; the window's by default"),
    .integer("film", \.moments, range: 1...600, unit: "N", "Shows this many pictures, stacked vertically"),
    .number(
      "filmStep", \.step, range: Double.leastNonzeroMagnitude...longest, unit: "s",
      "The time between two pictures of a film, in seconds"),
  ]

  package static func validate(_ options: PreviewOptions) throws(ValueError) {
    if options.path.isEmpty { throw ValueError(name: "out", reason: "no file is named; write --out picture.png") }
  }

  /// In seconds, the limit of every delay.
  private static let longest = 1_000_000.0
  /// The limit for the pixels of a picture with all its moments.
  static let most = OffscreenWindow.most
}

extension PropertyInfo {
  /// The options of previews.
  package static let preview = PreviewOptions.properties.map { PropertyInfo($0, of: PreviewOptions()) }
}

/// A view rendered to a picture.
final class Preview {
  private let window: OffscreenWindow
  private let options: PreviewOptions

  /// The gap between pictures and between windows, in pixels.
  private static let gap = 4

  init(_ plan: WindowPlan, _ options: PreviewOptions) throws(Failure) {
    let views = try usage { () throws(ValueError) in try WindowViews(plan, words: .user) }
    self.options = options
    window = try OffscreenWindow(views, plan.settings, size: options.size)
    try views.load()
    let loop = RunLoop()
    try views.open(in: loop, isForPicture: true)
    loop.run()
  }

  /// All windows at all times, stacked vertically.
  static func picture(of previews: [Preview], _ options: PreviewOptions) throws(Failure) -> Snapshot {
    let sizes = previews.map(\.window.size)
    let width = sizes.reduce(0) { max($0, Int($1.width)) }
    let height = sizes.reduce(-gap) { $0 + Int($1.height) + gap }
    let rows = options.moments * (height + gap) - gap
    guard width * rows <= PreviewOptions.most, rows <= 32767 else {
      throw .usage(
        "--film: \(options.moments) moments of \(width)x\(height) are too large; take fewer, or a smaller --size")
    }
    var picture = Snapshot(width: width, height: rows)
    var top = 0
    for preview in previews { preview.window.show(at: 0) }
    for moment in 0..<options.moments {
      for preview in previews {
        preview.window.show(at: options.time + Double(moment) * options.step)
        try preview.window.render(into: &picture, top: top)
        top += Int(preview.window.size.height) + gap
      }
    }
    return picture
  }
}
