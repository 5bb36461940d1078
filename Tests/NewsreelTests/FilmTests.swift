import ScrollCore
import TestKit
import TestTags
import Testing

@testable import App
@testable import Windows

@Suite("Films", .tags(.x11)) struct FilmTests {
  private static let crawl = [
    "film", "crawl", "IIII", "--font", "DejaVu Sans 20", "--scroll-speed", "60", "--delay-at-start", "0",
    "--start-out-of-bounds", "--size", "320x40",
    // Code values are in proportion to what is covered.
    "--text-gamma", "1",
  ]

  /// Runs a command of a shell, in which `$1`… are newsreel's arguments. Returns the bytes of the file `out`.
  private func run(_ command: String, _ arguments: [String], in folder: TemporaryFolder, on server: XServer)
    async throws -> [UInt8]
  {
    let result = try await TestKit.run(
      "bash", ["-o", "pipefail", "-c", "cd '\(folder.path)'; \(command)", Program.path] + arguments,
      environment: ["DISPLAY": server.display, "LC_ALL": "C.UTF-8", "HOME": Program.runtimeFolder()])
    #expect(result.ending == .exited(0), "\(result.errors)")
    return try Files.bytes(of: folder.path + "/out")
  }

  /// The middle of what is bright in each frame, in pixels from the left.
  private func middles(of bytes: [UInt8], width: Int, height: Int) -> [Double] {
    stride(from: 0, to: bytes.count, by: width * height * 4).map { frame in
      var (sum, moment) = (0.0, 0.0)
      for i in 0..<width * height {
        // The background is #12161c.
        let light = Double(max(0, Int(bytes[frame + 4 * i]) - 0x12))
        sum += light
        moment += light * (Double(i % width) + 0.5)
      }
      return moment / sum
    }
  }

  @Test(
    "Two films have the same bytes, and as many frames as the rate says", arguments: [("60000/1001", 30), ("25", 13)])
  func same(_ rate: String, _ count: Int) async throws {
    let server = try await XServer(width: 640, height: 200)
    let folder = try TemporaryFolder()
    let arguments = Self.crawl + ["--rate", rate, "--duration", "0.5", "-"]
    let first = try await run("\"$0\" \"$@\" >out", arguments, in: folder, on: server)
    let second = try await run("\"$0\" \"$@\" >out", arguments, in: folder, on: server)
    #expect(first == second && first.count == count * 320 * 40 * 4)
  }

  @Test("Through ffmpeg and back each frame is within an eighth of a pixel") func positions() async throws {
    let server = try await XServer(width: 640, height: 200)
    let folder = try TemporaryFolder()
    let bytes = try await run(
      """
      "$0" "$@" | ffmpeg -loglevel error -f rawvideo -pixel_format rgba -video_size 320x40 -framerate 60000/1001 -i - -c:v ffv1 a.mkv
      ffmpeg -loglevel error -i a.mkv -f rawvideo -pix_fmt rgba out
      """, Self.crawl + ["--rate", "60000/1001", "--duration", "5", "-"], in: folder, on: server)
    let all = middles(of: bytes, width: 320, height: 40)
    #expect(all.count == 300)
    // While the text is wholly in the view.
    let seen = 60..<240
    let step = -60.0 * 1001 / 60000
    let starts = seen.map { all[$0] - step * Double($0) }
    let start = starts.reduce(0, +) / Double(starts.count)
    let worst = starts.map { abs($0 - start) }.max() ?? .infinity
    #expect(worst < 0.125, "\(worst) px")
  }

  @Test("A film of PNG files is one after the other") func pngs() async throws {
    let server = try await XServer(width: 640, height: 200)
    let folder = try TemporaryFolder()
    let bytes = try await run(
      """
      "$0" "$@" | ffmpeg -loglevel error -f image2pipe -c:v png -i - -f rawvideo -pix_fmt rgba out
      """, Self.crawl + ["--raw", "png", "--rate", "10", "--duration", "1", "-"], in: folder, on: server)
    let raw = try await run(
      "\"$0\" \"$@\" >out", Self.crawl + ["--rate", "10", "--duration", "1", "-"], in: folder, on: server)
    #expect(bytes == raw && bytes.count == 10 * 320 * 40 * 4)
  }

  @Test("A transparent background is so in the film, with straight alpha") func alpha() async throws {
    let server = try await XServer(width: 640, height: 200)
    let folder = try TemporaryFolder()
    let bytes = try await run(
      "\"$0\" \"$@\" >out",
      [
        "film", "badge", "Air", "--background", "#00000000", "--foreground", "#ff8040", "--size", "100x40", "--rate",
        "1", "--duration", "1", "-",
      ],
      in: folder, on: server)
    #expect(bytes[0..<4] == [0, 0, 0, 0])
    let opaque = stride(from: 0, to: bytes.count, by: 4).filter { bytes[$0 + 3] == 255 }
    #expect(!opaque.isEmpty && opaque.allSatisfy { bytes[$0..<$0 + 3] == [0xff, 0x80, 0x40] })
  }

  @Test("A live film has every frame, and lines of a pipe that goes on") func live() async throws {
    let server = try await XServer(width: 640, height: 200)
    let folder = try TemporaryFolder()
    // The line comes after the first frames, and the pipe stays open.
    let bytes = try await run(
      """
      mkfifo lines; exec 9<>lines
      "$0" "$@" <lines | { head -c \(20 * 320 * 40 * 4) >out; echo IIII >&9; cat >>out; }
      """,
      [
        "film", "crawl", "--font", "DejaVu Sans 20", "--scroll-speed", "0", "--delay-at-start", "0", "--size", "320x40",
        "--pace",
        "live", "--rate", "20", "--duration", "3", "-", "-",
      ], in: folder, on: server)
    let size = 320 * 40 * 4
    #expect(bytes.count == 60 * size)
    #expect(bytes[..<size] != bytes[(59 * size)...] && bytes[..<size] == bytes[(19 * size)..<(20 * size)])
  }

  @Test("A reader that ends is the end of the film") func reader() async throws {
    let server = try await XServer(width: 640, height: 200)
    let folder = try TemporaryFolder()
    let bytes = try await run(
      "\"$0\" \"$@\" | head -c 1000 >out", Self.crawl + ["-"], in: folder, on: server)
    #expect(bytes.count == 1000)
  }

  private static let wrongFlags = [
    ("--rate 0", "newsreel: --rate: '0' is not a frame rate from 1 to 1000; write 60, 29.97 or 60000/1001"),
    ("--rate 1/0", "newsreel: --rate: '1/0' is not a frame rate"),
    ("--rate nan", "newsreel: --rate: 'nan' is not a frame rate"),
    ("--rate 99999999999999999999/1", "newsreel: --rate: '99999999999999999999/1' is not a frame rate"),
    ("--rate 1e300", "newsreel: --rate: '1e300' is not a frame rate"),
    ("--raw jpeg", "newsreel: --raw: 'jpeg' is not one of rgba, png"),
    ("--pace slow", "newsreel: --pace: 'slow' is not one of live, fast"),
    ("--duration -1", "newsreel: --duration: -1 is out of range (0 to 1000000)"),
    ("--rat 5", "newsreel: unknown option '--rat'. Did you mean '--rate'?"),
  ]

  private static let wrongRuns = ProgramRuns(wrongFlags.map(\.0), after: ["film"])

  @Test("Wrong values name their flags", arguments: wrongFlags)
  func wrong(_ flags: String, _ message: String) async throws {
    let result = try await Self.wrongRuns.result(of: flags)
    #expect(result.ending == .exited(2) && result.errors.hasPrefix(message), "\(result.errors)")
  }

  @Test("A film is not written to a full disk without a word") func full() async throws {
    let server = try await XServer(width: 640, height: 200)
    let result = try await TestKit.run(
      "sh", ["-c", "exec \"$0\" \"$@\" >/dev/full", Program.path] + Self.crawl + ["-"],
      environment: ["DISPLAY": server.display, "LC_ALL": "C.UTF-8", "HOME": Program.runtimeFolder()])
    #expect(result.ending == .exited(1) && result.errors.contains("standard output"), "\(result.errors)")
  }

  @Test(
    "A rate is a fraction, and frames keep to it however long the film is",
    arguments: [("60", 60, 1), ("29.97", 29970, 1000), ("60000/1001", 60000, 1001), ("1", 1, 1), ("1000", 1000, 1)])
  func rates(_ text: String, _ frames: Int, _ seconds: Int) throws {
    let rate = try FrameRate(text)
    #expect(rate == FrameRate(frames: frames, seconds: seconds))
    // A day's last frame.
    let last = frames * 86400 / seconds
    #expect(abs(rate.time(of: last) - Double(last * seconds) / Double(frames)) < 1e-9)
    #expect(rate.count(in: rate.time(of: last)) == last)
  }

  @Test("The recipes of the page make films") func recipes() async throws {
    let server = try await XServer(width: 1280, height: 200)
    let folder = try TemporaryFolder()
    let page = try Project.text(of: "doc/streaming.md")
    var recipes = page.split(separator: "```sh\n").dropFirst().map { String($0.split(separator: "\n```")[0]) }
    #expect(recipes.count == 3)
    for i in recipes.indices {
      recipes[i] = recipes[i].replacing("newsreel film", with: "\"$0\" film").replacing(
        "--duration 10", with: "--duration 0.5"
      )
      .replacing("ffmpeg ", with: "ffmpeg -loglevel error -y ")
    }
    // What OBS Studio does with the stream is a receiver's work: ffmpeg's here.
    let receiver =
      "ffmpeg -loglevel error -f mpegts -i 'udp://127.0.0.1:7788?timeout=20000000' -frames:v 10 -y live.mkv"
    _ = try await run(
      """
      \(recipes[0])
      ffmpeg -loglevel error -f lavfi -i color=red:size=1280x200:rate=60 -t 1 -y film.mp4
      \(recipes[1])
      (\(recipes[2])) & sender=$!
      \(receiver)
      pkill -P $sender; wait
      for file in clip.mkv titled.mp4 live.mkv; do
        ffprobe -loglevel error -count_frames -show_entries stream=width,height,nb_read_frames -of csv=p=0 $file
      done >out
      """, [], in: folder, on: server)
    #expect(
      String(decoding: try Files.bytes(of: folder.path + "/out"), as: UTF8.self)
        == "640,48,30\n1280,200,30\n1920,64,10\n")
  }
}
