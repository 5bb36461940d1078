package import Base
internal import Neighbours
internal import Render
package import Scene
package import ScrollCore
internal import X11

/// The means of measuring without a window: fonts, and the room and the resolution of the primary monitor.
package final class MeasuringRoom {
  package let typesetter: any Typesetter
  /// The monitor's work area, in pixels.
  package let size: Size
  /// 1 at 96 dots per inch.
  package let scale: Double

  package init() throws(Failure) {
    let display = try ThreadDisplay.open()
    let desktop = Desktop(display)
    typesetter = PangoTypesetter(display)
    (size, scale) = (
      display.workArea(of: desktop.primary, among: desktop.monitors, standing: nil).size, desktop.scale
    )
  }
}
