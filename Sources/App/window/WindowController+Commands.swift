internal import Base
internal import Render
internal import Scene
internal import ScrollCore
internal import X11

/// The commands of keys, buttons and the menu that only the window can perform.
extension WindowController {
  /// Performs a command that the views did not handle.
  func perform(_ command: UserCommand, at point: Point?) {
    switch command {
    case .quit: end(.quit)
    case .menu: openMenu(at: point)
    case .recent: openMenu(at: point, list: .recent)
    case .bringBack: openMenu(at: point, list: .bringBack)
    case .hide: hideUntilNews()
    case .doNotDisturb: toggleQuiet()
    case .feeds: openPanel("feeds", "window")
    case .headlines: openPanel("headlines")
    case .settings: openPanel(["settings"] + (events.server.map { [$0.name] } ?? []))
    case .leave: leaveKeyboard()
    default: break
    }
  }

  /// Opens the menu for the item at a point of the window, or for the one marked by the keyboard.
  ///
  /// - Parameter list: The title of a submenu to show at once.
  private func openMenu(at point: Point?, list: Word? = nil) {
    guard popups.menu == nil else { return }
    let view = views.view(at: point)
    let content =
      view.menu?.beginMenu(at: point, options.bindings, t: context.time) ?? Menu(options.bindings, views.words)
    let entries = withQuiet(content.entries)
    // Ignores an empty submenu.
    let list = list.map { views.words[$0] }
    let isListed = entries.contains { $0.title == list && $0.isEnabled }
    let anchor = point == nil || content.place != nil ? anchor(ofMark: content.place) : pointerAnchor
    open(entries, at: anchor, list: isListed ? list : nil, isForKeys: point == nil, for: view)
  }

  /// Opens a menu that a view offers, after the open one and earlier offers.
  func offer(_ texts: [OfferedText], for context: ViewContext) {
    guard !texts.isEmpty, let view = views.hosted.first(where: { $0.context === context }) else { return }
    let entries = texts.map { MenuEntry($0) }
    guard popups.menu == nil else { return popups.offers.append((entries, view)) }
    open(entries, at: pointerAnchor, isForKeys: false, for: view)
  }

  private func open(
    _ entries: [MenuEntry], at anchor: Rect, list: String? = nil, isForKeys: Bool, for view: HostedView
  ) {
    usedWindow.input.releasePointer()
    show(card: nil)
    do throws(Failure) {
      let popup = try PopupWindow(
        "menu", in: monitorFrame(of: anchor), at: anchor, style: popupStyle, grabs: true,
        menu: { style in
          let menu = MenuView(entries, style: style)
          menu.onChoice = { [unowned self] in chosen($0, in: view) }
          if let list { menu.open(list: list) }
          if isForKeys { menu.selectFirst() }
          return menu
        },
        onEnd: { [unowned self] in menuEnded($0, of: view) })
      popups.menu = popup
      appearing.presence.hold(.menu, true, at: context.time)
      loop.add(popup)
    } catch {
      view.menu?.endMenu(at: context.time)
      view.context.perform(.failed(error.description))
    }
    context.setNeedsDisplay()
  }

  /// Starts a window with controls by its command, in the view's colours.
  private func openPanel(_ words: String...) { openPanel(words) }

  private func openPanel(_ words: [String]) {
    do throws(Failure) { try PanelLaunch.start(words, theme: views.themeName) } catch {
      context.perform(.failed(error.description))
    }
  }

  func monitorFrame(of anchor: Rect) -> Rect {
    let middle = Point(x: anchor.midX, y: anchor.midY)
    return (window.display.monitors().first { $0.frame.contains(middle) } ?? positioner.placement.monitor).frame
  }

  /// Opens a card after a moment, or closes the open one.
  ///
  /// - Parameter time: When it closes by itself, in seconds.
  func show(card: HeadlineCard?, at due: Seconds? = nil, for time: Seconds = .infinity) {
    if let timer = popups.cardTimer { timers.remove(timer) }
    if let old = popups.card { loop.remove(old) }
    (popups.cardTimer, popups.card) = (nil, nil)
    guard let card, popups.menu == nil else { return }
    let anchor = card.place.map(anchor(ofMark:)) ?? pointerAnchor
    let due = due ?? monotonicNow() + Self.cardDelay
    let timer = LoopTimers.Entry(at: due, interval: nil) { [unowned self] in open(card, at: anchor, until: due + time) }
    popups.cardTimer = timer
    timers.add(timer)
  }

  private func open(_ card: HeadlineCard, at anchor: Rect, until end: Seconds) {
    popups.cardTimer = nil
    // A card is dispensable: without a connection it stays closed.
    let popup = try? PopupWindow(
      "card", .tooltip, in: monitorFrame(of: anchor), at: anchor, style: popupStyle, until: end,
      content: { CardView(card, style: $0) }, onEnd: { [unowned self] _ in popups.card = nil })
    popups.card = popup
    if let popup { loop.add(popup) }
    accessibility.noteChange()
  }

  /// Shows suggestions below a rectangle of the window, or closes them.
  func show(_ list: SuggestionList?, below place: Rect) {
    guard let list else {
      if let suggestions = popups.suggestions { loop.remove(suggestions) }
      popups.suggestions = nil
      return
    }
    if let suggestions = popups.suggestions { return suggestions.show(list) }
    let anchor = anchor(ofMark: place)
    do throws(Failure) {
      let popup = try PopupWindow(
        "suggestions", in: monitorFrame(of: anchor), at: anchor, style: suggestionStyle, grabs: false,
        menu: {
          let menu = MenuView([], style: $0)
          menu.show(list)
          return menu
        },
        onEnd: { [unowned self] in suggestionsEnded($0) })
      popups.suggestions = popup
      loop.add(popup)
    } catch {
      reportError(error.description)
    }
  }

