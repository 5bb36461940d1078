/// The version of Newsreel.
package enum Release {
  package static let version = "0.1.0"
  /// The release date, as in the manual.
  package static let date = "2026-11-21"
}
