internal import Base
internal import Newsroom
internal import Scene
internal import ScrollCore

/// A strip's chips of topics, and its commands over the socket, except those about headlines.
extension StripController {
  /// Shows the topics of these feeds as chips.
  func show(_ desk: NewsDesk) {
    desk.change { $0.allowsTakeover = strip.style.allowsTakeover }
    desk.onTopics = { [unowned self] in setChips($0, at: $1) }
    strip.hint = { [unowned desk] in desk.texts.description(ofTopic: $0) }
    strip.card = { [unowned desk] in desk.texts.card(of: $0) }
  }

  private func setChips(_ tokens: [Token], at t: Seconds) {
    strip.setTopics(tokens, at: t)
    strip.notice = headlines.desk?.texts.notice
  }

  /// A chip has its own menu; the strip's menu opens beside the label if it was opened there.
  func beginMenu(at point: Point?, _ bindings: Bindings, t: Seconds) -> Menu {
    if let point, let label = strip.parts.label, label.contains(point) {
      return Menu(headlineMenu(at: point, bindings, t: t).entries, at: label)
    }
    guard let desk = headlines.desk, let chip = strip.topic(at: point, t: t) else {
      return headlineMenu(at: point, bindings, t: t)
    }
    return Menu(
      ChipMenu(desk: desk, bindings: bindings).entries(ofChip: chip), at: strip.chips.place(ofTag: chip, at: t))
  }

  // MARK: - Control

  func perform(_ request: ControlRequest, in context: ViewContext) throws(Failure) -> JSON? {
    let t = context.time
    switch request.command {
    case .token:
      context.setNeedsLayout()
      try switchTopics(request, at: t)
      return nil
    default: return try control(request, in: context)
    }
  }

  /// Switches all topics of a request, or none if one of them is unknown. The former word "remove" means off.
  private func switchTopics(_ request: ControlRequest, at t: Seconds) throws(Failure) {
    var names = try request.texts()
    let isOn: Bool
    switch names.removeFirst() {
    case "on": isOn = true
    case "off", "remove": isOn = false
    default: throw Failure.usage("token: a strip's topics are switched on and off")
    }
    let topics = headlines.desk?.newsroom.topics.entries ?? []
    var ids: [Int] = []
    for name in names {
      guard let id = topics.firstIndex(where: { $0.name == name && !$0.isGone }) else {
        throw Failure.usage("token: there is no topic '\(name)'" + hint(for: name, in: topics.map(\.name)))
      }
      ids.append(id)
    }
    for id in ids { headlines.desk?.perform(.turn(id, on: isOn), at: t) }
  }
}
