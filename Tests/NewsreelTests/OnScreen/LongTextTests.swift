import TestKit
import TestTags
import Testing

extension OnScreen {
  @Suite("A long text", .tags(.slow)) struct LongTextTests {
    @Test("A long file is shown at once and held on the disk, not in memory") func memory() async throws {
      let folder = try TemporaryFolder()
      defer { folder.remove() }
      let line = String(repeating: "names and roles, ", count: 24)
      let long = try folder.write(
        (0..<100_000).map { "\($0): \(line)\n" }.joined(), to: "long.txt")
      let short = try folder.write("0: \(line)\n", to: "short.txt")
      let size = 100_000 * line.utf8.count
      let few = try await Shown(["credits", short])
      _ = try await few.picture("text") { $0.inkSum(on: ground) > 1000 }
      let quiet = try few.child.anonymousSize()
      let many = try await Shown(["credits", long])
      _ = try await many.picture("text") { $0.inkSum(on: ground) > 1000 }
      try await waitUntil("the whole file to be read") {
        let figures = try Project.text(of: "/proc/\(many.child.id)/io").split { $0 == " " || $0 == "\n" }
        return figures.count > 1 && (Int(figures[1]) ?? 0) >= size
      }
      // Its code is in memory during the start, and alone it shares that with nobody.
      #expect(try many.child.anonymousSize() - quiet < 20 << 20)
      #expect(many.child.errors.isEmpty)
    }
  }
}
