internal import Base
internal import Scene
internal import ScrollCore

/// Reporting and saving changes of chips.
extension TokensController {
  /// Prints and saves changes.
  func report(except silent: Set<String> = []) {
    let events = chips.drainEvents()
    if events.isEmpty { return }
    var hasChanged = false
    for event in events {
      switch event {
      case .added, .removed, .moved: hasChanged = true
      case .heightUpdated(let height): grow(to: height)
      default: break
      }
      let (name, members) = TokenEventLine.parts(of: event)
      if !silent.contains(name) { context.tell(name, members) }
    }
    if hasChanged { save() }
  }

  private func grow(to height: Double) {
    let size = chips.outerSize
    guard followsHeight, size.width > 0, height.rounded(.up) != size.height else { return }
    context.perform(.resize(Size(width: size.width, height: max(1, height.rounded(.up)))))
  }

  /// The pause before another try to save, in seconds.
  private static let retryPause = 10.0

  /// Syncs the file with the chips, and the chips with foreign changes of the file. An error is reported once. The next
  /// edit tries again, and so does time.
  func save() {
    guard let file else { return }
    let labels = chips.field.tokens.map(\.label)
    do throws(Failure) {
      let merged = try file.write(labels)
      saveProblem = nil
      if merged != labels { replace(labels, with: merged) }
    } catch {
      if saveProblem == nil { context.perform(.failed(error.description)) }
      saveProblem = error
      guard retries.isEmpty else { return }
      retries.add(
        LoopTimers.Entry(at: monotonicNow() + Self.retryPause, interval: nil) { [unowned self] in save() })
    }
  }

  private func replace(_ labels: [String], with merged: [String]) {
    var kept = LineCounts(merged)
    let gone = labels.indices.filter { !kept.remove(labels[$0]) }
    var there = LineCounts(labels)
    let new = merged.filter { !there.remove($0) }
    chips.change(at: context.time) { field in
      field.remove(at: gone)
      field.add(new.map { Token($0) }, time: context.time)
    }
    _ = chips.drainEvents()
    context.setNeedsLayout()
  }
}
