extension Window {
  /// A monitor on which a window stands: `.primary`, `.named("HDMI-1")` or `.number(1)`.
  public struct Monitor: Hashable, Sendable, CustomStringConvertible {
    /// An output's name as xrandr lists it, "primary", "all", or a number from 0.
    public let description: String

    /// The output with this name, as xrandr lists it.
    public static func named(_ name: String) -> Monitor { Monitor(description: name) }

    /// The monitor with this number, from 0, in the order of xrandr's list.
    public static func number(_ number: Int) -> Monitor { Monitor(description: "\(number)") }

    /// The one that the user has set as the primary one, else the first.
    public static let primary = Monitor(description: "primary")

    /// All of them: the same window on each.
    public static let all = Monitor(description: "all")
  }
}
