import Newsreel
import NewsreelSources
import NewsreelTesting
import ScrollCore

/// What a program can call, each with anything.
extension RandomProgram {
  typealias Call = (String, @Sendable (RandomProgram) -> Void)

  static let viewCalls: [Call] = [
    ("border", { $0.view.border = $0.borderValue }),
    ("border.width", { $0.view.border.width = $0.number }),
    ("padding", { $0.view.padding = $0.flag ? $0.insets : 6 }),
    ("background", { $0.view.background = $0.flag ? nil : $0.color }), ("opacity", { $0.view.opacity = $0.number }),
    ("width", { $0.view.width = $0.flag ? nil : $0.number }),
    ("height", { $0.view.height = $0.flag ? nil : $0.number }),
    ("minWidth", { $0.view.minWidth = $0.number }), ("minHeight", { $0.view.minHeight = $0.number }),
    ("growPriority", { $0.view.growPriority = $0.flag ? nil : $0.whole }),
    ("shrinkPriority", { $0.view.shrinkPriority = $0.whole }),
    ("naturalSize", { _ = $0.view.naturalSize(width: $0.flag ? nil : $0.number) }),
    ("isHidden", { $0.view.isHidden = $0.oneIn(4) }),
    ("subviews", { _ = $0.view.subviews.count }),
    ("frame", { _ = $0.view.frame.width + Double($0.view.subviews.count) }),
    (
      "addSubview",
      { p in
        let view = p.view
        p.parent(for: view).addSubview(view)
      }
    ),
    (
      "insertSubview",
      { p in
        let view = p.view
        p.parent(for: view).insertSubview(view, at: p.whole)
      }
    ),
    ("superview", { p in p.view.superview.map { $0.setNeedsLayout() } }),
    ("window", { _ = $0.view.window?.id }), ("clickPoint", { _ = $0.view.clickPoint }),
    ("removeFromSuperview", { if $0.oneIn(3) { $0.view.removeFromSuperview() } }),
    (
      "place",
      { p in
        p.view.place(p.pick(Placement.allCases), of: p.flag ? nil : p.view, dx: p.number, dy: p.number)
      }
    ),
    ("beginEditing", { $0.view.beginEditing() }),
    ("endEditing", { $0.view.endEditing(accepting: $0.flag) }),
    ("set", { p in try? p.view.set(p.pick(p.names + [p.text]), to: p.text) }),
    ("value", { p in _ = p.view.value(of: p.pick(p.names + [p.text])) }),
    ("setNeedsDisplay", { $0.view.setNeedsDisplay() }),
    ("setNeedsLayout", { $0.view.setNeedsLayout() }),
    ("now", { _ = $0.view.now }),
    ("measure", { p in _ = p.view.measure(Text(p.text, font: p.font, size: p.number)) }),
    ("copy", { $0.view.copy($0.text) }),
    ("paste", { $0.view.paste() }),
    (
      "animate",
      { p in
        let view = p.view
        let duration = p.flag ? p.number : 0.3
        view.animate(
          { [unowned p, weak view] progress in
            view?.border.width = 9 * progress
            p.callBack()
          }, duration: duration, curve: p.pick([.linear, .easeIn, .easeOut, .easeInOut]))
      }
    ),
    ("stopAnimations", { $0.view.stopAnimations() }),
    ("progress", { _ = Curve.easeInOut.progress(at: $0.number) }),
    ("onInvalidValue", { $0.view.onInvalidValue = nil }),
    ("onClick", { p in p.view.onClick = { [unowned p] in p.callBack() } }),
    ("onFinish", { p in p.view.onFinish = { [unowned p] in p.callBack() } }),
    // What is for subclasses can be called by anybody.
    ("sizeThatFits", { _ = $0.view.sizeThatFits($0.size) }),
    ("layout", { $0.view.layout(in: $0.size) }),
    ("contains", { _ = $0.view.contains($0.point) }),
    ("handle", { _ = $0.view.handle(.scrolled($0.point, dx: $0.number, dy: $0.number)) }),
    ("acceptsKeyboard", { _ = $0.view.acceptsKeyboard }),
    ("accessibilityLabel", { _ = $0.view.accessibilityLabel }),
  ]

