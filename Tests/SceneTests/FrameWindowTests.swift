import ScrollCore
import Testing

@testable import Scene

/// What a window shows of views that are larger, or partly outside of it.
@Suite("Frames in a window") struct FrameWindowTests {
  private let window = Rect(x: 0, y: 0, width: 100, height: 50)

  private func layers(_ add: (inout Frame) -> Void) -> (layers: [Layer], instances: [Instance]) {
    var frame = Frame(size: window.size, background: .black)
    add(&frame)
    frame.cutToWindow()
    return (frame.layers.map { $0 }, frame.instances.map { $0 })
  }

  @Test("A layer is cut, its content stays where it is, and one outside is gone") func copies() {
    let fade = Fade(8, of: .white, into: .black)
    let places = [
      Rect(x: 10, y: 10, width: 20, height: 10), Rect(x: -1e4, y: 10, width: 3e4, height: 10),
      Rect(x: 100, y: 0, width: 20, height: 10),
    ]
    let found = layers { frame in
      for place in places { frame.add(Layer(Content(), clip: place, origin: place.origin, fade: fade)) }
    }.layers
    #expect(found.map(\.clip) == [places[0], Rect(x: 0, y: 10, width: 100, height: 10)])
    #expect(found.map(\.origin) == places.prefix(2).map(\.origin))
    // The fade is at the ends that are not seen.
    #expect(found.map(\.fade.bounds) == [nil, places[1]])
  }

  @Test("Of a content at several places those remain that are seen") func instances() {
    let places = stride(from: -1000.0, to: 1000, by: 60).map {
      Instance(clip: Rect(x: $0, y: -10, width: 30, height: 20), origin: Point(x: $0, y: 0))
    }
    let found = layers { frame in
      frame.add(Content(), at: places, clip: Rect(x: -1000, y: -10, width: 2000, height: 20))
    }
    guard case .instances(let range)? = found.layers.first?.kind else {
      Issue.record("no instances")
      return
    }
    #expect(found.layers[0].clip == Rect(x: 0, y: 0, width: 100, height: 10))
    #expect(found.instances[range].map(\.origin.x) == [20, 80])
    #expect(found.instances[range].allSatisfy { window.intersection($0.clip) == $0.clip })
  }

  @Test("A frame inside its window stays as it is") func inside() {
    let place = Instance(clip: window, origin: .zero)
    let found = layers { frame in
      frame.add(Content(), at: [place], clip: window)
      frame.add(Layer(Content(), clip: window, origin: Point(x: -500, y: 3)))
    }
    #expect(found.layers.map(\.clip) == [window, window] && found.instances == [place])
  }
}
