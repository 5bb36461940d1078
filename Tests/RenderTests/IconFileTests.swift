import ScrollCore
import TestKit
import Testing

@testable import Render
@testable import X11

/// Icons that anyone may have made.
@Suite("Files of icons", .serialized) struct IconFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func picture(_ width: Int, _ height: Int, _ pixel: UInt32 = 0xFF20_4060) throws -> String {
    let path = "\(folder.path)/\(width)x\(height).png"
    let pixels = [UInt32](repeating: pixel, count: width * height)
    try Snapshot(width: width, height: height, pixels: pixels).writePNG(to: path)
    return path
  }

  private var icon: String { folder.path + "/icon.png" }

  @Test("A picture becomes a square, not enlarged", arguments: [(200, 200, 64), (16, 16, 16), (96, 64, 64), (1, 2, 2)])
  func sizes(width: Int, height: Int, side: Double) throws {
    #expect(ImageFile.writeIcon(of: try picture(width, height), to: icon) == nil)
    let size = try #require(ImageFile.size(of: icon))
    #expect(size.width == side && size.height == side)
  }

  @Test("What is too large, a banner or broken is none") func refused() throws {
    #expect(ImageFile.writeIcon(of: try picture(1100, 1000), to: icon) == "cannot be read, or is too large")
    #expect(ImageFile.writeIcon(of: try picture(88, 31), to: icon) == "")
    let broken = try folder.write("\u{89}PNG\r\n\u{1A}\n", to: "broken.png")
    #expect(ImageFile.writeIcon(of: broken, to: icon) == "cannot be read, or is too large")
    #expect(ImageFile.writeIcon(of: folder.path + "/none.png", to: icon) == "cannot be read, or is too large")
    #expect(ImageFile.size(of: icon) == nil)
    #expect(ImageFile.writeIcon(of: try picture(8, 8), to: folder.path + "/none/icon.png") != nil)
  }
}
