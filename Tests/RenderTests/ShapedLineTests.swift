import Scene
import ScrollCore
import TestKit
import Testing

@testable import Render
@testable import X11

extension OnServer {
  @Suite("Shaped lines") struct ShapedLineTests {
    @Test("Those used again stay, and the others go") func bounded() async throws {
      let server = try await XServer(width: 100, height: 100)
      defer { server.end() }
      let typesetter = PangoTypesetter(try Display(name: server.display))
      func run(_ number: Int) -> TextRun {
        TextRun("Headline number \(number)", font: FontSpec(size: 17), color: .white)
      }
      let shown = typesetter.shape(run(0))
      weak let first = typesetter.shape(run(1))
      var bytes = 0
      for number in 2..<1000 {
        bytes += typesetter.shape(run(number)).byteCount
        #expect(typesetter.shape(run(0)) === shown)
      }
      #expect(bytes > 3 * PangoTypesetter.mostBytes && first == nil)
      weak let last = typesetter.shape(run(999))
      #expect(last != nil)
    }
  }
}
