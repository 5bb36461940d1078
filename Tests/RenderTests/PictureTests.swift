import Dispatch
import Glibc
import Scene
import ScrollCore
import Synchronization
import TestKit
import Testing

@testable import Render
@testable import X11

extension OnServer {
  /// Pictures from files, as they come to the glass.
  @Suite("Pictures from files") struct PictureTests {
    private static let paper: UInt32 = 0xff10_40c0
    private static let folder = Project.folder + "/Tests/RenderTests/Pictures/"

    /// A red disc that leaves the corners free, of 40 px; shrunk, of its own size and enlarged.
    @Test(
      "Transparency shows what is behind",
      arguments: ["disc.png", "disc.webp", "disc.gif", "animated.gif"], [16, 40, 80])
    func transparencyShowsWhatIsBehind(_ file: String, _ size: Int) async throws {
      let picture = try await show(Self.folder + file, size: size)
      for at in [0, size - 1, (size - 1) * size, size * size - 1] { #expect(picture.pixels[at] == Self.paper) }
      #expect(picture.pixels[size / 2 * size + size / 2] == 0xffff_0000)
    }

    @Test("Opaque pictures keep their colour") func opaquePicturesKeepTheirColour() async throws {
      let picture = try await show(Self.folder + "square.jpg", size: 24)
      // As exact as JPEG is.
      #expect(picture.pixels.allSatisfy { $0 >> 16 & 255 >= 253 && $0 & 0xffff <= 0x0303 })
    }

    @Test("A picture is kept while others come, also once many have been let go") func keptPictures() throws {
      let folder = try TemporaryFolder()
      let bytes = try Files.bytes(of: Self.folder + "square.jpg")
      let paths = try ["a.jpg", "b.jpg"].map { try folder.write(bytes, to: $0) }
      let (images, curve) = (ImageCache(), LightCurve())
      let raster = Raster(curve)
      raster.reset(width: 8, height: 8, background: .black, ground: nil)
      var missing: [String] = []
      images.onFailure = { missing.append($0) }
      func paint(_ path: String, size: Double) {
        images.paint(path, in: Rect(x: 0, y: 0, width: size, height: size), on: raster, curve)
      }
      // More than it keeps.
      for size in [500.0, 501, 502] { paint(Self.folder + "square.jpg", size: size) }
      for path in paths { paint(path, size: 8) }
      for path in paths { #expect(unlink(path) == 0) }
      for path in paths { paint(path, size: 8) }
      #expect(missing == [])
    }

    /// A few bytes that ask for 30,000 × 30,000 pixels.
    @Test("Huge pictures are refused") func hugePicturesAreRefused() throws {
      var bytes = try Files.bytes(of: Self.folder + "disc.gif")
      let start = try #require(bytes.firstIndex(of: 0x2c))
      for at in [6, 8, start + 5, start + 7] { bytes.replaceSubrange(at..<at + 2, with: [0x30, 0x75]) }
      let folder = try TemporaryFolder()
      #expect(ImageFile.size(of: try folder.write(bytes, to: "huge.gif")) == nil)
    }

    @Test(
      "What is decoded by an engine without bounds is no picture",
      arguments: [
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", " <?xml version='1.0'?><svg/>",
        "%!PS-Adobe-3.0 EPSF",
        "\u{1F}\u{8B}", "BZh9", "ID3", "",
      ])
    func engines(_ text: String) throws {
      let folder = try TemporaryFolder()
      for name in ["a.svg", "a.png", "a.svg.gz"] {
        #expect(ImageFile.size(of: try folder.write(text, to: name)) == nil)
      }
      #expect(ImageFile.size(of: Self.folder + "disc.svg") == nil)
    }

    @Test("Threads read pictures side by side, and each gets its own") func threads() throws {
      let folder = try TemporaryFolder()
      // Larger than what Imlib2 keeps: each is decoded again.
      let sizes = (0..<4).map { Size(width: 1100 + 100 * Double($0), height: 1100) }
      let paths = try sizes.enumerated().map { number, size in
        let (width, height) = (Int(size.width), Int(size.height))
        let pixels = [UInt32](repeating: 0xFF, count: width * height)
        return try folder.write(Screenshot(width: width, height: height, pixels: pixels).png, to: "\(number).png")
      }
      let wrong = Atomic(0)
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        for round in 0..<12 {
          let place = (thread + round) % paths.count
          if ImageFile.size(of: paths[place]) != sizes[place] { wrong.add(1, ordering: .relaxed) }
        }
      }
      #expect(wrong.load(ordering: .relaxed) == 0)
    }

    @Test("A pipe is not a picture, and does not block") func pipe() throws {
      let folder = try TemporaryFolder()
      try #require(mkfifo(folder.path + "/a.png", 0o600) == 0)
      #expect(ImageFile.size(of: folder.path + "/a.png") == nil)
    }

    private func show(_ path: String, size: Int) async throws -> Snapshot {
      let server = try await XServer(width: 320, height: 200)
      defer { server.end() }
      let display = try Display(name: server.display)
      let frameSize = Size(width: Double(size), height: Double(size))
      let window = XWindow(
        display, frame: Rect(origin: .zero, size: frameSize), style: .offScreen(Color(rgb: 0x1040c0)))
      let compositor = Compositor(window, typesetter: PangoTypesetter(display))
      var failures: [String] = []
      compositor.onImageFailure = { failures.append($0) }
      let all = Rect(origin: .zero, size: frameSize)
      let content = Content(primitives: [Primitive(.image(path), in: all)])
      var frame = Frame(size: frameSize, background: Color(rgb: 0x1040c0))
      frame.add(Layer(content, clip: all, origin: .zero))
      let shot = compositor.snapshot(frame)
      let picture = try #require(shot)
      #expect(failures.isEmpty && display.takeErrors().isEmpty)
      return picture
    }
  }
}

@Suite("Pixels of images") struct ImagePixelsTests {
  private let curve = LightCurve()

