package import ScrollCore

/// A text page by page, without motion: see `CreditsSteps`.
extension CreditsView {
  /// Switches between pages and scrolling.
  package func setStepping(_ isStepping: Bool, at t: Seconds) {
    guard isStepping != (steps != nil) else { return }
    steps = isStepping ? CreditsSteps(at: t, isHeld: pointer.holdText) : nil
    if !isStepping { hold(at: t) }
  }

  func holdStep(_ isHeld: Bool, at t: Seconds) {
    if !isHeld { steps?.goOn(at: t) } else if steps?.heldSince == nil { steps?.heldSince = t }
  }

  /// Draws the page of time `t`, and schedules the next change.
  func drawStep(into frame: inout Frame, with typesetter: any Typesetter, at t: Seconds) {
    guard var steps else { return }
    defer { self.steps = steps }
    beginPass(&steps, at: t)
    prepare(with: typesetter, at: t)
    var shown = shownPage(at: t)
    let isRunning = scroll.state == .running && !steps.isOver && steps.heldSince == nil
    if isRunning { turn(&steps, &shown, with: typesetter, to: t) }
    let end = steps.start + shown.time
    let leaves = isRunning && shown.next != nil
    let opacity = StepTiming.opacity(from: steps.start, until: leaves ? end : .infinity, at: t)
    let clip = shown.place.intersection(place.inner)
    if opacity > 0, !clip.isEmpty {
      let y = place.outer.minY + padding.top - scroll.offset(at: t)
      frame.add(Layer(content, clip: clip, origin: Point(x: place.outer.minX, y: y), opacity: opacity))
    }
    if opacity < 1 { return frame.change(at: t) }
    if steps.isOver, scroll.update(to: t) { frame.tell(.finished) }
    if steps.isOver { return frame.change(at: scroll.nextChange(at: t)) }
    steps.wantsMoreAt = isRunning && shown.next == nil && scroll.awaitsMore ? end : nil
    if isRunning, steps.wantsMoreAt == nil { frame.change(at: shown.next != nil ? end - StepTiming.fading : end) }
  }

  /// Starts the pass with its first line at the top, once the scroll has started to run.
  private func beginPass(_ steps: inout CreditsSteps, at t: Seconds) {
    guard scroll.state == .running, !scroll.isPaused else { return }
    let offset = scroll.offset(at: t)
    // At its end it rests until its next pass.
    if steps.isOver, offset >= scroll.end { return }
    scroll.pause(at: t)
    let first = steps.isOver ? 0 : max(0, offset)
    scroll.scroll(by: first - offset, at: t)
    steps.stand(at: t)
  }

  /// Turns to the page of time `t`; after the last one the pass is over.
  private func turn(
    _ steps: inout CreditsSteps, _ shown: inout ShownPage, with typesetter: any Typesetter, to t: Seconds
  ) {
    for count in 1... {
      let end = steps.start + shown.time
      guard t >= end else { return }
      guard let next = shown.next else { break }
      scroll.scroll(by: next - scroll.offset(at: t), at: t)
      steps.stand(at: count < CreditsSteps.most ? end : t)
      prepare(with: typesetter, at: t)
      shown = shownPage(at: t)
    }
    guard !scroll.awaitsMore else { return }
    scroll.scroll(by: .greatestFiniteMagnitude, at: t)
    scroll.resume(at: t)
    steps.isOver = true
  }

  // MARK: - Pages

  private struct ShownPage {
    /// The area of its whole lines, in the window.
    var place: Rect
    /// How long it is shown, including its fades.
    var time: Seconds
    /// The offset of the next page; nil at the end of the text.
    var next: Double?
  }

  /// The lines visible at the current offset that are neither cut nor faded.
  private func shownPage(at t: Seconds) -> ShownPage {
    let offset = scroll.offset(at: t)
    let bottom = offset + max(1, place.outer.height - padding.top - padding.bottom)
    var (start, end, count, next): (Double?, Double, Int, Double?) = (nil, offset, 0, nil)
    for paragraph in page.paragraphs {
      for line in paragraph.lines where paragraph.y + line.top >= offset - 0.5 {
        let top = paragraph.y + line.top
        // A line higher than the view is cut.
        guard top + line.height <= bottom + 0.5 || top <= offset + 0.5 else {
          next = next ?? top
          break
        }
        (start, end) = (start ?? top, max(end, top + line.height))
        count += line.run.text.count
      }
      if next != nil { break }
    }
    let (outer, above) = (place.outer, (start ?? offset) - offset)
    let lines = Rect(
      x: outer.minX, y: (outer.minY + padding.top + above).rounded(), width: outer.width,
      height: (end - offset - above).rounded(.up))
    // The end of the text fills the last page.
    let last = max(0, scroll.end)
    return ShownPage(
      place: lines, time: StepTiming.time(forCharacters: count), next: offset < last ? next.map { min($0, last) } : nil)
  }
}
