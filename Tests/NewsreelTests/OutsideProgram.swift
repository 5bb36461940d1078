import TestKit

/// A program outside of the package, checked by the compiler against a build's modules.
enum OutsideProgram {
  /// What the compiler says about it.
  ///
  /// - Parameters:
  ///   - files: Their texts, by name; `main.swift` has the statements that run.
  ///   - flags: Of the compiler.
  ///   - mode: How much the compiler does.
  static func check(
    _ files: [String: String], flags: [String] = [], mode: [String] = ["-typecheck"]
  ) async throws -> String {
    let folder = try TemporaryFolder()
    let paths = try files.map { try folder.write($0.value, to: $0.key) }
    let result = try await run("swiftc", mode + ["-swift-version", "6"] + (try await modules()) + flags + paths)
    return result.output + result.errors
  }

  /// Where the modules are, and what they need.
  static func modules() async throws -> [String] {
    var arguments = ["-I", Project.products + "/Modules"]
    for module in [
      "CBase", "CX11", "CRender/include", "CXML2", "CPCRE2", "CZlib", "CCurl", "CMosquitto", "CSeccomp", "CCurses",
    ] {
      arguments += ["-Xcc", "-fmodule-map-file=\(Project.folder)/Sources/\(module)/module.modulemap"]
    }
    let flags = try await run("pkg-config", ["--cflags-only-I"] + PackageTests.libraries()).output
    arguments += ["-Xcc", "-I\(Project.folder)/Sources/CRender/include"]
    for flag in flags.split(whereSeparator: \.isWhitespace) { arguments += ["-Xcc", String(flag)] }
    return arguments
  }
}
