internal import Neighbours
internal import Render
internal import ScrollCore
internal import X11

extension WindowOptions {
  /// The default type of the window.
  func type(for appearance: WindowAppearance) -> XWindow.WindowType {
    appearance.isTool ? .utility : type ?? (!of.isEmpty ? .attached : appearance.isDock ? .dock : .above)
  }

  /// Whether the window manager chooses the place of a window for views of this appearance.
  func leavesPlace(for appearance: WindowAppearance) -> Bool {
    appearance.isDialog || type(for: appearance).isFramed && !namesPlace
  }

  /// How a window for views of this appearance stands, as the desktop is now. Asks the server.
  ///
  /// - Parameter failed: A window manager that did not give such a window its place.
  func standing(of appearance: WindowAppearance, on display: Display, failed: WindowManager?) -> WindowStanding {
    let manager = display.windowManager
    return WindowStanding(type(for: appearance), under: manager, hasFailed: manager != nil && manager == failed)
  }

  /// The window's title.
  func title(of appearance: WindowAppearance) -> String {
    appearance.title ?? (name == WindowOptions().name ? "Newsreel" : name)
  }

  /// Whether the desktop is to show through the window.
  func needsAlpha(for appearance: WindowAppearance) -> Bool {
    !appearance.background.isOpaque || border.radius > 0
  }
}

extension XWindow.Style {
  init(
    _ options: WindowOptions, _ appearance: WindowAppearance, role: String, standing: WindowStanding,
    on display: Display
  ) {
    self.init()
    self.standing = standing
    title = options.title(of: appearance)
    name = options.name
    self.role = role
    type = options.type(for: appearance)
    owner = type == .attached ? AnchorWindow(options.of)?.id : appearance.owner
    leavesPlace = options.leavesPlace(for: appearance)
    takesFocus = type.isFramed || appearance.takesText && !appearance.isDock
    asksForFocus = appearance.takesText
    (minimumSize, opacity) = (appearance.minimumSize, appearance.opacity)
    icons = appearance.icon.map { [XWindow.Icon($0)] } ?? Icon.forWindows
    background = appearance.background
    // Without a compositing manager the server itself composites windows with alpha, which makes a copy half as dear again.
    wantsTranslucency = options.needsAlpha(for: appearance) || appearance.mayChange && display.isComposited
  }
}

extension Icon {
  /// In all sizes for windows.
  static var forWindows: [XWindow.Icon] {
    windowSizes.map { size in
      let picture = picture(size)
      return XWindow.Icon(width: picture.width, height: picture.height, pixels: picture.pixels)
    }
  }
}

extension XWindow.Icon {
  init(_ icon: WindowIcon) { self.init(width: icon.width, height: icon.height, pixels: icon.pixels) }
}