  /// Names of properties, some of which the view has.
  var names: [String] {
    ["text", "font-size", "scrollTime", "border-width", "duration", "tokenHeight", "label", "image", "", "no-such"]
  }

  /// Any properties of a style at once, or one after the other.
  private func restyle<Style>(_ view: StyledView<Style>) {
    var style = view.style
    for _ in 0...(flag ? 0 : 4) {
      let property = pick(Style.properties)
      let value: PropertyValue =
        switch property.kind {
        case .number: .number(number)
        case .integer: .integer(whole)
        default: flag ? property.value(of: style) : .text(text)
        }
      if flag { try? view.set(property.name, to: value.text) }
      property.put(value, in: &style)
    }
    if flag { view.style = style } else { try? view.setStyle(style) }
  }

  static let styleCalls: [Call] = [
    ("style", { $0.restyle($0.pick($0.crawls)) }), ("style", { $0.restyle($0.pick($0.scrolls)) }),
    ("setStyle", { $0.restyle($0.pick($0.counters)) }), ("style", { $0.restyle($0.pick($0.badges)) }),
    ("style", { $0.restyle($0.pick($0.fields)) }), ("style", { $0.restyle($0.pick($0.strips)) }),
    ("subscript", { $0.pick($0.crawls).scrollSpeed = $0.number }),
    ("subscript", { $0.pick($0.counters).minLength = $0.whole }),
    ("subscript", { $0.pick($0.strips).scrollTime = $0.number }),
    ("subscript", { $0.pick($0.scrolls).delayAtStart = $0.number }),
    ("isEditable", { $0.pick($0.crawls).isEditable = $0.flag }),
    ("isEditable", { $0.pick($0.badges).isEditable = $0.flag }),
    ("onBeginEditing", { p in p.pick(p.crawls).onBeginEditing = { [unowned p] _ in p.callBack() } }),
    ("onEdit", { p in p.pick(p.crawls).onEdit = { [unowned p] _ in p.callBack() } }),
    ("onReturn", { p in p.pick(p.badges).onReturn = { [unowned p] _ in p.callBack() } }),
    ("onEndEditing", { p in p.pick(p.badges).onEndEditing = { [unowned p] _ in p.callBack() } }),
  ]

  private var item: Int { flag ? whole : Int.random(in: -3...12, using: &random) }

  static let crawlCalls: [Call] = [
    ("text", { $0.pick($0.crawls).text = $0.text }), ("start", { $0.pick($0.crawls).start() }),
    ("stop", { $0.pick($0.crawls).stop() }), ("pause", { $0.pick($0.crawls).pause() }),
    ("resume", { $0.pick($0.crawls).resume() }), ("isScrolling", { _ = $0.pick($0.crawls).isScrolling }),
    ("count", { _ = $0.pick($0.crawls).count }),
    (
      "append",
      { p in
        let (link, topic) = (p.flag ? p.text : nil, p.flag ? p.text : nil)
        _ = p.pick(p.crawls + p.strips.map(\.crawl)).append(p.text, link: link, topic: topic, isUrgent: p.flag)
      }
    ),
    (
      "item",
      { p in p.pick(p.crawls).item(p.item).map { _ = "\($0.id) \($0.text) \($0.link ?? "") \($0.topic ?? "")" } }
    ),
    ("replace", { $0.pick($0.crawls).replace($0.item, with: $0.text) }),
    ("remove", { $0.pick($0.crawls + $0.strips.map(\.crawl)).remove($0.item) }),
    ("removeAll", { $0.pick($0.crawls + $0.strips.map(\.crawl)).removeAll(about: $0.text) }),
    (
      "setLiveNumber",
      { p in _ = p.pick(p.crawls).setLiveNumber(p.pick(["a", "b", p.text]), to: DecimalNumber(p.text) ?? "no") }
    ),
    ("markup", { p in p.pick(p.crawls + p.strips.map(\.crawl)).markup = p.pick([.none, .lemonbar, .dzen2]) }),
    ("markupFont", { p in p.pick(p.crawls).markupFont = p.text }),
    ("markupAlign", { p in p.pick(p.strips).markupAlign = p.pick([.left, .center, .right]) }),
    ("onItemShown", { p in p.pick(p.crawls).onItemShown = { [unowned p] _ in p.callBack() } }),
    ("onItemClick", { p in p.pick(p.crawls).onItemClick = { [unowned p] _ in p.callBack() } }),
    ("crawl", { $0.pick($0.strips).crawl.start() }),
    ("onTopicSwitched", { p in p.pick(p.strips).onTopicSwitched = { [unowned p] _, _ in p.callBack() } }),
  ]

