internal import Base
internal import X11

/// The connection that pictures and measurements of a thread share, as long as its server lives. A server resets when its last
/// client leaves, and refuses others meanwhile: who makes one picture after the other must not be that client each time.
enum ThreadDisplay {
  private final class Box { var known: (name: String, display: Display)? }
  private static let boxes = PerThread { Box() }

  /// The thread's connection to the display that the environment names; made by the first use.
  static func open() throws(Failure) -> Display {
    let (box, name) = (boxes.value, Display.standardName)
    if let known = box.known, known.name == name {
      known.display.sync()
      if !known.display.isLost { return known.display }
    }
    box.known = nil
    let display = try Display()
    box.known = (name, display)
    return display
  }
}
