import Glibc
import Testing

@testable import Base
@testable import Newswire

/// Small files that are handed over after each change, and what becomes of the folders that they are in.
@Suite("Files that are followed") struct FileWatchTests {
  private final class Found {
    var texts: [String] = []
  }

  private let directory: TemporaryDirectory
  private let found = Found()
  private let loop = RunLoop()

  init() throws {
    directory = try TemporaryDirectory()
    makeFolders()
  }

  private func makeFolders() {
    for name in ["a", "a/b", "a/b/c"] { mkdir(directory.file(name), 0o700) }
  }

  /// Follows a file from its first content on.
  private func follow(_ path: String) throws {
    loop.add(
      try WatchedFile(path: path, known: Array("one".utf8)) { [found] result in
        switch result {
        case .success(let bytes): found.texts.append(String(decoding: bytes, as: UTF8.self))
        case .failure: found.texts.append("error")
        }
      })
    run(loop) { loop.deadline == .infinity }
  }

  private func expect(_ text: String) { #expect(run(loop) { found.texts.last == text }, "\(found.texts)") }

  @Test("What changes in a folder is told within a moment, also while more goes on changing") func folder() throws {
    var told: [Set<String>] = []
    let watch = try FolderWatch(directory.path) { told.append($0) }
    #expect(watch.service(now: 0) == .idle && watch.deadline == .infinity)
    for round in 0..<2 {
      let start = Double(round) * 10
      // Two tenths of a second after the first change.
      for (step, deadline) in [0.2, 0.2, .infinity, 0.575].enumerated() {
        directory.write("file \(step)", "a")
        #expect(watch.service(now: start + Double(step) * 0.125) == .idle)
        let isThen = watch.deadline == start + deadline || abs(watch.deadline - start - deadline) < 1e-9
        #expect(isThen, "\(step): \(watch.deadline)")
      }
      #expect(told.last == ["file 0", "file 1", "file 2"] && told.count == 2 * round + 1)
      _ = watch.service(now: start + 0.6)
      #expect(told.last == ["file 3"] && told.count == 2 * round + 2)
    }
    watch.close()
    #expect(watch.service(now: 100) == .finished)
  }

  @Test("A feed in a file that cannot be watched is read as often as others") func unwatched() throws {
    let system = VirtualSystem()
    try system.run {
      let state = FeedState(try FeedSpec(url: "/news.xml"))
      state.load(nil, now: 0, time: wallClockNow())
      for _ in 0..<2 {
        state.beginLook()
        state.succeed(HTTPResponse(), with: nil, policy: RefreshPolicy())
        #expect((900...990).contains(state.deadline - system.now))
        system.now += 1000
      }
    }
  }

  @Test("A folder is removed and made again", arguments: ["a/b/c", "a/b", "a"]) func removed(name: String) throws {
    try follow(directory.write("a/b/c/f", "one"))
    for text in ["two", "three"] {
      runTool(["rm", "-r", directory.file(name)])
      expect("error")
      makeFolders()
      directory.write("a/b/c/f", text)
      expect(text)
      directory.write("a/b/c/f", text + ", changed")
      expect(text + ", changed")
    }
  }

  @Test("A folder that somebody stands in is removed and made again") func held() throws {
    try follow(directory.write("a/b/c/f", "one"))
    let folder = Descriptor(open(directory.file("a/b/c"), O_RDONLY | O_DIRECTORY))
    unlink(directory.file("a/b/c/f"))
    expect("error")
    rmdir(directory.file("a/b/c"))
    makeFolders()
    directory.write("a/b/c/f", "two")
    expect("two")
    withExtendedLifetime(folder) {}
  }

  @Test("A folder is moved away, and another one takes its place", arguments: ["a/b/c", "a/b", "a"])
  func moved(name: String) throws {
    try follow(directory.write("a/b/c/f", "one"))
    rename(directory.file(name), directory.file("old"))
    expect("error")
    makeFolders()
    directory.write("a/b/c/f", "two")
    expect("two")
  }

  @Test("A link on the way leads elsewhere", arguments: ["link", "a/link"]) func linked(name: String) throws {
    let (link, target) = (directory.file(name), directory.file("a/b/c"))
    symlink(target, link)
    directory.write("a/b/c/f", "one")
    try follow(link + "/f")
    mkdir(directory.file("other"), 0o700)
    directory.write("other/f", "two")
    symlink("../other", directory.file("a/new"))
    symlink("other", directory.file("new"))
    rename(directory.file(name == "link" ? "new" : "a/new"), link)
    expect("two")
    directory.write("other/f", "three")
    expect("three")
    unlink(link)
    expect("error")
    symlink(target, link)
    expect("one")
  }

  @Test("A file that is a link is removed where it leads, and made again") func target() throws {
    directory.write("a/b/c/f", "one")
    symlink("a/b/c/f", directory.file("f"))
    try follow(directory.file("f"))
    runTool(["rm", "-r", directory.file("a/b/c")])
    expect("error")
    makeFolders()
    directory.write("a/b/c/f", "two")
    expect("two")
  }

  @Test("A file is waited for whose folders are not there yet") func later() throws {
    runTool(["rm", "-r", directory.file("a")])
    try follow(directory.file("a/b/c/f"))
    expect("error")
    makeFolders()
    directory.write("a/b/c/f", "two")
    expect("two")
  }

  @Test("The lines of a file in such a folder are read again") func lines() throws {
    let record = Record()
    loop.add(try FileSource(path: directory.write("a/b/c/f", "one\n"), isWatched: true, handler: record.handler))
    run(loop) { record.log.last == "pause" }
    runTool(["rm", "-r", directory.file("a")])
    makeFolders()
    directory.write("a/b/c/f", "two\n")
    #expect(run(loop) { record.lines.last == "two" })
    directory.write("a/b/c/f", "three\n", append: true)
    #expect(run(loop) { record.lines.last == "three" })
    #expect(record.log.filter { $0 == "restart" }.count == 1)
  }

  @Test("Changes in other folders wake nothing", arguments: [true, false]) func quiet(isThere: Bool) throws {
    if isThere { directory.write("a/b/c/f", "one") }
    let watch = try #require(FileWatch(path: directory.file("a/b/c/f")))
    directory.write("x", "x")
    directory.write("a/x", "x")
    rename(directory.file("a/x"), directory.file("a/y"))
    unlink(directory.file("x"))
    if isThere { directory.write("a/b/x", "x") }
    var descriptors: [pollfd] = []
    watch.appendDescriptor(to: &descriptors)
    #expect(poll(&descriptors, 1, 0) == 0)
    directory.write("a/b/c/f", "two")
    #expect(poll(&descriptors, 1, 0) == 1)
  }
}
