import ScrollCore
import Testing

@testable import Scene

/// Layers beside their place.
@Suite("Moved frames") struct MovedFrameTests {
  private let moved = MovedFrame()
  private let area = Rect(x: 0, y: 0, width: 100, height: 50)

  private func layers(
    of layer: Layer, movedBy offset: Point, isMoving: Bool = false, seenIn area: Rect? = nil
  ) -> [Layer] {
    var frame = Frame(size: self.area.size, background: .black)
    moved.add(to: &frame, movedBy: offset, seenIn: area ?? self.area, isMoving: isMoving) { $0.add(layer) }
    return frame.layers.map { $0 }
  }

  private func layer(_ content: Content) -> Layer {
    Layer(content, clip: Rect(x: 10, y: 10, width: 20, height: 10), origin: Point(x: 10, y: 10))
  }

  @Test("By whole pixels a layer stays as it is") func whole() throws {
    let content = Content(rests: true, background: .white)
    let found = layers(of: layer(content), movedBy: Point(x: 5.1, y: -3.1).inQuarters)
    #expect(found.count == 1 && found[0].content.id == content.id)
    #expect(found[0].clip == Rect(x: 15, y: 7, width: 20, height: 10) && found[0].origin == Point(x: 15, y: 7))
    let cut = layers(of: layer(content), movedBy: Point(x: -20, y: 0))
    #expect(cut.map(\.clip) == [Rect(x: 0, y: 10, width: 10, height: 10)] && cut[0].origin.x == -10)
    #expect(layers(of: layer(content), movedBy: Point(x: -40, y: 0)).isEmpty)
    #expect(layers(of: layer(content), movedBy: .zero, seenIn: Rect(x: 0, y: 0, width: 9, height: 50)).isEmpty)
  }

  @Test("By parts of a pixel a background covers its edges in part: in all as much as before")
  func edges() {
    let content = Content(rests: true, background: .white)
    let found = layers(of: layer(content), movedBy: Point(x: 0.25, y: 0.5))
    #expect(found.count == 9 && found.allSatisfy { $0.origin == Point(x: 10.25, y: 10.5) })
    #expect(found.reduce(0) { $0 + $1.opacity * $1.clip.width * $1.clip.height } == 200)
    let inner = found.filter { $0.opacity == 1 }
    #expect(inner.map(\.clip) == [Rect(x: 11, y: 11, width: 19, height: 9)])
    #expect(layers(of: layer(content), movedBy: Point(x: 3.25, y: 0)).map(\.opacity) == [0.75, 1, 0.25])
  }

  @Test("What is drawn for motion stays the same while it moves, and follows what it shows") func contents() {
    var content = Content(rests: true)
    content.primitives = [Primitive(.box(radius: 0, fill: .white), in: Rect(x: 0, y: 0, width: 5, height: 5))]
    let first = layers(of: layer(content), movedBy: Point(x: 0, y: 0.25), isMoving: true)
    #expect(first.count == 1 && first[0].content.axis == .vertical && first[0].clip.height == 11)
    #expect(first[0].content.id != content.id && first[0].content.primitives == content.primitives)
    for y in [0.5, 1, 1.25] {
      let next = layers(of: layer(content), movedBy: Point(x: 0, y: y), isMoving: true)
      #expect(next[0].content.id == first[0].content.id && next[0].content.revision == first[0].content.revision)
    }
    content.primitives = []
    let other = layers(of: layer(content), movedBy: Point(x: 0, y: 2), isMoving: true)
    #expect(other[0].content.id == first[0].content.id && other[0].content.primitives.isEmpty)
    // In both directions, and by whole pixels at rest.
    let both = layers(of: layer(content), movedBy: Point(x: 0.5, y: 2), isMoving: true)
    #expect(both[0].content.axis == .both)
    #expect(layers(of: layer(content), movedBy: Point(x: 1, y: 2))[0].content.id == content.id)
    // One that runs by itself, and one that is too large, keep their axis.
    var running = layer(Content(background: .white))
    (running.velocity, running.speed) = (30, 30)
    #expect(layers(of: running, movedBy: Point(x: 0.5, y: 0.5), isMoving: true)[0].content.axis == .horizontal)
    var large = layer(content)
    large.clip = Rect(x: 0, y: 0, width: 1000, height: 1000)
    #expect(layers(of: large, movedBy: Point(x: 0.5, y: 0.5), isMoving: true)[0].content.axis == .horizontal)
  }

  @Test("Times and news pass through; a fade stays at the ends of what is cut off") func rest() {
    var frame = Frame(size: area.size, background: .black)
    let faded = Layer(
      Content(background: .white), clip: Rect(x: 0, y: 0, width: 40, height: 10), origin: .zero,
      fade: Fade(8, of: .white, into: .black))
    moved.add(to: &frame, movedBy: Point(x: -10, y: 0.5), seenIn: area, isMoving: true) {
      $0.add(faded)
      $0.change(at: 7)
      $0.tell(.finished)
    }
    #expect(frame.nextChange == 7 && frame.events == [.finished])
    #expect(frame.layers.count == 1)
    #expect(frame.layers[0].fade.bounds == Rect(x: -10, y: 1, width: 40, height: 10))
  }
}
