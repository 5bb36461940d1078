import Base
import TestKit
import Testing

/// The list of changes, and what `make release` asks for.
@Suite("Releases") struct ReleaseTests {
  private struct Section {
    let version: String
    let date: String
    var lines: [Substring] = []

    var numbers: [Int] { version.split(separator: ".").compactMap { Int($0) } }
  }

  /// The releases in CHANGELOG.md, newest first.
  private static func sections() throws -> [Section] {
    var sections: [Section] = []
    var isRelease = false
    for line in try Project.text(of: "CHANGELOG.md").split(separator: "\n") {
      if line.hasPrefix("## ") {
        let match = line.wholeMatch(of: /## (\d+\.\d+\.\d+) – (\d{4}-\d\d-\d\d)/)
        isRelease = match != nil
        if let match { sections.append(Section(version: String(match.1), date: String(match.2))) }
        #expect(isRelease || line == "## Unreleased")
      } else if isRelease {
        sections[sections.count - 1].lines.append(line)
      }
    }
    return sections
  }

  @Test("The newest release has the program's version, and the others are older") func order() throws {
    let sections = try Self.sections()
    let first = try #require(sections.first)
    #expect(first.version == Release.version && first.date == Release.date)
    for (newer, older) in zip(sections, sections.dropFirst()) {
      #expect(older.numbers.lexicographicallyPrecedes(newer.numbers) && older.date <= newer.date, "\(older.version)")
    }
  }

  @Test("A release is told in at most 25 lines") func length() throws {
    for section in try Self.sections() { #expect((1...25).contains(section.lines.count), "\(section.version)") }
  }

  @Test("The metainfo has the same releases") func metainfo() throws {
    let text = try Project.text(of: "data/newsreel.metainfo.xml")
    let listed = text.matches(of: /<release version="([^"]+)" date="([^"]+)"/).map { "\($0.1) \($0.2)" }
    #expect(try listed == Self.sections().map { "\($0.version) \($0.date)" })
  }

  /// A repository with what a release needs, and nothing else.
  private struct Repository {
    let folder: TemporaryFolder
    private let environment: [String: String?]

    init() async throws {
      folder = try TemporaryFolder()
      var environment: [String: String?] = ["HOME": folder.path]
      for person in ["AUTHOR", "COMMITTER"] {
        environment["GIT_\(person)_NAME"] = "A"
        environment["GIT_\(person)_EMAIL"] = "a@example.org"
      }
      self.environment = environment
      for file in ["CHANGELOG.md", "Sources/Base/Release.swift", "data/newsreel.metainfo.xml", "scripts/release"] {
        AtomicFile.makeDirectories(above: "\(folder.path)/\(file)")
        _ = try folder.write(Project.text(of: file), to: file)
      }
      // What this tree has not yet released would be missing.
      let changes = try Project.text(of: "CHANGELOG.md")
      let start = try #require(changes.firstRange(of: "## Unreleased")).upperBound
      let end = try #require(changes[start...].firstRange(of: "\n## ")).lowerBound
      _ = try folder.write(String(changes[..<start]) + "\n" + changes[end...], to: "CHANGELOG.md")
      _ = try folder.write(".build\n", to: ".gitignore")
      _ = try await shell("git init -q && git add . && git commit -qm all")
    }

    func shell(_ script: String) async throws -> ToolResult {
      try await run("sh", ["-c", "cd '\(folder.path)' && \(script)"], environment: environment)
    }

    /// The tests have passed on the present commit.
    func markTested() async throws {
      _ = try await shell("mkdir -p .build && git rev-parse 'HEAD^{tree}' > .build/tested")
    }
  }

  @Test("What is missing is said, all of it at once, and nothing is made") func missing() async throws {
    let repository = try await Repository()
    _ = try await repository.shell("sed -i 's/version = \"[^\"]*\"/version = \"99.0.0\"/' Sources/Base/Release.swift")
    let result = try await repository.shell("bash scripts/release")
    #expect(result.ending == .exited(1) && result.output == "")
    for words in ["uncommitted changes", "99.0.0 of", "0 lines on 99.0.0", "tests have not passed"] {
      #expect(result.errors.contains(words), "\(result.errors)")
    }
    #expect(try await repository.shell("git tag").output == "")
    _ = try await repository.shell(
      "git checkout -q . && echo '- new' > new && sed -i '/## Unreleased/r new' CHANGELOG.md")
    _ = try await repository.shell("sed -i 's/<release version=\"0.1.0\"/<release version=\"0.0.9\"/' data/*.xml")
    let second = try await repository.shell("bash scripts/release")
    #expect(second.errors.contains("under Unreleased") && second.errors.contains("scripts/release metainfo"))
    #expect(!second.errors.contains("Release.swift has"), "\(second.errors)")
  }

  @Test("With nothing missing there are a tag, a tarball and its checksum, once") func release() async throws {
    let repository = try await Repository()
    try await repository.markTested()
    let result = try await repository.shell("bash scripts/release")
    #expect(result.ending == .exited(0), "\(result.errors)")
    let version = Release.version
    #expect(try await repository.shell("git tag").output == "v\(version)\n")
    let checked = try await repository.shell(
      "cd .build/newsreel-\(version) && sha256sum -c SHA256SUMS && tar tf *.tar.gz")
    #expect(checked.ending == .exited(0) && checked.output.contains("newsreel-\(version)/CHANGELOG.md\n"))
    let again = try await repository.shell("bash scripts/release")
    #expect(again.ending == .exited(1) && again.errors.contains("The tag v\(version) exists"), "\(again.errors)")
  }
}
