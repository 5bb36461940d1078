import Glibc
import TestKit
import Testing

extension OnScreen {
  /// The process that reads feeds, behind its fence, as the strip's user sees it.
  @Suite("The reader of feeds") struct ReaderOnScreenTests {
    @Test(
      "A reader that dies, or is ended for a call, is told of and started again; the window stays",
      arguments: [SIGKILL, SIGSYS])
    func death(by signal: Int32) async throws {
      let server = try FaultServer { _ in [.answer(body: FeedHome.rss(["One"]))] }
      defer { server.stop() }
      let home = try FeedHome()
      let shown = try await Shown(["--feed", server.url("/")], environment: home.environment)
      try await waitUntil("the feed to be read") { !server.requests.isEmpty }
      let first = try await waitFor("the reader") { self.readers(of: shown).first }
      // Its fence is up: the kernel says so (proc_pid_status(5)).
      let status = try Project.text(of: "/proc/\(first)/status")
      #expect(status.contains("NoNewPrivs:\t1") && status.contains("Seccomp:\t2"), "\(status)")
      kill(first, signal)
      try await waitUntil("another one") { self.readers(of: shown).contains { $0 != first } }
      #expect(
        shown.child.isRunning && shown.child.errors.contains("was ended by signal \(signal)"), "\(shown.child.errors)")
      #expect(shown.child.errors.contains("Reading the news was interrupted; it starts again"))
    }

    private func readers(of shown: Shown) -> [Int32] {
      let output = (try? Files.bytes(of: "/proc/\(shown.child.id)/task/\(shown.child.id)/children")) ?? []
      return String(decoding: output, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }.filter {
        String(decoding: (try? Files.bytes(of: "/proc/\($0)/cmdline")) ?? [], as: UTF8.self).contains("relay")
      }
    }
  }
}
