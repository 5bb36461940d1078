internal import Base
internal import Glibc
package import Scene

extension Words {
  /// The words in the user's language if there is a catalogue; looked up once.
  package static let user: Words = {
    guard let folder = catalogues, let catalogue = MessageCatalogue(domain: "newsreel", folder: folder) else {
      return .english
    }
    return Words(word: { catalogue.text($0) }, counted: { catalogue.text($0, $1, count: $2) })
  }()

  /// The directory of the catalogues: `$TEXTDOMAINDIR` if it is set, as for gettext's own programs; beside the program,
  /// after `make`; or `share/locale` beside the directory of the installed program.
  private static var catalogues: String? {
    if let folder = getenv("TEXTDOMAINDIR").map({ String(cString: $0) }), folder.hasPrefix("/") { return folder }
    guard let program = UserPaths.program, let end = program.lastIndex(of: "/") else { return nil }
    let folders = ["locale", "../share/locale"].map { "\(program[...end])\($0)" }
    return folders.first { access("\($0)/.", X_OK) == 0 }
  }
}
