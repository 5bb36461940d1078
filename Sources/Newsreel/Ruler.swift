internal import Base
internal import Scene
internal import ScrollCore
internal import Windows

/// Measures views and texts that are in no window, for the primary monitor.
struct Ruler {
  private let room: MeasuringRoom

  private final class Box { var ruler: Ruler? }
  private static let boxes = PerThread { Box() }

  /// Created on first use; nil without an X server.
  static var ofThread: Ruler? {
    let box = boxes.value
    // Without fonts there is no ruler, and texts have no size.
    if box.ruler == nil { box.ruler = (try? MeasuringRoom()).map(Ruler.init) }
    return box.ruler
  }

  var typesetter: any Typesetter { room.typesetter }
  /// The room on the primary monitor, in pixels.
  var size: Size { room.size }

  func naturalSize(of view: View, width: Double?) -> Size {
    LayoutPass(typesetter: room.typesetter, scale: room.scale)
      .size(of: view, in: room.size, width: width, isFree: true)
  }
}
