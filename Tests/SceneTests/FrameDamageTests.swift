import ScrollCore
import Testing

@testable import Scene

/// Frames of plain layers, one after another, in a window of 1000 × 100 pixels.
private final class Frames {
  private var damage = FrameDamage()
  private var frame = Frame(size: Size(width: 1000, height: 100), background: .black)

  /// Fills the next frame. Returns its damage, from left to right.
  func next(_ fill: (inout Frame) -> Void) -> [Rect] {
    frame.clear()
    fill(&frame)
    damage.update(to: frame)
    return damage.region.rects.sorted { ($0.minX, $0.minY) < ($1.minX, $1.minY) }
  }

  func next(_ layers: [Layer]) -> [Rect] { next { for layer in layers { $0.add(layer) } } }

  /// Has the last frame run on. Returns its damage.
  func runOn(_ seconds: Seconds) -> [Rect] {
    frame.run(on: seconds)
    damage.update(to: frame)
    return damage.region.rects
  }

  var hasDroppedContents: Bool { damage.hasDroppedContents }
  var contentIDs: Set<Int> { damage.contentIDs }
}

/// A layer of 90 × 100 pixels.
private func layer(_ number: Int, at x: Double, moved: Double = 0) -> Layer {
  Layer(contents[number], clip: Rect(x: x, y: 0, width: 90, height: 100), origin: Point(x: x + moved, y: 0))
}

private let contents = (0...7).map { _ in Content(background: .white) }

private func column(_ x: Double, width: Double = 90) -> Rect { Rect(x: x, y: 0, width: width, height: 100) }

@Suite("The damage of a frame") struct FrameDamageTests {
  @Test("The first frame is all new, and the same one again is nothing") func same() {
    let frames = Frames()
    #expect(frames.next([layer(1, at: 0)]) == [column(0, width: 1000)])
    #expect(frames.next([layer(1, at: 0)]).isEmpty)
    #expect(!frames.hasDroppedContents)
  }

  @Test("A layer that moves within its clip damages its clip alone") func move() {
    let frames = Frames()
    _ = frames.next([layer(1, at: 0), layer(2, at: 300), layer(3, at: 600)])
    #expect(frames.next([layer(1, at: 0), layer(2, at: 300, moved: -0.25), layer(3, at: 600)]) == [column(300)])
  }

  @Test("A frame that runs on damages the clips of those layers that run, and what is drawn next is known") func run() {
    let frames = Frames()
    var runner = layer(2, at: 300)
    runner.velocity = -60
    _ = frames.next([layer(1, at: 0), runner, layer(3, at: 600)])
    #expect(frames.runOn(0.1) == [column(300)])
    #expect(frames.runOn(0.2) == [column(300)])
    #expect(frames.runOn(0.2).isEmpty)
    #expect(!frames.hasDroppedContents)
    // 60 px/s for 0.2 s.
    #expect(frames.next([layer(1, at: 0), layer(2, at: 300, moved: -12), layer(3, at: 600)]).isEmpty)
    #expect(frames.next([layer(1, at: 0), layer(2, at: 300, moved: -13), layer(3, at: 600)]) == [column(300)])
  }

  @Test("A layer whose clip moves damages where it was and where it is") func moveClip() {
    let frames = Frames()
    _ = frames.next([layer(1, at: 0), layer(2, at: 300)])
    #expect(frames.next([layer(1, at: 0), layer(2, at: 700)]) == [column(300), column(700)])
    #expect(!frames.hasDroppedContents)
  }

  @Test("A layer that comes damages its own clip, wherever it stands in the order", arguments: 0...3)
  func insert(_ place: Int) {
    let frames = Frames()
    var layers = [layer(1, at: 0), layer(2, at: 300), layer(3, at: 600)]
    _ = frames.next(layers)
    layers.insert(layer(4, at: 900), at: place)
    #expect(frames.next(layers) == [column(900)])
    #expect(!frames.hasDroppedContents)
  }

