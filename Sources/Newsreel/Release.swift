/// Which Newsreel this is.
public enum Release {
  public static let version = "0.1.0"
  /// The day of this version, as the manual shows it.
  public static let date = "2026-11-21"
}