  /// White beside black that cannot be seen: the edge is a paler white, and no grey.
  @Test("Hidden colours lend nothing") func hiddenColoursLendNothing() {
    let pixels = picture([0xffff_ffff, 0x0000_0000, 0x0000_0000, 0x0000_0000])
    #expect(pixels.scaled(width: 2, height: 1, curve).pixels == [0x80ff_ffff, 0])
    #expect(pixels.scaled(width: 1, height: 1, curve).pixels == [0x40ff_ffff])
  }

  /// It is light that is averaged: half of white and half of black are 188, and not 128.
  @Test("Averages are exact") func averagesAreExact() {
    let halves = picture([0xff00_0000, 0xffff_ffff])
    #expect(halves.scaled(width: 1, height: 1, curve).pixels == [0xffbc_bcbc])
    #expect(halves.scaled(width: 1, height: 1, LightCurve(exponent: 1)).pixels == [0xff80_8080])
    let pixels = picture([0xff00_0000, 0xff00_0060, 0xffff_ff30])
    #expect(pixels.scaled(width: 3, height: 1, curve) == pixels)
    // 1½ pixels each.
    #expect(pixels.scaled(width: 2, height: 1, curve).pixels == [0xff00_0038, 0xffd5_d545])
    #expect(pixels.scaled(width: 6, height: 2, curve).scaled(width: 3, height: 1, curve) == pixels)
    // Nothing is lost on the way, as half a level for every channel of a picture of one colour would be.
    let plain = picture([UInt32](repeating: 0xff12_fe81, count: 97))
    for width in 1...40 {
      #expect(plain.scaled(width: width, height: 3, curve).pixels.allSatisfy { $0 == 0xff12_fe81 })
    }
  }

  private func picture(_ row: [UInt32]) -> ImagePixels {
    ImagePixels(width: row.count, height: 1, straight: row, hasAlpha: true)
  }
}
