/// The desktop-wide settings of the user.
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

  /// Applies a setting of the portal by namespace and key; ignores others. Knows `org.freedesktop.appearance`, and
  /// GNOME's own switch for animations.
  mutating func apply(_ name: String, _ key: String, _ value: Int) {
    switch (name, key) {
    case ("org.freedesktop.appearance", "color-scheme"):
      colorScheme = value == 1 ? .dark : value == 2 ? .light : .none
    case ("org.freedesktop.appearance", "contrast"): wantsHighContrast = value == 1
    case ("org.freedesktop.appearance", "reduced-motion"): isMotionReduced = value == 1
    case ("org.gnome.desktop.interface", "enable-animations"): hasAnimations = value != 0
    default: break
    }
  }

  /// The portal's namespaces of these settings.
  static let namespaces = ["org.freedesktop.appearance", "org.gnome.desktop.interface"]
}
