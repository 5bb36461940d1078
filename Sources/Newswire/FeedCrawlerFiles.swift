internal import Base

/// Feeds in files: read a piece at a time, and again when the file changes.
extension FeedCrawler {
  func beginFile(of state: FeedState, _ fetch: FeedFetch) {
    if state.watch == nil { state.watch = FileWatch(path: state.spec.url) }
    do throws(Failure) {
      state.file = (try FollowedFile(path: state.spec.url), fetch)
      state.watch?.watchFile()
    } catch {
      state.isBusy = false
      state.looks += 1
      fail(state, error.reason, nil)
    }
  }

  /// Reads a piece of a feed's file.
  func readFile(of state: FeedState) {
    guard let (file, fetch) = state.file else { return }
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { room in
      if case .bytes(let count) = file.read(into: room),
        fetch.take(UnsafeRawBufferPointer(rebasing: room[..<count]), address: nil, contentType: "")
      {
        return
      }
      state.file = nil
      fetch.finishDocument(HTTPResponse(), nil, client: nil)
    }
  }

  func noticeChange(of state: FeedState, now: Double) {
    guard let watch = state.watch, !watch.drain().isEmpty else { return }
    state.dueAt = now + 0.2  // until it is written whole
  }
}
