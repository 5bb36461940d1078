/// What the user has asked of all programs on the desktop.
package struct DesktopWishes: Equatable, Sendable {
  package enum ColorScheme: Equatable, Sendable { case none, dark, light }

  package var colorScheme = ColorScheme.none
  package var wantsHighContrast = false
  package var wantsReducedMotion: Bool {
    get { isMotionReduced || !hasAnimations }
    set { (isMotionReduced, hasAnimations) = (newValue, true) }
  }

  private var isMotionReduced = false
  private var hasAnimations = true

  package init() {}

  /// Takes a setting of the portal over, by its namespace and key; others are no wishes
  /// (`org.freedesktop.appearance` of the settings portal, and GNOME's own switch for animations).
  mutating func take(_ name: String, _ key: String, _ value: Int) {
    switch (name, key) {
    case ("org.freedesktop.appearance", "color-scheme"):
      colorScheme = value == 1 ? .dark : value == 2 ? .light : .none
    case ("org.freedesktop.appearance", "contrast"): wantsHighContrast = value == 1
    case ("org.freedesktop.appearance", "reduced-motion"): isMotionReduced = value == 1
    case ("org.gnome.desktop.interface", "enable-animations"): hasAnimations = value != 0
    default: break
    }
  }

  /// The portal's namespaces that hold wishes.
  static let namespaces = ["org.freedesktop.appearance", "org.gnome.desktop.interface"]
}
