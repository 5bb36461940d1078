package import ScrollCore

/// A crawl whose headlines can be edited in place. During an edit the crawl rests, and the headline has the view to
/// itself.
package final class EditableCrawlView: SceneView {
  package let crawl: CrawlScene
  private var typesetter: (any Typesetter)?
  private var session: Session?
  private var clicks = ClickCounter()
  /// The place of a press that may start editing.
  private var pressed: Point?

  /// The headline being edited.
  private struct Session {
    /// Nil for a new one.
    var id: Int?
    /// Whether it was the only headline.
    let isAlone: Bool
    var line: TypedLine
    /// The start of the text in window coordinates, perhaps far left of the view.
    let origin: Double

    var text: String { line.editor.text }
  }

  package init(_ crawl: CrawlScene) {
    self.crawl = crawl
    // A click that edits does not open a link.
    crawl.opensLinks = false
  }

  package var isEditing: Bool { session != nil }
  /// The text being edited.
  package var editedText: String? { session?.text }
  /// The headline that was edited last.
  private var lastID: Int?
  /// The current text of the headline that was edited last; empty if it is gone.
  package var finishedText: String { lastID.flatMap(crawl.text(of:)) ?? "" }

  // MARK: - View

  package func naturalSize(in context: MeasureContext) -> Size {
    crawl.naturalSize(in: context)
  }

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    let typesetter = pass.typesetter
    let isResized = frame.inner != crawl.bounds
    self.typesetter = typesetter
    crawl.layout(in: frame, pass)
    if isResized { update() }
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    guard let session else {
      crawl.draw(into: &frame, at: t)
      return
    }
    session.line.draw(into: &frame, at: t, in: crawl.bounds)
  }

  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    guard let session else { return crawl.accessibleNode(at: t) }
    var entry = AccessibleNode(0, .entry, crawl.style.placeholder, at: crawl.bounds)
    entry.text = AccessibleNode.Text(session.line.editor.line)
    entry.states = [.focusable, .focused, .editable]
    return entry
  }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: borrowing EventContext) -> Bool
  {
    guard session != nil else { return crawl.perform(action, on: path, in: context) }
    guard case .write(let text) = action else { return false }
    change(at: context.time) { $0.select { $0.selectAll() } }
    return handle(.pasted(text, from: .clipboard), in: context)
  }

  // MARK: - Starting and ending

  /// Stops the crawl and starts editing the text nearest to `point`, or a new one if there is none. The text keeps its
  /// place if it has room there.
  package func begin(at point: Point, t: Seconds) {
    guard session == nil, let typesetter else { return }
    crawl.pause(at: t)
    let place = crawl.textPlace(nearestTo: point, at: t)
    var line = TypedLine(place.flatMap { crawl.text(of: $0.id) } ?? "", at: t)
    let run = TextRun(line.editor.text, font: crawl.editingStyle.font, color: crawl.style.textColor)
    let index = place?.index ?? 0
    let origin = place?.x.map { $0 - typesetter.caret(in: run, at: index) } ?? textArea.minX
    line.hide(left: max(0, textArea.minX - origin))
    session = Session(id: place?.id, isAlone: crawl.count <= 1, line: line, origin: origin)
    change(at: t) { $0.select { $0.select(from: index, to: index) } }
  }

  /// Stops the crawl and starts editing the headline nearest to the middle of the view.
  package func begin(at t: Seconds) { begin(at: Point(x: crawl.bounds.midX, y: crawl.bounds.midY), t: t) }

  /// Ends editing: the crawl resumes with the new text or the old one. Does nothing without an edit.
  package func endEditing(accepting: Bool, in context: borrowing EventContext) {
    end(accepting: accepting, tellingReturn: false, in: context)
  }

  /// The events report the text as the crawl shows it afterwards.
  private func end(accepting: Bool, tellingReturn: Bool, in context: borrowing EventContext) {
    guard let session else { return }
    let t = context.time
    self.session = nil
    lastID = accepting ? accept(session, at: t) : session.id
    if tellingReturn { context.perform(.happened(.returned(finishedText))) }
    crawl.resume(at: t)
    if crawl.isFinished { crawl.start(at: t) }
    for action in [WindowRequest.resetComposition, .returnFocus, .pointer(.standard)] { context.perform(action) }
    context.perform(.happened(.endedEditing(finishedText)))
    context.setNeedsDisplay()
  }

  /// Replaces the headline by the edited text. Returns its ID.
  private func accept(_ session: Session, at t: Seconds) -> Int? {
    let text = session.text
    guard text != session.line.editor.original else { return session.id }
    if let id = session.id, crawl.text(of: id) != nil {
      crawl.replace(id: id, with: text, at: t)
      return id
    }
    // A source has removed the old one meanwhile. A single text stays single.
    let isReplaced = session.isAlone && crawl.count <= 1
    return isReplaced ? crawl.replaceAll(with: [Headline(text)], at: t)[0] : crawl.append(Headline(text), at: t)
  }

  // MARK: - For the owner

  /// The displayed texts of all headlines, including the edited one.
  package var texts: [String] {
    guard let session else { return crawl.texts }
    var texts = crawl.texts
    if let id = session.id, let index = crawl.itemIDs.firstIndex(of: id) {
      texts[index] = session.text
    } else {
      texts = (session.isAlone ? [] : texts) + [session.text]
    }
    return texts
  }

  /// A headline's displayed text; nil if the headline is gone.
  package func text(of id: Int) -> String? {
    if let session, session.id == id { return session.text }
    return crawl.text(of: id)
  }

  /// Replaces all headlines by a text. An edit continues with that text, and Escape restores the one before the edit.
  package func show(_ text: String, at t: Seconds) {
    if session == nil || crawl.count > 1 {
      lastID = crawl.replaceAll(with: [Headline(text)], at: t)[0]
      session?.id = lastID
    }
    change(at: t) { $0.rewrite(text) }
  }

  /// Replaces a headline's text, also during its edit.
  package func replace(id: Int, with text: String, at t: Seconds) {
    if let session, session.id == id { return change(at: t) { $0.rewrite(text) } }
    crawl.replace(id: id, with: text, at: t)
  }

  // MARK: - Input

  package func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    let former = session?.text
    guard former != nil ? edit(event, in: context) : begin(event, in: context) else {
      return crawl.handle(event, in: context)
    }
    if let text = session?.text, let former, text != former { context.perform(.happened(.textEdited(text))) }
    if let text = session?.text, former == nil {
      context.perform(.happened(.beganEditing(text)))
      // Editing pauses the crawl instead of the pointer.
      crawl.letGo(in: context)
      crawl.pause(at: context.time)
    }
    session?.line.showCaret(in: context)
    context.setNeedsDisplay()
    return true
  }

  /// Starts editing after a click on the text. The crawl gets the press, too, as it may become a drag.
  private func begin(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    switch event {
    case .pressed(let point, 1, _): pressed = point
    case .released(let point, 1, _):
      guard let start = pressed, point.isNear(start) else { return false }
      pressed = nil
      _ = clicks.press(point, at: context.time)
      begin(at: point, t: context.time)
      context.perform(.takeFocus)
      context.perform(.pointer(.text))
      return true
    default: break
    }
    return false
  }

  /// Handles events during an edit; Return and Escape end it.
  private func edit(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    guard let typesetter else { return true }
    let outcome = session?.line.handle(event, clicks: &clicks, in: context, with: typesetter)
    update()
    if case .ended(let accepting) = outcome { end(accepting: accepting, tellingReturn: accepting, in: context) }
    return true
  }

  // MARK: - Details

  private func change(at t: Seconds, _ body: (inout TextEditor) -> Void) {
    session?.line.change(at: t, body)
    update()
  }

  private func update() {
    guard let typesetter, let session else { return }
    let (style, text) = (crawl.editingStyle, session.line.editor.line.shown.text)
    let width = text.isEmpty ? 0 : typesetter.width(of: TextRun(text, font: style.font, color: style.color))
    let field = field(from: session.origin, width: width + style.caretWidth)
    self.session?.line.layOut(in: field, style: style, baseline: crawl.baseline, with: typesetter)
  }

  /// The field from the start of the text to the right end. It starts further left if the text does not fit and half of
  /// the view is not enough.
  private func field(from start: Double, width: Double) -> Rect {
    let (outer, area) = (crawl.place.outer, textArea)
    let left = max(area.minX, min(start, max(outer.midX, area.maxX - width))).rounded(.down)
    return Rect(x: left, y: outer.minY, width: max(1, area.maxX - left), height: outer.height)
  }

  private var textArea: Rect {
    crawl.place.textArea(margin: min(crawl.style.crawl.inset, crawl.place.outer.width / 4))
  }
}