  private func suggestionsEnded(_ outcome: MenuView.Outcome) {
    popups.suggestions = nil
    guard case .chosen(.suggestion(let text)) = outcome else { return }
    context.time = time
    handle(.suggestionChosen(text))
    performActions()
  }

  /// The anchor of a popup beside a place in the window that was used last; nil for all of it. On the root window.
  func anchor(ofMark mark: Rect?) -> Rect {
    let frame = usedWindow.frame
    let shown = mark.flatMap { if let usedMirror { usedMirror.place(of: $0) } else { $0 } }
    let place = shown ?? Rect(origin: .zero, size: frame.size)
    return Rect(x: frame.minX + max(0, place.minX), y: frame.minY, width: place.width, height: frame.height)
  }

  /// The pointer's place at the full height of a strip, so that the menu does not cover the item.
  private var pointerAnchor: Rect {
    let point = window.input.pointerPlace
    let frame = usedWindow.frame
    guard frame.contains(point), frame.height < frame.width / 8 else { return Rect(origin: point, size: .zero) }
    return Rect(x: point.x, y: frame.minY, width: 0, height: frame.height)
  }

  private func menuEnded(_ outcome: MenuView.Outcome, of view: HostedView) {
    popups.menu = nil
    context.time = time
    appearing.presence.hold(.menu, false, at: context.time)
    if case .chosen(let kind) = outcome { carryOut(kind, for: view.context) }
    view.menu?.endMenu(at: context.time)
    views.update(at: context.time)
    performActions()
    context.setNeedsDisplay()
    guard popups.menu == nil, !popups.offers.isEmpty else { return }
    let next = popups.offers.removeFirst()
    open(next.entries, at: pointerAnchor, isForKeys: false, for: next.view)
  }

  /// A choice that leaves the menu open.
  private func chosen(_ kind: MenuEntry.Kind, in view: HostedView) {
    context.time = time
    carryOut(kind, for: view.context)
    views.update(at: context.time)
    performActions()
    context.setNeedsDisplay()
  }

  private func carryOut(_ kind: MenuEntry.Kind, for view: ViewContext) {
    switch kind {
    case .command(let command):
      if !views.handle(.command(command, at: nil), in: context) { perform(command, at: nil) }
    case .topic(let action): view.perform(.topic(action))
    case .link(let link): view.perform(.open(link: link))
    case .copy(let text): view.perform(.copy(text, to: .clipboard))
    case .key(let trigger):
      if case .key(let key) = trigger.press { handle(.keyPressed(key, text: "", modifiers: trigger.modifiers)) }
    case .theme(let name):
      do throws(Failure) {
        try usage { () throws(ValueError) in try change(theme: name) }
        try keepTheme()
      } catch {
        view.perform(.failed(error.description))
      }
    case .suggestion(let text): view.perform(.chosen(text))
    case .list, .back, .separator: break
    }
  }

  // MARK: - The desktop

  /// Starts to follow the desktop's settings.
  func followDesktop() {
    desktop.open(in: loop)
    desktop.onChange = { [unowned self] in
      context.time = time
      views.follow(desktop.wishes)
      performActions()
      followMotion()
    }
    desktop.onQuiet = { [unowned self] in quietChanged() }
    followMotion()
    followQuiet()
  }

  var isMotionReduced: Bool {
    switch options.reducedMotion {
    case .auto: desktop.wishes.wantsReducedMotion
    case .on: true
    case .off: false
    }
  }

  /// Starts or stops the motion, as the user and the desktop want.
  func followMotion() {
    views.setMotion(isReduced: isMotionReduced, steps: options.steps, at: context.time)
    followWhen()
    context.setNeedsLayout()
  }
}

extension WindowController {
  /// In pixels, at 96 dots per inch.
  private static let popupFontSize = 14.0
  /// The time that the pointer rests on a headline before its card opens, in seconds.
  private static let cardDelay = 0.7

  /// Suggestions are not mirrored, like the fields they belong to.
  private func suggestionStyle(with typesetter: PangoTypesetter, scale: Double) -> MenuStyle {
    var style = popupStyle(with: typesetter, scale: scale)
    style.isMirrored = false
    return style
  }

  /// The style of menu and card, from the view's.
  func popupStyle(with typesetter: PangoTypesetter, scale: Double) -> MenuStyle {
    typesetter.textGamma = options.textGamma
    let theme = views.theme
    let family = typesetter.read(font: theme?.font ?? options.font.text).sizeless
    let font = FontSpec(
      family.isEmpty ? FontSpec.defaultFamily : family, size: Self.popupFontSize * scale, weight: 400, letterSpacing: 0,
      with: typesetter)
    var style = MenuStyle(
      font: font, foreground: theme?.textColor ?? options.foreground,
      background: theme?.background ?? options.background, scale: scale)
    style.isMirrored = views.words.isRightToLeft
    guard let theme else { return style }
    (style.faintColor, style.lineColor) = (theme.captionColor, theme.chipBorderColor)
    (style.selectedTextColor, style.selectedBackground) = (theme.chipSelectedTextColor, theme.chipSelectedBackground)
    return style
  }
}
