/// The version of Newsreel, in one place: `--version`, the manual and the package take it from here, and `make release` holds
/// CHANGELOG.md and the metainfo to it.
package enum Release {
  package static let version = "0.7.0"
  /// The release date, as in the manual.
  package static let date = "2026-11-28"
}
