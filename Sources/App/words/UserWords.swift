internal import Base
internal import Glibc
package import Scene

extension Words {
  /// In the user's language, where there is a catalogue of it; looked for once.
  package static let user: Words = {
    guard let folder = catalogues, let catalogue = MessageCatalogue(domain: "newsreel", folder: folder) else {
      return .english
    }
    return Words(word: { catalogue.text($0) }, counted: { catalogue.text($0, $1, count: $2) })
  }()

  /// Where the catalogues are: in `$TEXTDOMAINDIR` where that is set, as for gettext's own programs; beside the program, as
  /// `make` builds it; or where it is installed, in `share/locale` beside the program's folder.
  private static var catalogues: String? {
    if let folder = getenv("TEXTDOMAINDIR").map({ String(cString: $0) }), folder.hasPrefix("/") { return folder }
    guard let program = UserPaths.program, let end = program.lastIndex(of: "/") else { return nil }
    let folders = ["locale", "../share/locale"].map { "\(program[...end])\($0)" }
    return folders.first { access("\($0)/.", X_OK) == 0 }
  }
}