  @Test("A layer that goes damages its own clip, and its content is dropped", arguments: 0...2)
  func remove(_ place: Int) {
    let frames = Frames()
    var layers = [layer(1, at: 0), layer(2, at: 300), layer(3, at: 600)]
    _ = frames.next(layers)
    let gone = layers.remove(at: place)
    #expect(frames.next(layers) == [gone.clip])
    #expect(frames.hasDroppedContents && frames.contentIDs == Set(layers.map(\.content.id)))
  }

  @Test("Of several layers of one content, those that stay do no damage", arguments: 0...2)
  func ranks(_ place: Int) {
    let frames = Frames()
    var layers = [layer(7, at: 0), layer(7, at: 300), layer(7, at: 600)]
    _ = frames.next(layers)
    let gone = layers.remove(at: place)
    #expect(frames.next(layers) == [gone.clip])
  }

  @Test("Layers that change places damage what they have in common") func swap() {
    let frames = Frames()
    let (a, b, c) = (layer(1, at: 0), layer(2, at: 60), layer(3, at: 600))
    _ = frames.next([a, b, c])
    #expect(frames.next([b, a, c]) == [column(60, width: 30)])
    #expect(frames.next([c, b, a]).isEmpty)
    #expect(frames.next([c, a, b]) == [column(60, width: 30)])
  }

  @Test("Another content, revision, opacity, fade or erasing damages the clip") func looks() {
    let frames = Frames()
    var content = Content(background: .white)
    let clip = column(200)
    func shows(_ layer: Layer) -> [Rect] { frames.next([layer]) }
    _ = shows(Layer(content, clip: clip, origin: .zero))
    content.primitives = [Primitive(.diamond(fill: .black), in: clip)]
    #expect(shows(Layer(content, clip: clip, origin: .zero)) == [clip])
    #expect(shows(Layer(content, clip: clip, origin: .zero, opacity: 0.5)) == [clip])
    #expect(shows(Layer(content, clip: clip, origin: .zero, fade: Fade(9, of: .white, into: .black))) == [clip])
    #expect(shows(Layer(content, clip: clip, origin: .zero, erases: true)) == [clip])
    let other = Content()
    #expect(shows(Layer(other, clip: clip, origin: .zero)) == [clip])
    #expect(frames.hasDroppedContents)
    #expect(shows(Layer(other, clip: clip, origin: .zero)).isEmpty)
  }

  @Test("Another size or background damages everything") func wholeWindow() {
    var damage = FrameDamage()
    var frame = Frame(size: Size(width: 40, height: 30), background: .black)
    damage.update(to: frame)
    frame.background = .white
    damage.update(to: frame)
    #expect(damage.region.rects == [Rect(x: 0, y: 0, width: 40, height: 30)])
    frame.size.width = 50
    damage.update(to: frame)
    #expect(damage.region.rects == [Rect(x: 0, y: 0, width: 50, height: 30)])
  }

  @Test("What goes as the size or the background changes is dropped as ever") func resized() {
    let changes: [(inout Frame) -> Void] = [{ $0.size.height = 90 }, { $0.background = .white }, { _ in }]
    for change in changes {
      for kept in [[], [1], [2], [1, 3], [1, 2, 3]] {
        let frames = Frames()
        _ = frames.next([layer(1, at: 0), layer(2, at: 300), layer(3, at: 600)])
        _ = frames.next { frame in
          change(&frame)
          for number in kept { frame.add(layer(number, at: 300 * Double(number - 1))) }
        }
        #expect(frames.hasDroppedContents == (kept.count < 3))
        #expect(frames.contentIDs == Set(kept.map { contents[$0].id }))
      }
    }
  }

  @Test("Damage ends at the window's edges") func edges() {
    let frames = Frames()
    _ = frames.next([layer(1, at: 950)])
    #expect(frames.next([layer(1, at: 950, moved: 1)]) == [column(950, width: 50)])
    #expect(frames.next([layer(1, at: 2000)]) == [column(950, width: 50)])
  }

