import ScrollCore
import Synchronization
import TestKit

@testable import Scene

/// What is seen of a frame.
struct SeenPicture {
  private enum Part {
    case layer(clip: Rect, opacity: Double, background: Color?)
    /// Copies of a content, or digits.
    case several(Layer.Kind)
    /// At a place in the window.
    case element(Element, Rect)
  }

  private let size: Size
  private var parts: [Part] = []

  /// - Parameter seconds: How long the frame has run on by itself since it was drawn.
  init(of frame: borrowing Frame, after seconds: Seconds) {
    size = frame.size
    for (i, layer) in frame.layers.enumerated() {
      // Something lies over it.
      if frame.layers[(i + 1)...].contains(where: { $0.isOpaque && $0.clip.intersection(layer.clip) == layer.clip }) {
        continue
      }
      parts.append(.layer(clip: layer.clip, opacity: layer.opacity, background: layer.content.background))
      if case .copy = layer.kind { add(layer, after: seconds) } else { parts.append(.several(layer.kind)) }
    }
  }

  private mutating func add(_ layer: Layer, after seconds: Seconds) {
    let way = layer.velocity * seconds
    let isVertical = layer.content.axis == .vertical
    let (dx, dy) = (layer.origin.x + (isVertical ? 0 : way), layer.origin.y + (isVertical ? way : 0))
    for primitive in layer.content.primitives {
      let place = primitive.bounds.offsetBy(dx: dx, dy: dy)
      // What touches an edge is in it or not by a hair.
      guard isVertical || (place.maxX > layer.clip.minX + 1 && place.minX < layer.clip.maxX - 1) else { continue }
      parts.append(.element(primitive.element, place))
    }
  }

  /// Whether two pictures are the same to a tenth of a pixel. What comes to rest counts as still a hundredth before.
  func isSame(as other: SeenPicture) -> Bool {
    guard size == other.size, parts.count == other.parts.count else { return false }
    return zip(parts, other.parts).allSatisfy { one, other in
      switch (one, other) {
      case (.layer(let clip, let opacity, let background), .layer(let otherClip, let otherOpacity, let otherBackground)):
        Self.isNear(clip, otherClip) && abs(opacity - otherOpacity) < 0.11 && background == otherBackground
      case (.several(let one), .several(let other)): one == other || "\(one)".isNear("\(other)")
      case (.element(let one, let place), .element(let other, let otherPlace)):
        Self.isNear(place, otherPlace)
          && (one == other || Self.text(of: one).isNear(Self.text(of: other)))
      default: false
      }
    }
  }

  private static func isNear(_ one: Rect, _ other: Rect) -> Bool {
    max(abs(one.minX - other.minX), abs(one.minY - other.minY), abs(one.maxX - other.maxX), abs(one.maxY - other.maxY))
      < 0.11
  }

  // MARK: - As text

  /// A line for each part.
  var told: String {
    let lines = parts.map { part in
      switch part {
      case .layer(let clip, let opacity, let background):
        "layer \(clip.told) \(opacity.told) \(background.map { "\($0)" } ?? "")"
      case .several(let kind): "\(kind)"
      case .element(let element, let place): "\(place.told) \(Self.text(of: element))"
      }
    }
    return (["\(size)"] + lines).joined(separator: "\n")
  }

  /// What elements were described as: a description is by reflection, and takes longer than all that the program does.
  private static let texts = Mutex<[Element: String]>([:])

  private static func text(of element: Element) -> String {
    texts.withLock { texts in
      if let text = texts[element] { return text }
      if texts.count > 4000 { texts = [:] }
      let text = "\(element)"
      texts[element] = text
      return text
    }
  }
}

extension String {
  /// Whether two descriptions are the same, their numbers to a tenth.
  fileprivate func isNear(_ other: String) -> Bool {
    let (one, other) = (split(whereSeparator: \.isWhitespace), other.split(whereSeparator: \.isWhitespace))
    return one.count == other.count
      && zip(one, other).allSatisfy { one, other in
        if one == other { return true }
        guard let one = Double(one), let other = Double(other) else { return false }
        return abs(one - other) < 0.11
      }
  }
}
