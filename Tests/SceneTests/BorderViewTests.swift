import Scene
import ScrollCore
import Testing
import ViewKit

@Suite("Borders") struct BorderViewTests {
  private static let ring = Color(rgb: 0xff0000)
  private static let content = Color(rgb: 0x00ff00)
  private static let outside = Color(rgb: 0x0000ff)

  /// What the view shows at a point, each layer being taken as an exact shape.
  private func color(at point: Point, of frame: borrowing Frame) -> Color {
    var color = frame.background
    for layer in frame.layers where layer.clip.contains(point) {
      color = layer.content.background ?? color
      let local = Point(x: point.x - layer.origin.x, y: point.y - layer.origin.y)
      for piece in layer.content.primitives {
        switch piece.element {
        case .box(_, let fill) where piece.bounds.contains(local): color = fill
        case .outline(let radius, let width, let stroke):
          let inner = piece.bounds.insetBy(dx: width, dy: width)
          if isInside(local, piece.bounds, radius), !isInside(local, inner, max(0, radius - width)) { color = stroke }
        default: break
        }
      }
    }
    return color
  }

  private func isInside(_ point: Point, _ rect: Rect, _ radius: Double) -> Bool {
    guard rect.contains(point) else { return false }
    let dx = max(rect.minX + radius - point.x, point.x - (rect.maxX - radius), 0)
    let dy = max(rect.minY + radius - point.y, point.y - (rect.maxY - radius), 0)
    return dx * dx + dy * dy <= radius * radius
  }

  private func draw(_ border: Border, in bounds: Rect, outside: Color? = outside) -> Frame {
    let view = BorderView(FilledView(Self.content), border: border, outside: outside)
    view.layout(in: bounds, with: FixedTypesetter())
    var frame = Frame(size: Size(width: 400, height: 100), background: Self.outside)
    view.draw(into: &frame, at: 0)
    return frame
  }

  /// No fringe: every point shows the outside, the border or the content, and the right one.
  private func check(_ border: Border, in bounds: Rect) {
    let frame = draw(border, in: bounds)
    let geometry = BorderGeometry(border, in: bounds)
    for x in stride(from: bounds.minX + 0.25, to: bounds.maxX, by: 0.5) {
      for y in stride(from: bounds.minY + 0.25, to: bounds.maxY, by: 0.5) {
        let point = Point(x: x, y: y)
        let corner: Border.Corner =
          y < bounds.midY ? x < bounds.midX ? .topLeft : .topRight : x < bounds.midX ? .bottomLeft : .bottomRight
        let expected =
          isInside(point, geometry.inner, geometry.innerRadius(at: corner))
          ? Self.content : isInside(point, bounds, geometry.radius) ? Self.ring : Self.outside
        let shown = color(at: point, of: frame)
        guard shown != expected else { continue }
        Issue.record("\(point) shows \(shown.text), not \(expected.text): \(border) in \(bounds)")
        return
      }
    }
  }

  @Test("Every point is right", arguments: [0.0, 1, 1.5, 2, 3, 6, 8], [0.0, 0.5, 3, 6, 7.5, 12, 20])
  func everyPointIsRight(_ width: Double, _ radius: Double) {
    let border = Border(width: width, color: Self.ring, radius: radius)
    check(border, in: Rect(x: 3, y: 5, width: 61, height: 36))
    check(border, in: Rect(x: 0, y: 0, width: 17, height: 24))
  }

  @Test("Every point is right with sides of their own", arguments: [0.0, 4, 9, 30])
  func everyPointIsRightWithSidesOfTheirOwn(_ radius: Double) {
    var border = Border(width: 2, color: Self.ring, radius: radius)
    border.leftWidth = 5
    border.bottomWidth = 0
    border.topWidth = 2.5
    check(border, in: Rect(x: 3, y: 5, width: 61, height: 36))
    border.topWidth = 0
    border.rightWidth = 0
    check(border, in: Rect(x: 3, y: 5, width: 61, height: 36))
  }