  static let otherCalls: [Call] = [
    ("text", { $0.pick($0.scrolls).text = $0.text }),
    ("start", { $0.pick($0.scrolls).start(speed: $0.flag ? nil : $0.number) }),
    ("start", { $0.pick($0.scrolls).start(duration: $0.number) }), ("stop", { $0.pick($0.scrolls).stop() }),
    ("isScrolling", { _ = $0.pick($0.scrolls).isScrolling }), ("offset", { _ = $0.pick($0.scrolls).offset }),
    ("scroll", { $0.pick($0.scrolls).scroll(by: $0.number) }),
    ("number", { p in p.pick(p.counters).number = p.flag ? nil : DecimalNumber(p.whole) }),
    ("setNumber", { $0.pick($0.counters).setNumber($0.whole, animated: $0.flag) }),
    ("setNumber", { $0.pick($0.counters).setNumber($0.number, animated: $0.flag) }),
    ("setNumber", { $0.pick($0.counters).setNumber(DecimalNumber(stringLiteral: $0.text), animated: $0.flag) }),
    ("number", { $0.pick($0.counters).number += $0.number }), ("number", { $0.pick($0.counters).number -= $0.whole }),
    ("background", { $0.pick($0.counters).background = $0.color }),
    ("textColor", { $0.pick($0.crawls).textColor = $0.color }),
    ("textColor", { $0.pick($0.scrolls).textColor = $0.color }),
    ("showsTrendColor", { $0.pick($0.counters).showsTrendColor = $0.flag }),
    ("showsTrendMark", { $0.pick($0.counters).showsTrendMark = $0.flag }),
    ("text", { $0.pick($0.badges).text = $0.text }),
    ("setLiveNumber", { p in _ = p.pick(p.crawls).setLiveNumber(p.pick(["a", p.text]), to: DecimalNumber(p.whole)) }),
    ("isTextFittingInView", { _ = $0.pick($0.crawls).isTextFittingInView }),
    ("set", { p in p.pick(p.counters).setNumber(DecimalNumber(p.text), animated: p.flag) }),
    ("text", { _ = $0.pick($0.counters).text }), ("startAnimation", { $0.pick($0.counters).startAnimation() }),
    ("stopAnimation", { $0.pick($0.counters).stopAnimation() }), ("reload", { $0.pick($0.counters).reload() }),
    ("isAnimating", { _ = $0.pick($0.counters).isAnimating }),
    ("items", { p in p.pick(p.fields).items = (0..<p.pick([0, 1, 9])).map { _ in p.text } }),
    ("append", { p in _ = p.pick(p.fields).append(contentsOf: [p.text, p.text]) }),
    ("insert", { p in _ = p.pick(p.fields).insert(p.text, at: p.whole) }),
    ("maxItems", { p in p.pick(p.fields).maxItems = p.pick([nil, -1, 0, 3, .max]) }),
    ("canUndo", { _ = $0.pick($0.fields).canUndo }), ("canRedo", { _ = $0.pick($0.fields).canRedo }),
    ("undo", { $0.pick($0.fields).undo() }), ("redo", { $0.pick($0.fields).redo() }),
    ("dataSourceOwnsItems", { $0.pick($0.fields).dataSourceOwnsItems = $0.flag }),
    ("remove", { p in p.pick(p.fields).remove(at: [p.whole, p.whole, 0]) }),
    ("selectedIndices", { p in _ = p.pick(p.fields).selectedIndices }),
    ("text", { _ = $0.pick($0.fields).text }), ("text", { p in p.pick(p.fields).text = p.text }),
    ("suggestions", { p in p.pick(p.fields).suggestions = [p.text, p.text] }),
    ("contentHeight", { _ = $0.pick($0.fields).contentHeight }),
    ("reloadData", { $0.pick($0.fields).reloadData() }),
    ("delegate", { if $0.oneIn(9) { $0.pick($0.fields).delegate = TokenFieldDelegate() } }),
    ("dataSource", { if $0.oneIn(9) { $0.pick($0.fields).dataSource = nil } }),
    ("contentSize", { _ = $0.pick($0.scrolls).contentSize }),
    ("offset", { $0.pick($0.scrolls).offset = $0.number }),

    ("font", { $0.pick($0.badges).font = $0.font }), ("font", { $0.pick($0.crawls).font = $0.font }),
    ("spacing", { $0.pick($0.stacks).spacing = $0.number }),
    ("alignment", { $0.pick($0.stacks).alignment = $0.pick([.left, .top, .center, .bottom, .right, .fill]) }),
    ("changes", { _ = $0.pick($0.fields).changes }), ("events", { _ = $0.pick($0.crawls).events }),
    ("onSourceEvent", { p in p.pick(p.crawls).onSourceEvent = { [unowned p] _ in p.callBack() } }),
    ("sources", { p in if p.oneIn(3) { p.pick(p.crawls).sources = p.flag ? [] : [p.source, p.source] } }),
    ("sources", { p in if p.oneIn(3) { p.pick(p.counters).sources.append(p.source) } }),
    ("sources", { p in if p.oneIn(3) { p.pick(p.scrolls).sources = [p.source] } }),
    ("sources", { p in if p.oneIn(3) { p.pick(p.fields).sources = [p.source] } }),
    ("feeds", { p in if p.oneIn(5) { p.pick(p.strips).feeds = p.flag ? [] : [p.text] } }),
    (
      "every",
      { p in
        let timer = Timer.every(p.flag ? 0.01 : p.number) { [weak p] in p?.callBack() }
        p.timers.append(timer)
      }
    ),
    ("after", { p in Timer.after(p.flag ? 0.01 : p.number) { [weak p] in p?.callBack() } }),
    ("cancel", { p in if let timer = p.timers.popLast() { timer.cancel() } }),
    ("onRemove", { p in p.pick(p.fields).onRemove = { [unowned p] _, _ in p.callBack() } }),
  ]

