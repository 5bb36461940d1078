internal import Accessibility
package import Base
package import Render
package import Scene
package import ScrollCore
internal import X11

/// The popups beside a window: its menu, a card, a problem, and suggestions for a text field.
package final class WindowPopups {
  private unowned let window: ViewWindow
  private(set) var menu: PopupWindow<MenuView>?
  private(set) var card: PopupWindow<CardView>?
  /// Opens a card in a moment.
  private var cardTimer: LoopTimers.Entry?
  private var problem: PopupWindow<CardView>?
  private var problemText: String?
  private(set) var suggestions: PopupWindow<MenuView>?

  /// In pixels, at 96 dots per inch.
  private static let fontSize = 14.0
  /// The time that the pointer rests on a headline before its card opens, in seconds.
  private static let cardDelay = 0.7
  /// How long a failure is shown, in seconds.
  private static let failureTime = 8.0

  init(of window: ViewWindow) { self.window = window }

  package var isMenuOpen: Bool { menu != nil }

  private var loop: RunLoop { window.loop }

  /// Closes all of them.
  func closeAll() {
    show(card: nil)
    show(problem: nil)
    for popup in [menu, suggestions].compactMap(\.self) { loop.remove(popup) }
    (menu, suggestions) = (nil, nil)
  }

  // MARK: - The menu

  /// Opens a menu beside a place on the root window.
  ///
  /// - Parameters:
  ///   - list: The title of a submenu to show at once.
  ///   - isForKeys: Whether its first entry is marked.
  ///   - onChoice: Called with a choice that leaves the menu open.
  ///   - onEnd: Called when it has closed.
  package func openMenu(
    _ entries: [MenuEntry], at anchor: Rect, list: String?, isForKeys: Bool,
    onChoice: @escaping (MenuEntry.Kind) -> Void, onEnd: @escaping (MenuView.Outcome) -> Void
  ) throws(Failure) {
    window.usedWindow.input.releasePointer()
    show(card: nil)
    let popup = try PopupWindow(
      "menu", in: window.monitorFrame(of: anchor), at: anchor, style: style, grabs: true,
      menu: { style in
        let menu = MenuView(entries, style: style)
        menu.onChoice = onChoice
        if let list { menu.open(list: list) }
        if isForKeys { menu.selectFirst() }
        return menu
      },
      onEnd: { [unowned self] outcome in
        menu = nil
        window.context.time = window.time
        window.presence.hold(.menu, false)
        onEnd(outcome)
      })
    menu = popup
    window.presence.hold(.menu, true)
    loop.add(popup)
  }

  // MARK: - Cards

  /// Opens a card after a moment, or closes the open one.
  func show(card: HeadlineCard?) { show(card: card, at: nil, for: .infinity) }

  /// Says for a while that something failed.
  package func show(failure reason: String) {
    var card = HeadlineCard(title: reason)
    card.isFailure = true
    show(card: card, at: monotonicNow(), for: Self.failureTime)
  }

  /// - Parameter time: When it closes by itself, in seconds.
  private func show(card: HeadlineCard?, at due: Seconds?, for time: Seconds) {
    if let timer = cardTimer { window.timers.remove(timer) }
    if let old = self.card { loop.remove(old) }
    (cardTimer, self.card) = (nil, nil)
    guard let card, menu == nil else { return }
    let anchor = card.place.map(window.anchor(ofMark:)) ?? window.pointerAnchor
    let due = due ?? monotonicNow() + Self.cardDelay
    let timer = LoopTimers.Entry(at: due, interval: nil) { [unowned self] in
      cardTimer = nil
      self.card = open(card, "card", at: anchor, until: due + time) { [unowned self] in self.card = nil }
    }
    cardTimer = timer
    window.timers.add(timer)
  }

  /// Shows what is wrong, until that ends; nil for nothing.
  package func show(problem text: String?) {
    guard text != problemText else { return }
    if let problem { loop.remove(problem) }
    (problem, problemText) = (nil, text)
    guard let text else { return }
    var card = HeadlineCard(title: text)
    card.isFailure = true
    problem = open(card, "problem", at: window.anchor(ofMark: nil), until: .infinity) { [unowned self] in problem = nil
    }
  }

  /// A card is dispensable: without a connection it stays closed.
  private func open(
    _ card: HeadlineCard, _ role: String, at anchor: Rect, until end: Seconds, onEnd: @escaping () -> Void
  ) -> PopupWindow<CardView>? {
    // Without it a text stays unread for as long as the server refuses windows; nothing depends on a card.
    let popup = try? PopupWindow(
      role, .tooltip, in: window.monitorFrame(of: anchor), at: anchor, style: style, until: end,
      content: { CardView(card, style: $0) }, onEnd: { _ in onEnd() })
    if let popup { loop.add(popup) }
    window.accessibility.noteChange()
    return popup
  }

  // MARK: - Suggestions

  /// Shows suggestions below a rectangle of the window, or closes them.
  func show(_ list: SuggestionList?, below place: Rect) {
    guard let list else {
      if let suggestions { loop.remove(suggestions) }
      suggestions = nil
      return
    }
    if let suggestions { return suggestions.show(list) }
    let anchor = window.anchor(ofMark: place)
    do throws(Failure) {
      let popup = try PopupWindow(
        "suggestions", in: window.monitorFrame(of: anchor), at: anchor, style: suggestionStyle, grabs: false,
        menu: {
          let menu = MenuView([], style: $0)
          menu.show(list)
          return menu
        },
        onEnd: { [unowned self] outcome in
          suggestions = nil
          if case .chosen(.suggestion(let text)) = outcome { window.receive(.suggestionChosen(text)) }
        })
      suggestions = popup
      loop.add(popup)
    } catch {
      reportError(error.description)
    }
  }

  // MARK: - Their style

  /// Suggestions are not mirrored, like the fields they belong to.
  private func suggestionStyle(with typesetter: PangoTypesetter, scale: Double) -> MenuStyle {
    var style = style(with: typesetter, scale: scale)
    style.isMirrored = false
    return style
  }

  /// The style of menu and card, from the view's.
  private func style(with typesetter: PangoTypesetter, scale: Double) -> MenuStyle {
    let (options, theme) = (window.options, window.content.theme)
    typesetter.textGamma = options.textGamma
    let font = FontSpec.ofControls(
      theme?.font ?? options.font.text, size: Self.fontSize * scale, with: typesetter)
    var style = MenuStyle(
      font: font, foreground: theme?.textColor ?? options.foreground,
      background: theme?.background ?? options.background, scale: scale)
    style.isMirrored = window.content.words.isRightToLeft
    guard let theme else { return style }
    (style.faintColor, style.lineColor) = (theme.captionColor, theme.chipBorderColor)
    (style.selectedTextColor, style.selectedBackground) = (theme.chipSelectedTextColor, theme.chipSelectedBackground)
    return style
  }
}

extension FontSpec {
  /// The font of menus, cards and controls: the family of a font as users write it, or the default one, in another size and without
  /// the rest.
  package static func ofControls(_ font: String, size: Double, with typesetter: PangoTypesetter) -> FontSpec {
    let family = typesetter.read(font: font).sizeless
    return FontSpec(
      family.isEmpty ? defaultFamily : family, size: size, weight: 400, letterSpacing: 0, with: typesetter)
  }
}
