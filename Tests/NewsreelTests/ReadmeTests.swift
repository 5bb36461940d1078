import Base
import TestKit
import Testing

@testable import App
@testable import Windows

/// What README and the pages show to be typed.
@Suite("README") struct ReadmeTests {
  /// The commands of all blocks that are newsreel's own, as a shell reads them.
  private static func commands() throws -> [(text: String, isPiped: Bool)] { try Recipe.all().flatMap(\.commands) }

  @Test("README is short") func length() throws {
    #expect(try Project.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
  }

  @Test("Every link from README and the pages leads to a file") func links() throws {
    for page in try Readme.pages() {
      let folder = page.split(separator: "/").dropLast().map { $0 + "/" }.joined()
      for match in try Project.text(of: page).matches(of: /\]\(([^)#]+)/) where !match.1.contains("://") {
        #expect(AtomicFile.exists(Project.folder + "/" + folder + match.1), "\(page): \(match.1)")
      }
    }
  }

  @Test("The configurations that README and the pages show are right") func configurations() throws {
    let counts = try Readme.configurations().map { text in
      try ConfigurationReader(file: "README.md", bytes: Array(text.utf8)).read().windows.map { $0.views.count }
    }
    #expect(counts == [[3, 1], [1], [1]])
  }

  @Test("Every command that README and the pages show exists, with its options") func commands()
    async throws
  {
    let home = try FeedHome()
    for name in ["headlines.txt", "log", "prices", "tags.txt", "known.txt", "password.txt"] {
      _ = try home.folder.write("one\n", to: name)
    }
    let commands = try Self.commands()
    #expect(commands.count >= 40)
    let settings = home.environment.compactMap { name, value in value.map { "export \(name)='\($0)'" } }
    for (command, isPiped) in commands {
      // Without a display none of them gets beyond its words.
      let script = """
        unset DISPLAY; \(settings.joined(separator: "; ")); cd '\(home.folder.path)' || exit 9
        once() { [ "$1" = bar ] && echo --once; }
        newsreel() { set -- "$@" $(once "$@"); \(isPiped ? "echo 1 | " : "")'\(Program.path)' "$@"\(isPiped ? "" : " < /dev/null"); }
        \(command)
        """
      let result = try await run("sh", ["-c", script])
      #expect(result.ending == .exited(0) || result.ending == .exited(1), "\(command): \(result.errors)")
    }
  }
}