  /// Insets of any numbers.
  private var insets: Insets { Insets(top: number, right: number, bottom: number, left: number) }

  static let plainCalls: [Call] = [
    ("text", { $0.pick($0.labels).text = $0.text }), ("font", { $0.pick($0.labels).font = $0.font }),
    ("fontSize", { $0.pick($0.labels).fontSize = $0.number }),
    ("textColor", { $0.pick($0.labels).textColor = $0.color }),
    ("alignment", { $0.pick($0.labels).alignment = $0.pick([.left, .center, .right]) }),
    ("maxLines", { $0.pick($0.labels).maxLines = $0.flag ? nil : $0.whole }),
    ("title", { $0.pick($0.buttons).title = $0.text }), ("isEnabled", { $0.pick($0.buttons).isEnabled = $0.flag }),
    ("isPressed", { _ = $0.pick($0.buttons).isPressed }), ("fontSize", { $0.pick($0.buttons).fontSize = $0.number }),
    ("font", { $0.pick($0.buttons).font = $0.font }),
    ("tintColor", { $0.pick($0.buttons).tintColor = $0.color }),
    ("textColor", { $0.pick($0.buttons).textColor = $0.color }),
    ("content", { $0.pick($0.scrollViews).content.setNeedsLayout() }),
    ("contentOffset", { $0.pick($0.scrollViews).contentOffset = $0.point }),
    ("contentOffset", { _ = $0.pick($0.scrollViews).contentOffset }),
    ("contentSize", { _ = $0.pick($0.scrollViews).contentSize }),
    ("autoScrollSpeed", { $0.pick($0.scrollViews).autoScrollSpeed = $0.number }),
    ("autoScrollSpeed", { _ = $0.pick($0.scrollViews).autoScrollSpeed }),
    ("isScrolling", { _ = $0.pick($0.scrollViews).isScrolling }),
    ("scroll", { $0.pick($0.scrollViews).scroll(by: $0.number) }),
  ]