  @Test("Layers are thin, disjoint and whole", arguments: Border.Style.allCases, [0.0, 1, 4, 10])
  func layersAreThinDisjointAndWhole(_ style: Border.Style, _ radius: Double) {
    for width in [1.0, 3, 6] {
      let border = Border(width: width, color: Self.ring, radius: radius, style: style)
      let bounds = Rect(x: 4, y: 2, width: 300, height: 60)
      let frame = draw(border, in: bounds)
      let layers = frame.layers.dropFirst()
      let inner = frame.layers[0].clip
      #expect(inner == BorderGeometry(border, in: bounds).inner)
      for (i, layer) in layers.enumerated() {
        let clip = layer.clip
        #expect(!clip.isEmpty && bounds.intersection(clip) == clip)
        #expect([clip.minX, clip.minY, clip.maxX, clip.maxY].allSatisfy { $0 == $0.rounded() })
        #expect(!clip.intersects(inner) || max(clip.width, clip.height) <= max(radius, width))
        for other in layers.dropFirst(i + 1) { #expect(!clip.intersects(other.clip)) }
      }
    }
  }

  @Test("A plain border is four fills") func plainBorderIsFourFills() {
    let frame = draw(Border(width: 2, color: Self.ring), in: Rect(x: 0, y: 0, width: 300, height: 36))
    #expect(frame.layers.count == 5)
    #expect(frame.layers.dropFirst().allSatisfy { $0.content.background == Self.ring && $0.content.primitives.isEmpty })
  }

  @Test("Without a border nothing is added") func withoutBorderNothingIsAdded() {
    #expect(draw(Border(), in: Rect(x: 0, y: 0, width: 300, height: 36)).layers.count == 1)
    let cut = draw(Border(width: 0, radius: 8), in: Rect(x: 0, y: 0, width: 300, height: 36), outside: nil)
    #expect(cut.layers.count == 1)
  }

  @Test("A double border leaves a gap") func doubleLeavesAGap() {
    let border = Border(width: 6, color: Self.ring, radius: 12, style: .double)
    let frame = draw(border, in: Rect(x: 0, y: 0, width: 100, height: 60))
    let diagonal = 12 - 12 / 2.0.squareRoot()
    for (depth, expected) in [(1.0, Self.ring), (3, Self.outside), (5, Self.ring), (7, Self.content)] {
      #expect(color(at: Point(x: 50.5, y: depth), of: frame) == expected)
      #expect(color(at: Point(x: 100 - depth, y: 30.5), of: frame) == expected)
      // Along the diagonal, the content's own corner lies under the gap.
      let along = diagonal + depth / 2.0.squareRoot()
      let shown = color(at: Point(x: along, y: along), of: frame)
      if depth != 3 { #expect(shown == expected) } else { #expect(shown != Self.ring) }
    }
  }

  @Test("A gradient runs through sides and corners") func gradientRunsThroughSidesAndCorners() {
    var border = Border(width: 4, color: .black, radius: 20, style: .gradient)
    border.endColor = .white
    let frame = draw(border, in: Rect(x: 0, y: 0, width: 200, height: 50))
    var last = 8
    for x in 8..<192 {
      let beyond = Double(max(20 - x, x - 180, 0))
      let edge = 22.5 - (400 - beyond * beyond).squareRoot()
      let red = Int(color(at: Point(x: Double(x) + 0.5, y: edge), of: frame).red)
      #expect(red >= last && red - last < 8, "x \(x)")
      last = red
    }
  }

  /// Dashes leave the content alone, keep to the border, and cover about three fifths of it.
  @Test("Dashes lie on the border") func dashesLieOnTheBorder() {
    let border = Border(width: 2, color: Self.ring, radius: 8, style: .dashed)
    let frame = draw(border, in: Rect(x: 0, y: 0, width: 300, height: 60))
    for x in stride(from: 8.5, to: 292, by: 1) {
      #expect(color(at: Point(x: x, y: 2.5), of: frame) == Self.content)
      #expect(color(at: Point(x: x, y: 1), of: frame) == color(at: Point(x: 300 - x, y: 59), of: frame))
    }
    let dashed = (0..<300).count { color(at: Point(x: Double($0) + 0.5, y: 0.5), of: frame) == Self.ring }
    #expect((160...210).contains(dashed))
  }

  @Test("Only what changes is drawn again") func onlyWhatChangesIsDrawnAgain() {
    let view = BorderView(FilledView(Self.content))
    let bounds = Rect(x: 0, y: 0, width: 300, height: 36)
    func frame(_ border: Border) -> Frame {
      view.border = border
      view.layout(in: bounds, with: FixedTypesetter())
      var frame = Frame(size: bounds.size, background: .black)
      view.draw(into: &frame, at: 0)
      return frame
    }
    let none = frame(Border())
    let six = frame(Border(width: 6, color: Self.ring))
    let again = frame(Border(width: 6, color: Self.ring))
    #expect(zip(six.layers, again.layers).allSatisfy { $0.looksLike($1) })
    #expect(six.layers[0].clip == bounds.insetBy(dx: 6, dy: 6))
    #expect(frame(Border()).layers[0].looksLike(none.layers[0]))
    #expect(none.nextChange == .infinity)
  }
}

/// Fills its bounds.
private final class FilledView: SceneView {
  private let content: Content
  private var bounds = Rect.zero

  init(_ color: Color) { content = Content(background: color) }

  func layout(in frame: VisibleFrame, _ pass: LayoutPass) { bounds = frame.inner }

  func draw(into frame: inout Frame, at t: Seconds) {
    frame.add(Layer(content, clip: bounds, origin: bounds.origin))
  }
}
