import TestKit
import TestTags
import Testing

@testable import App
@testable import Windows

@Suite("Previews", .tags(.x11)) struct PreviewTests {
  @Test("Two runs draw the same bytes, of every view, and no window is opened")
  func deterministic() async throws {
    let server = try await XServer(width: 640, height: 200)
    let folder = try TemporaryFolder()
    let text = try folder.write("One\nTwo\nThree\n", to: "text")
    for view in [
      ["--theme", "light"], ["crawl", "A headline"], ["counter", "1234"], ["tokens", "a", "b"], ["credits", text],
    ] {
      var pictures: [[UInt8]] = []
      for name in ["a.png", "b.png"] {
        let path = folder.path + "/" + name
        let result = try await Program.run(["preview"] + view + ["--at", "2.5", "--out", path], on: server)
        #expect(result.ending == .exited(0) && result.output + result.errors == "", "\(view): \(result.errors)")
        pictures.append(try Files.bytes(of: path))
      }
      #expect(pictures[0] == pictures[1] && pictures[0].starts(with: [0x89, 0x50, 0x4e, 0x47]))
    }
  }

  @Test("A film stands one under another, and moves")
  func film() async throws {
    let server = try await XServer(width: 640, height: 200)
    let folder = try TemporaryFolder()
    let path = folder.path + "/film.png"
    let result = try await Program.run(
      [
        "preview", "crawl", "A headline", "--size", "200x30", "--film", "3", "--film-step", "0.5", "--at", "2", "--out",
        path,
      ],
      on: server)
    #expect(result.ending == .exited(0))
    let bytes = try Files.bytes(of: path)
    func big(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect(big(16) == 200 && big(20) == 3 * 30 + 2 * 4)
  }

  @Test("Without a display it is said what is missing")
  func noDisplay() async throws {
    let result = try await Program.run(["preview", "--out", "/tmp/none.png"])
    #expect(result.ending == .exited(1) && result.errors.hasPrefix("newsreel: no display: set DISPLAY"))
  }

  private static let wrongFlags = [
    ("--at -1", "newsreel: --at: -1 is out of range (0 to 1000000)"),
    ("--size 5", "newsreel: --size: '5' is not a size; write WxH, as in 1280x36"),
    ("--size 99999x5", "newsreel: --size: 99999x5 is too large"),
    ("--film 0", "newsreel: --film: 0 is out of range (1 to 600)"),
    ("--film-step 0", "newsreel: --film-step: 0 is out of range (above 0, to 1000000)"),
    ("--at 1e308", "newsreel: --at: 1e+308 is out of range (0 to 1000000)"),
    ("--film 3 --film-step 1e308", "newsreel: --film-step: 1e+308 is out of range"),
    ("--size 16384x16384", "newsreel: --size: 16384x16384 is too large (at most 16 million pixels)"),
    ("--offset 1e10,0", "newsreel: --offset: '1e10,0' is out of range (-32767 to 32767)"),
    ("--theme drak", "newsreel: --theme: 'drak' is not one of auto, dark"),
  ]

  private static let wrongRuns = ProgramRuns(wrongFlags.map(\.0), after: ["preview", "--out", "/tmp/none.png"])

  @Test(
    "Values out of range name their flags",
    arguments: wrongFlags)
  func wrong(_ flags: String, _ message: String) async throws {
    let result = try await Self.wrongRuns.result(of: flags)
    #expect(result.ending == .exited(2) && result.errors.hasPrefix(message), "\(result.errors)")
  }

  @Test("A broken picture leaves the label, and one warning", arguments: ["missing.png", "broken.png"])
  func brokenImage(_ name: String) async throws {
    let server = try await XServer(width: 640, height: 200)
    let folder = try TemporaryFolder()
    try folder.write("\u{1}PNG not at all", to: "broken.png")
    var pictures: [[UInt8]] = []
    for flags in [["--label-image", folder.path + "/" + name], []] {
      let out = folder.path + "/out.png"
      let result = try await Program.run(["preview", "--out", out] + flags, on: server)
      let problem = name == "missing.png" ? "no such file" : "not an image that can be read"
      let warning = "newsreel: --label-image: \(folder.path)/\(name): \(problem); it is left out\n"
      #expect(result.ending == .exited(0) && result.errors == (flags.isEmpty ? "" : warning))
      pictures.append(try Files.bytes(of: out))
    }
    #expect(pictures[0] == pictures[1])
  }
}
