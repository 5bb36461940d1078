import TestKit
import TestTags
import Testing

/// What a program may not write: the compiler says so, with a build's modules.
@Suite("What does not compile", .tags(.slow)) struct LibraryCompileTests {
  /// The compiler's errors about a program that imports the library.
  private func errors(in program: String) async throws -> String {
    let folder = try TemporaryFolder()
    let file = try folder.write("import Newsreel\n" + program + "\n", to: "program.swift")
    var arguments = ["-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-I", Project.products + "/Modules"]
    for module in [
      "CBase", "CX11", "CRender/include", "CXML2", "CPCRE2", "CZlib", "CCurl", "CMosquitto", "CSeccomp", "CCurses",
    ] {
      arguments += ["-Xcc", "-fmodule-map-file=\(Project.folder)/Sources/\(module)/module.modulemap"]
    }
    let flags = try await run("pkg-config", ["--cflags-only-I"] + PackageTests.libraries()).output
    arguments += ["-Xcc", "-I\(Project.folder)/Sources/CRender/include"]
    for flag in flags.split(whereSeparator: \.isWhitespace) { arguments += ["-Xcc", String(flag)] }
    let result = try await run("swiftc", arguments + [file])
    return result.output + result.errors
  }

  @Test("A delegate's name that is misspelt") func delegate() async throws {
    func program(_ name: String) -> String {
      "func f(_ tags: TokenFieldView) { tags.delegate.\(name) = { _, _, _ in false } }"
    }
    let right = try await errors(in: program("shouldDelete"))
    #expect(!right.contains("error:"), "\(right)")
    let wrong = try await errors(in: program("shouldDelet"))
    #expect(wrong.contains("error: value of type 'TokenFieldDelegate' has no member 'shouldDelet'"), "\(wrong)")
  }

  @Test("A view that is used on another thread") func thread() async throws {
    let right = try await errors(in: "@MainActor func f(_ counter: CounterView) { Task { counter.number = 1 } }")
    #expect(!right.contains("error:"), "\(right)")
    let wrong = try await errors(in: "func f(_ counter: CounterView) { Task.detached { counter.number = 1 } }")
    #expect(wrong.contains("error:") && wrong.contains("data race"), "\(wrong)")
  }
}
