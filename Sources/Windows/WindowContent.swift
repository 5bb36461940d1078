package import Base
package import Scene
package import ScrollCore

/// What a window shows: a tree of views, and what the window has to know of it. Times are those of frames.
package protocol WindowContent: ContainerView {
  /// The appearance of the window around the views.
  var appearance: WindowAppearance { get }

  /// The theme of menus and cards; nil for that of the window's options.
  var theme: StripTheme? { get }

  /// The language of menus and cards.
  var words: Words { get }

  /// How much narrower the narrowest window on another monitor is, as last set by `fit(toLess:)`, in pixels.
  var less: Double { get }

  /// Loads everything that the views need before they are measured.
  func load() throws(Failure)

  /// Brings the views up to date. Called after each round of sources and events, and before each frame.
  func update(at t: Seconds)

  /// Adopts the desktop's settings.
  func follow(_ wishes: DesktopWishes)

  /// Stops or starts motion: scrolling stops, and with `isReduced` numbers do not roll either.
  func setMotion(isReduced: Bool, steps: Bool, at t: Seconds)

  /// Makes speeds multiples of a step, in px/s; 0 for any speed.
  func snapSpeed(to step: Double, at t: Seconds)

  /// Whether a speed in it is nobody's setting, so that it may follow the screen's refresh rate.
  var hasFreeSpeed: Bool { get }

  /// Follows that rate, in refreshes a second.
  func follow(refreshRate: Double, at t: Seconds)

  /// The window has become visible, or invisible.
  func setSeen(_ isSeen: Bool, at t: Seconds)

  /// The window has been taken off the screen, or has come back.
  func setAway(_ isAway: Bool, at t: Seconds)

  /// Shows the current background colours.
  func showBackgrounds()
}

extension WindowContent {
  /// The context of the window.
  package var context: ViewContext { tree.context }
  package var theme: StripTheme? { nil }
  package var words: Words { .english }
  package func load() throws(Failure) {}
  package func follow(_ wishes: DesktopWishes) {}
  package func setMotion(isReduced: Bool, steps: Bool, at t: Seconds) {}
  package func snapSpeed(to step: Double, at t: Seconds) {}
  package var hasFreeSpeed: Bool { false }
  package func follow(refreshRate: Double, at t: Seconds) {}
  package func setSeen(_ isSeen: Bool, at t: Seconds) {}
  package func setAway(_ isAway: Bool, at t: Seconds) {}
  package func showBackgrounds() {}
}

/// The appearance of the window around a view.
package struct WindowAppearance {
  /// The colour behind the view, also before it is drawn.
  package var background: Color
  /// The border of the view's style, unless the user sets one.
  package var border = Border()
  /// The width of a border that fits into the view's natural size, in pixels. The window grows by the excess of a wider
  /// one.
  package var borderRoom = Double.infinity
  /// Whether a dock at the screen's edge suits the view.
  package var isDock = false
  /// Whether the view takes text, always or on demand.
  package var takesText = false
  /// Whether colours may change while the window is shown, so that it needs alpha sooner or later.
  package var mayChange = false
  /// The title; nil for the name of the window's options.
  package var title: String?
  /// The smallest size that the user can give the window, in pixels.
  package var minimumSize: Size?
  /// The opacity of all of the window under a compositing manager, 0 to 1.
  package var opacity = 1.0
  /// The picture that lists of windows show; nil for the program's.
  package var icon: WindowIcon?
  /// Whether it is a small window for tools, with a frame.
  package var isTool = false
  /// The window above which a tool's stands, and with which it is put away.
  package var owner: UInt?
  /// Whether it is an ordinary window of controls, which the window manager places.
  package var isDialog = false

  package init(
    background: Color, border: Border = Border(), borderRoom: Double = .infinity, isDock: Bool = false,
    takesText: Bool = false, mayChange: Bool = false
  ) {
    (self.background, self.border, self.borderRoom) = (background, border, borderRoom)
    (self.isDock, self.takesText, self.mayChange) = (isDock, takesText, mayChange)
  }
}

/// A picture for lists of windows.
package struct WindowIcon: Equatable, Sendable {
  package let width: Int
  package let height: Int
  /// 0xAARRGGBB, row by row, not premultiplied.
  package let pixels: [UInt32]

  package init(width: Int, height: Int, pixels: [UInt32]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }
}
