package import ScrollCore

/// A crawl whose headlines can be edited where they stand. While one is, the crawl rests, and the headline has the view
/// to itself.
package final class EditableCrawlView: View {
  package let crawl: CrawlView
  private var drawing = TextFieldDrawing()
  private var typesetter: (any Typesetter)?
  private var session: Session?
  private var clicks = ClickCounter()
  /// Where the button went down that may begin editing.
  private var pressed: Point?
  private var shownCaret = Rect.zero

  /// A headline that is being edited.
  private struct Session {
    /// Nil for a new one.
    var id: Int?
    /// It was all that there was.
    let isAlone: Bool
    var editor: TextEditor
    /// Where the text begins, in window coordinates: far left of the view perhaps.
    var origin: Double
    /// In window coordinates, with what is covered of it.
    var field = Rect.zero
    var blink: CaretBlink
    var isFocused = true
    /// The button is held down on the text.
    var isSelecting = true
  }

  package init(_ crawl: CrawlView) {
    self.crawl = crawl
    // Where a click edits, it opens nothing.
    crawl.opensLinks = false
  }

  package var isEditing: Bool { session != nil }
  /// The text as it is being edited.
  package var editedText: String? { session?.editor.text }
  /// The headline that was edited last.
  private var lastID: Int?
  /// The text, as it is shown now, of the headline that was edited last; empty where it is gone.
  package var finishedText: String { lastID.flatMap(crawl.text(of:)) ?? "" }

  // MARK: - View

  package func naturalSize(in area: Size, scale: Double, with typesetter: any Typesetter) -> Size {
    crawl.naturalSize(in: area, scale: scale, with: typesetter)
  }

  package func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {
    let isResized = frame.inner != crawl.bounds
    self.typesetter = typesetter
    crawl.layout(in: frame, with: typesetter, at: t)
    if isResized { update() }
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    guard let session else {
      crawl.draw(into: &frame, at: t)
      return
    }
    drawing.draw(
      into: &frame, at: t, origin: session.field.origin, clip: session.field.intersection(crawl.bounds),
      blink: session.isFocused ? session.blink : nil)
  }

  // MARK: - Beginning and ending

  /// Stops the crawl and puts the caret into the text that is nearest to `point`, or into a new one where there are none. The
  /// text stays where it is, as far as there is room for it.
  package func begin(at point: Point, t: Seconds) {
    guard session == nil, let typesetter else { return }
    crawl.pause(at: t)
    let place = crawl.textPlace(nearestTo: point, at: t)
    let editor = TextEditor(place.flatMap { crawl.text(of: $0.id) } ?? "")
    let run = TextRun(editor.text, font: crawl.editingStyle.font, color: crawl.style.foreground)
    let index = place?.index ?? 0
    let origin = place?.x.map { $0 - typesetter.caret(in: run, at: index) } ?? textArea.minX
    session = Session(
      id: place?.id, isAlone: crawl.count <= 1, editor: editor, origin: origin,
      blink: CaretBlink(since: t))
    drawing.hide(left: max(0, textArea.minX - origin))
    change(at: t) { $0.select { $0.select(from: index, to: index) } }
  }

  /// Stops the crawl and puts the caret into the headline in the middle of the view, or into the one that is nearest to it.
  package func begin(at t: Seconds) { begin(at: Point(x: crawl.bounds.midX, y: crawl.bounds.midY), t: t) }

  /// Ends it: the crawl goes on, with the text as it is now or with the old one. Nothing happens where nothing is edited.
  package func endEditing(accepting: Bool, in context: ViewContext) {
    end(accepting: accepting, tellingReturn: false, in: context)
  }

  /// The events report the text as the crawl shows it then.
  private func end(accepting: Bool, tellingReturn: Bool, in context: ViewContext) {
    guard let session else { return }
    let t = context.time
    self.session = nil
    lastID = accepting ? accept(session, at: t) : session.id
    if tellingReturn { context.perform(.happened(.returned(finishedText))) }
    crawl.resume(at: t)
    if crawl.isFinished { crawl.start(at: t) }
    for action in [ViewAction.resetComposition, .returnFocus, .pointer(.standard)] { context.perform(action) }
    context.perform(.happened(.endedEditing(finishedText)))
    context.setNeedsDisplay()
  }

  /// Puts what was typed in the place of the headline, and returns its id.
  private func accept(_ session: Session, at t: Seconds) -> Int? {
    let text = session.editor.text
    guard text != session.editor.original else { return session.id }
    if let id = session.id, crawl.text(of: id) != nil {
      crawl.replace(id: id, with: text, at: t)
      return id
    }
    // Meanwhile a source has taken the old one away. One text stays one text.
    let isReplaced = session.isAlone && crawl.count <= 1
    return isReplaced ? crawl.replaceAll(with: [Headline(text)], at: t)[0] : crawl.append(Headline(text), at: t)
  }

  // MARK: - For the owner

  /// The texts of all headlines as they are shown: with what is typed.
  package var texts: [String] {
    guard let session else { return crawl.texts }
    var texts = crawl.texts
    if let id = session.id, let index = crawl.itemIDs.firstIndex(of: id) {
      texts[index] = session.editor.text
    } else {
      texts = (session.isAlone ? [] : texts) + [session.editor.text]
    }
    return texts
  }

  /// A headline's text as it is shown; nil where the headline is gone.
  package func text(of id: Int) -> String? {
    if let session, session.id == id { return session.editor.text }
    return crawl.text(of: id)
  }

  /// Puts one text in the place of all. What is edited then is that text, and Escape brings back what stood there when editing
  /// began.
  package func show(_ text: String, at t: Seconds) {
    if session == nil || crawl.count > 1 {
      lastID = crawl.replaceAll(with: [Headline(text)], at: t)[0]
      session?.id = lastID
    }
    change(at: t) { $0.rewrite(text) }
  }

  /// Puts another text in a headline's place, also while it is edited.
  package func replace(id: Int, with text: String, at t: Seconds) {
    if let session, session.id == id { return change(at: t) { $0.rewrite(text) } }
    crawl.replace(id: id, with: text, at: t)
  }

  // MARK: - Input

  package func handle(_ event: InputEvent, in context: ViewContext) -> Bool {
    let former = session?.editor.text
    guard former != nil ? edit(event, in: context) : begin(event, in: context) else {
      return crawl.handle(event, in: context)
    }
    if let text = session?.editor.text, let former, text != former { context.perform(.happened(.textEdited(text))) }
    if let text = session?.editor.text, former == nil {
      context.perform(.happened(.beganEditing(text)))
      // The pointer pauses the crawl no longer: editing does.
      crawl.letGo(at: context.time)
      crawl.pause(at: context.time)
    }
    showCaret(in: context)
    context.setNeedsDisplay()
    return true
  }

  /// A click on the text begins it. A press is the crawl's too, for it may become a drag.
  private func begin(_ event: InputEvent, in context: ViewContext) -> Bool {
    switch event {
    case .pressed(let point, 1, _): pressed = point
    case .released(let point, 1, _):
      guard let start = pressed, point.isNear(start) else { return false }
      pressed = nil
      _ = clicks.press(point, at: context.time)
      begin(at: point, t: context.time)
      session?.isSelecting = false
      context.perform(.takeFocus)
      context.perform(.pointer(.text))
      return true
    default: break
    }
    return false
  }

  /// While a headline is edited all events are about that, and Return and Escape end it.
  private func edit(_ event: InputEvent, in context: ViewContext) -> Bool {
    let t = context.time
    switch event {
    case .focused(let isFocused):
      session?.isFocused = isFocused
      session?.blink.since = t
    case .composing(let text, let caret): change(at: t) { $0.compose(text, caret: caret) }
    case .pasted(let text, _): change(at: t) { $0.paste(text) }
    case .keyPressed(let key, let text, let modifiers): press(key, text, modifiers, in: context)
    case .pressed(let point, 1, let modifiers):
      context.perform(.takeFocus)
      press(point, clicks: clicks.press(point, at: t), extending: modifiers.contains(.shift), at: t)
    case .pressed(let point, 2, _):
      press(point, clicks: 1, extending: false, at: t)
      context.perform(.takeFocus)
      context.perform(.paste(from: .primary))
    case .pointerMoved(let point): move(to: point, at: t)
    case .released(_, 1, _):
      session?.isSelecting = false
      if let line = session?.editor.line, !line.selection.isEmpty {
        context.perform(.copy(line.selectedText, to: .primary))
      }
    case .released(_, 2, _): session?.isSelecting = false
    default: break
    }
    return true
  }

  private func press(_ key: Key?, _ text: String, _ modifiers: InputEvent.Modifiers, in context: ViewContext) {
    switch KeyAction(key, text, modifiers) {
    case nil: return
    case .insert(let text): change(at: context.time) { $0.insert(text) }
    case .paste: context.perform(.paste(from: .clipboard))
    case .edit(let command): perform(command, in: context)
    }
  }

  /// Carries a key's command out; Return and Escape end editing.
  private func perform(_ command: EditCommand, in context: ViewContext) {
    guard let text = session?.editor.text, let typesetter else { return }
    let isMirrored = !text.isEmpty && typesetter.direction(of: text) == .rightToLeft
    var outcome = EditOutcome.ignored
    change(at: context.time) { outcome = $0.perform(isMirrored ? command.mirrored : command) }
    switch outcome {
    case .copied(let text): context.perform(.copy(text, to: .clipboard))
    case .submitted: end(accepting: true, tellingReturn: true, in: context)
    case .cancelled: endEditing(accepting: false, in: context)
    default: break
    }
  }

  private func showCaret(in context: ViewContext) {
    guard let field = session?.field else { return }
    let place = drawing.caretRect.offsetBy(dx: field.minX, dy: field.minY)
    guard place != shownCaret else { return }
    shownCaret = place
    context.perform(.caret(place))
  }

  /// The button goes down on the text; `clicks` counts presses in quick succession.
  private func press(_ point: Point, clicks: Int, extending: Bool, at t: Seconds) {
    guard let index = index(at: point) else { return }
    session?.isSelecting = true
    change(at: t) { $0.select { $0.select(at: index, clicks: clicks, extending: extending) } }
  }

  /// The pointer has moved; with the button down it selects.
  private func move(to point: Point, at t: Seconds) {
    guard session?.isSelecting == true, let index = index(at: point) else { return }
    change(at: t) { $0.select { $0.select(from: $0.anchor, to: index) } }
  }

  // MARK: - Help

  private func change(at t: Seconds, _ body: (inout TextEditor) -> Void) {
    guard var session else { return }
    body(&session.editor)
    session.blink.since = t
    self.session = session
    update()
  }

  private func update() {
    guard let typesetter, let line = session?.editor.line, let origin = session?.origin else { return }
    let style = crawl.editingStyle
    let width =
      line.shown.text.isEmpty ? 0 : typesetter.width(of: TextRun(line.shown.text, font: style.font, color: style.color))
    let field = field(from: origin, width: width + style.caretWidth)
    session?.field = field
    drawing.update(line, style: style, size: field.size, baseline: crawl.baseline, typesetter: typesetter)
  }

  /// From where the text begins to the right end, and from further left where it has no room there and half the view does not
  /// do.
  private func field(from start: Double, width: Double) -> Rect {
    let (outer, area) = (crawl.place.outer, textArea)
    let left = max(area.minX, min(start, max(outer.midX, area.maxX - width))).rounded(.down)
    return Rect(x: left, y: outer.minY, width: max(1, area.maxX - left), height: outer.height)
  }

  private var textArea: Rect {
    crawl.place.textArea(margin: min(crawl.style.crawl.inset, crawl.place.outer.width / 4))
  }

  private func index(at point: Point) -> Int? {
    guard let session, let typesetter else { return nil }
    return drawing.index(at: point.x - session.field.minX, typesetter: typesetter)
  }
}
