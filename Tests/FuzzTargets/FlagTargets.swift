import ViewKit

@testable import App
@testable import Newswire
@testable import Scene
@testable import ScrollCore
@testable import Windows

/// Views as flags make them, drawn at many moments.
extension FuzzTarget {
  /// Lines of a property's number and a value, or of its name and a value.
  static func checkFlags(_ bytes: [UInt8]) throws {
    var input = FuzzInput(bytes)
    let view = input.byte()
    let lines = input.remainder().split(separator: 0x0A).prefix(8).map(Array.init)
    switch view % 5 {
    case 0: try check(CrawlKind.self, ["A headline", "Another one, 5 % up"], lines)
    case 1: try check(CounterKind.self, ["-1234567.891"], lines)
    case 2: try check(TokensKind.self, ["one", "two", "three and four"], lines)
    case 3: try check(BadgeKind.self, ["badge"], lines)
    default: try check(CreditsKind.self, [], lines)
    }
  }

  private static func check<Kind: ViewKind>(_ kind: Kind.Type, _ texts: [String], _ lines: [[UInt8]]) throws {
    var request = ViewRequest<Kind>()
    for line in lines {
      guard let first = line.first else { continue }
      let name = Kind.Style.properties[Int(first) % Kind.Style.properties.count].flag
      try? request.own.set(name, to: String(decoding: line.dropFirst(), as: UTF8.self))
    }
    try request.sources.set("arguments", to: .list(texts.map(PropertyValue.text)))
    guard let controller = try? Kind.makeController(request) else { return }
    try draw(controller, at: [0, 0.4, 2.5, 60, 3600, 900_000])
  }

  /// Lays it out in its size and in others, and draws it.
  static func draw(_ controller: any ViewController, at times: [Seconds]) throws {
    let (view, typesetter) = (controller.view, FixedTypesetter())
    let natural = view.naturalSize(
      in: MeasureContext(area: Size(width: 1920, height: 1080), scale: 1, typesetter: typesetter))
    try hold(natural.width.isFinite && natural.height.isFinite, "its size is \(natural)")
    try hold(natural.width >= 0 && natural.height >= 0, "its size is \(natural)")
    var size = Size(width: min(1920, max(1, natural.width)), height: min(1080, max(1, natural.height)))
    for t in times {
      controller.update(at: t)
      view.layout(in: Rect(origin: .zero, size: size), with: typesetter, at: t)
      var frame = Frame(size: size, background: .black)
      view.draw(into: &frame, at: t)
      try hold(!(frame.nextChange < t), "at \(t) it changes next at \(frame.nextChange)")
      for layer in frame.layers {
        let clip = layer.clip
        try hold(clip.minX.isFinite && clip.minY.isFinite && clip.maxX.isFinite && clip.maxY.isFinite, "\(clip)")
      }
      size = Size(width: max(1, size.width / 2), height: max(1, size.height * 0.7))
    }
  }
}
