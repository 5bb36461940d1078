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
      if merged != labels { take(merged, from: file) }
    } catch {
      if saveProblem == nil { context.perform(.failed(error.description)) }
      saveProblem = error
      guard retries.isEmpty else { return }
      retries.add(
        LoopTimers.Entry(at: monotonicNow() + Self.retryPause, interval: nil) { [unowned self] in save() })
    }
  }

  /// Shows a file's entries, in its order. Those that the field refuses stay in the file.
  private func take(_ merged: [String], from file: DataFile) {
    let t = context.time
    chips.change(at: t) { $0.arrange(as: merged, time: t) }
    file.adopt(chips.field.tokens.map(\.label))
    for case .heightUpdated(let height) in chips.drainEvents() { grow(to: height) }
    context.setNeedsLayout()
  }
}
