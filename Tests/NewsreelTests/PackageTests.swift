import TestKit
import Testing

/// What Package.swift promises to programs that use the library.
@Suite("The package") struct PackageTests {
  /// The libraries about which it asks pkg-config.
  static func libraries() throws -> [String] {
    try Project.text(of: "Package.swift").split(separator: "\n").flatMap { line -> [String] in
      guard let start = line.firstRange(of: "pkgConfig: \"")?.upperBound else { return [] }
      return line[start...].prefix { $0 != "\"" }.split(separator: " ").map(String.init)
    }
  }

  @Test("Its libraries have no flags of which SwiftPM warns in every build") func flags() async throws {
    let libraries = try Self.libraries()
    #expect(libraries.count > 10 && libraries.contains("x11"))
    for library in libraries {
      let result = try await run("pkg-config", ["--cflags", "--libs", library])
      let flags = result.output.split(whereSeparator: \.isWhitespace)
      #expect(result.ending == .exited(0) && !flags.isEmpty, "\(library): \(result.errors)")
      // What it allows (PackageLoading, "prohibited flag(s)").
      let wrong = flags.filter { flag in !["-I", "-D", "-L", "-l"].contains { flag.hasPrefix($0) } }
      #expect(wrong == [], "\(library)")
    }
  }
}
