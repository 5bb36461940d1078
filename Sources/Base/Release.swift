/// Which Newsreel this is.
package enum Release {
  package static let version = "0.1.0"
  /// The day of this version, as the manual shows it.
  package static let date = "2026-11-21"
}