  /// What the user does meanwhile, and time that passes.
  static let handCalls: [Call] = [
    ("click", { $0.harness?.click($0.place, button: $0.pick([1, 1, 1, 2, 3, 8])) }),
    ("press", { $0.harness?.press(at: $0.place) }), ("release", { $0.harness?.release(at: $0.place) }),
    ("move", { $0.harness?.move(to: $0.place) }), ("leave", { $0.harness?.leave() }),
    ("drag", { $0.harness?.drag(from: $0.place, to: $0.place) }),
    ("scroll", { $0.harness?.scroll(at: $0.place, dx: $0.pick([0, 1, -2]), dy: $0.pick([0, 3, -1])) }),
    (
      "press",
      { p in
        p.harness?.press(
          p.pick([.left, .right, .home, .end, .backspace, .delete, .enter, .escape, .tab, .up, .down, .character("a")]),
          p.pick([[], .shift, .control, [.shift, .control], .alt]))
      }
    ),
    ("type", { $0.harness?.type($0.pick(["a", "word", "12.5", "é", " ", ","])) }),
    ("advance", { $0.harness?.advance(by: $0.pick([0.001, 0.1, 0.1, 1, .nan, -1])) }),
    ("advance", { $0.harness?.advance(by: $0.pick([0.02, 0.3])) }),
    ("picture", { p in if p.oneIn(8) { _ = try? p.harness?.picture() } }),
    ("nextChange", { _ = $0.harness?.nextChange }),
  ]

  /// What is done to a window on the screen.
  static let windowCalls: [Call] = [
    ("serve", { $0.window?.serve() }), ("run", { $0.window?.run(for: 0.005) }),
    ("run", { $0.window?.run(for: $0.pick([0, -1, .nan, -.infinity])) }),
    ("background", { $0.window?.background = $0.color }), ("border", { $0.window?.border = $0.borderValue }),
    ("border", { _ = $0.window?.border.width }),
    (
      "place",
      { p in
        let sizes: [Double?] = [nil, nil, 100, 300, p.number]
        let offset = p.flag ? .zero : p.point
        try? p.window?.place(
          p.pick(Placement.allCases), width: p.pick(sizes), height: p.pick(sizes), offset: offset,
          monitor: p.pick([.primary, .primary, .number(0), .named(p.text)]))
      }
    ),
    (
      "resize",
      { p in
        let (width, height): (Double?, Double?) = (p.flag ? nil : p.number, p.flag ? nil : p.number)
        try? p.window?.resize(width: width, height: height)
      }
    ),
    ("title", { $0.window?.title = $0.text }), ("setTitle", { $0.window?.setTitle($0.text) }),
    ("minimumSize", { $0.window?.minimumSize = $0.flag ? nil : $0.size }),
    ("opacity", { $0.window?.opacity = $0.number }), ("isClickThrough", { $0.window?.isClickThrough = $0.oneIn(3) }),
    (
      "icon",
      { p in
        guard p.oneIn(4) else { return }
        let picture: Picture? = try? Window.render(BadgeView(p.text), size: p.size)
        p.window?.icon = picture
      }
    ),
    ("beside", { if $0.oneIn(3) { $0.openOther() } }),
    ("onKey", { p in p.window?.onKey = p.flag ? nil : { [unowned p] _, _ in p.window?.title = p.text } }),
    ("shouldClose", { p in p.window?.shouldClose = { [unowned p] in p.flag } }),
    ("windows", { _ in _ = Application.windows.count }), ("run", { Application.run(for: $0.pick([0, 0.002, .nan])) }),
    ("quit", { if $0.oneIn(9) { Application.quit() } }),
    ("id", { _ = $0.window?.id }), ("monitor", { _ = $0.window?.monitor }), ("frame", { _ = $0.window?.frame }),
    ("isOpen", { _ = $0.window?.isOpen }), ("nextDeadline", { _ = $0.window?.nextDeadline }),
    ("fileDescriptor", { _ = $0.window?.fileDescriptor }), ("close", { if $0.oneIn(4) { $0.window?.close() } }),
    ("onClose", { $0.window?.onClose = nil }), ("onInvalidValue", { $0.window?.onInvalidValue = nil }),
    ("onDeadlineChange", { $0.window?.onDeadlineChange = nil }),
  ]
}
