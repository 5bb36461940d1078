public import Newsreel
internal import ScrollCore

/// A view in a window without a screen, and a simulated user: for tests of views.
///
///     let harness = try ViewHarness(slider, size: Size(width: 200, height: 24))
///     harness.drag(from: Point(x: 10, y: 12), to: Point(x: 110, y: 12))
///     harness.advance(by: 0.5)
///     #expect(slider.value == 0.5 && harness.nextChange == .infinity)
///
/// Time stands still until the test lets it pass, so that every run is the same. Points and sizes are in pixels, from the
/// window's top left corner; times are in seconds since the harness was created. It needs an X server, which draws text and
/// pictures; `xvfb-run swift test` provides one.
///
/// A view that is being drawn, or handles an event, cannot call its harness: nothing happens then. The view leaves the window or the superview that it is in. It has the keyboard, if it takes it.
public final class ViewHarness {
  /// The view that fills the window.
  public let view: View
  private let window: HeadlessWindow

  /// Puts a view into a window.
  ///
  /// - Parameters:
  ///   - view: The view that fills it.
  ///   - size: In pixels; nil for the view's natural size.
  ///   - background: The colour behind the view.
  ///   - unixTime: The time of day at the start, in seconds since 1970, for views that show it.
  /// - Throws: A `WindowError`: `noPlace` for a size that no window has, otherwise `noDisplay`.
  public init(
    _ view: View, size: Size? = nil, background: Color = Color(rgb: 0x12161C), unixTime: Seconds = 0
  ) throws(WindowError) {
    self.view = view
    window = try HeadlessWindow(view, size: size, background: background, unixTime: unixTime)
  }

  /// The size of the window.
  public var size: Size { window.size }

  // MARK: - Time

  /// Seconds since the start.
  public var time: Seconds { window.elapsed }

  /// The view's next visible change without input: now if it has changed, infinity if it rests.
  public var nextChange: Seconds { window.nextChange }

  /// Lets time pass, with 60 refreshes a second, each of which is drawn if it shows something new.
  ///
  /// - Parameter seconds: At most a day; nothing happens below 0.
  public func advance(by seconds: Seconds) { window.advance(to: time + seconds) }

  /// Lets time pass until then; nothing happens if it has passed.
  public func advance(to seconds: Seconds) { window.advance(to: seconds) }

  /// How many pictures the window has shown. A view that rests adds none, however much time passes.
  public var pictureCount: Int { window.counts.pictures }

  /// How often the view has drawn. Steady motion needs no drawing.
  public var drawingCount: Int { window.counts.drawings }

  // MARK: - Pictures

  /// The window's present picture; from a callback of a view, the last requested one.
  ///
  /// - Throws: `WindowError.noDisplay` if the X server has gone.
  public func picture() throws(WindowError) -> Picture { try window.picture() }

  // MARK: - The user

  /// Moves the pointer.
  public func move(to point: Point) { window.handle(.pointerMoved(point)) }

  /// Moves the pointer out of the window.
  public func leave() { window.handle(.pointerLeft) }

  /// Presses a button there: 1 is the first.
  public func press(at point: Point, button: Int = 1, _ modifiers: Modifiers = []) {
    move(to: point)
    window.handle(.pressed(point, button: button, modifiers: modifiers))
  }

  /// Releases a button there.
  public func release(at point: Point, button: Int = 1, _ modifiers: Modifiers = []) {
    window.handle(.released(point, button: button, modifiers: modifiers))
  }

  /// Presses and releases a button there.
  public func click(_ point: Point, button: Int = 1, _ modifiers: Modifiers = []) {
    press(at: point, button: button, modifiers)
    release(at: point, button: button, modifiers)
  }

  /// Drags with the first button, by several steps over a time.
  public func drag(from start: Point, to end: Point, duration: Seconds = 0.1) {
    let steps = 8
    press(at: start)
    for step in 1...steps {
      advance(by: duration / Double(steps))
      let share = Double(step) / Double(steps)
      move(to: Point(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share))
    }
    release(at: end)
  }

  /// Turns the wheel by one notch there: one of the directions is -1 or 1, to the right and down.
  public func scroll(at point: Point, dx: Int = 0, dy: Int = 0) {
    move(to: point)
    for (notches, buttons) in [(dx, (back: 6, forth: 7)), (dy, (back: 4, forth: 5))] where notches != 0 {
      let button = notches < 0 ? buttons.back : buttons.forth
      for _ in 0..<min(notches.magnitude, 1000) {
        window.handle(.pressed(point, button: button, modifiers: []))
        window.handle(.released(point, button: button, modifiers: []))
      }
    }
  }

  /// Presses a key, for the view that has the keyboard.
  public func press(_ key: Key, _ modifiers: Modifiers = []) {
    let text = if case .character(let character) = key { String(character) } else { "" }
    window.handle(.keyPressed(key, text: text, modifiers: modifiers))
  }

  /// Types a text, character by character.
  public func type(_ text: String) {
    for character in text {
      window.handle(.keyPressed(.character(character), text: String(character), modifiers: []))
    }
  }

  /// The text that a view has copied last, which it would also paste.
  public var copiedText: String? { window.copiedText }
}