  @Test("Instances and sprites that are others damage their layers, also where only their number changes elsewhere")
  func ranges() {
    let frames = Frames()
    let (text, digits) = (Content(), Atlas())
    func group(_ cells: [Int]) -> SpriteGroup {
      var group = SpriteGroup()
      group.sprites = cells.map { Sprite(cell: $0, origin: Point(x: Double($0), y: 0)) }
      group.windows = [Instance(clip: column(600), origin: .zero)]
      return group
    }
    func next(_ places: [Double], _ first: [Int], _ second: [Int]) -> [Rect] {
      frames.next { frame in
        frame.add(
          text, at: places.map { Instance(clip: column(0), origin: Point(x: $0, y: 0)) }, clip: column(0))
        frame.add(digits, group(first), clip: column(300), SpriteStyle(.white))
        frame.add(digits, group(second), clip: column(600), SpriteStyle(.white))
      }
    }
    _ = next([1, 2], [3], [4, 5])
    #expect(next([1, 2], [3], [4, 5]).isEmpty)
    #expect(next([1, 2.25], [3], [4, 5]) == [column(0)])
    #expect(next([1], [3], [4, 5]) == [column(0)])
    #expect(next([1], [3], [4, 5]).isEmpty)
    #expect(next([1], [3, 6], [4, 5]) == [column(300)])
    #expect(next([1], [3, 6], [4, 7]) == [column(600)])
    #expect(next([1], [3, 6], [4, 7]).isEmpty)
  }

  /// Outside of the damage every pixel is covered by the same layers in the same order.
  @Test("Whatever comes, goes, moves and changes places: no change is missed") func nothingIsMissed() {
    var random = SystemRandomNumberGenerator()
    let frames = Frames()
    var layers: [Layer] = []
    var before: [Layer] = []
    for _ in 0..<3000 {
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let place = Int.random(in: 0...layers.count, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0 where layers.count < 12:
          let x = Double(Int.random(in: 0...91, using: &random)) * 10
          layers.insert(layer(Int.random(in: 1...6, using: &random), at: x), at: place)
        case 1 where place < layers.count: layers.remove(at: place)
        case 2 where place < layers.count: layers.append(layers.remove(at: place))
        default:
          guard place < layers.count else { continue }
          let old = layers[place]
          let origin = Point(x: old.clip.minX + Double.random(in: 0...9, using: &random), y: 0)
          layers[place] = Layer(old.content, clip: old.clip, origin: origin)
        }
      }
      let damage = frames.next(layers)
      #expect(damage.count <= DamageRegion.limit)
      for x in stride(from: 5.0, to: 1000, by: 10) where !damage.contains(where: { $0.contains(Point(x: x, y: 50)) }) {
        let point = Point(x: x, y: 50)
        let (new, old) = (layers.filter { $0.clip.contains(point) }, before.filter { $0.clip.contains(point) })
        guard new.count == old.count else {
          Issue.record("\(old.count) layers at \(x) have become \(new.count)")
          return
        }
        #expect(before.isEmpty || zip(new, old).allSatisfy { $0.looksLike($1) })
      }
      before = layers
    }
  }
}

@Suite("Regions") struct DamageRegionTests {
  @Test("Rectangles that are near become one, and those far away stay apart") func merging() {
    var region = DamageRegion()
    region.insert(Rect(x: 0, y: 0, width: 100, height: 30))
    region.insert(Rect(x: 100, y: 0, width: 50, height: 30))
    #expect(region.rects == [Rect(x: 0, y: 0, width: 150, height: 30)])
    region.insert(Rect(x: 900, y: 0, width: 50, height: 30))
    #expect(region.rects.count == 2)
    region.insert(Rect(x: 140, y: 0, width: 770, height: 30))
    #expect(region.rects == [Rect(x: 0, y: 0, width: 950, height: 30)])
    region.insert(.zero)
    #expect(region.rects.count == 1)
  }

  @Test("A region covers all that was put in, and none of its few rectangles overlap") func bounded() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      var region = DamageRegion()
      var all: [Rect] = []
      for _ in 0..<40 {
        func number(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &random)) }
        let rect = Rect(x: number(0...1800), y: number(0...1000), width: number(1...90), height: number(1...60))
        all.append(rect)
        region.insert(rect)
        #expect(region.rects.count <= DamageRegion.limit)
        for (i, one) in region.rects.enumerated() {
          #expect(!region.rects.dropFirst(i + 1).contains { $0.intersects(one) })
        }
        #expect(all.allSatisfy { rect in region.rects.contains { $0.intersection(rect) == rect } })
      }
    }
  }
}
