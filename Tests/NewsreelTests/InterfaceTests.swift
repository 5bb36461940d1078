import TestKit
import Testing

/// The library's face: what `import Newsreel` gives, and that each name says what it means.
@Suite("The public interface") struct InterfaceTests {
  @Test("It is what doc/Newsreel.txt lists; scripts/interface makes the list") func listing() async throws {
    let made = try await run(Project.folder + "/scripts/interface", [])
    #expect(try made.output == Project.text(of: "doc/Newsreel.txt"))
    let names = made.output.split(separator: "\n").filter { $0.hasPrefix("  ") }
    #expect(names.count < 120)
  }

  @Test("Each declaration says what it means") func documentation() throws {
    for file in try Project.files(below: "Sources/Newsreel") where file.hasSuffix(".swift") {
      var last = ""
      for line in try Project.text(of: file).split(separator: "\n").map({ $0.drop { $0 == " " } }) {
        let isDeclared = line.hasPrefix("public ") && !line.hasPrefix("public import") && !line.contains("description:")
        if isDeclared { #expect(last.hasPrefix("///"), "\(file): \(line)") }
        if !line.hasPrefix("@") { last = String(line) }
      }
    }
  }

  @Test("The README shows a program that is there") func readme() throws {
    let program = try Project.text(of: "Examples/Topics/main.swift").split(separator: "\n")
    let readme = Set(try Project.text(of: "README.md").split(separator: "\n"))
    #expect(program.count <= 15)
    for line in program { #expect(readme.contains("    " + line), "\(line)") }
  }
}
