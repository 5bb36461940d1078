import ScrollCore
import TestKit

@testable import App
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

// What happens to the strip of a soak: to its feeds, by hands, and by whoever sets it up.
extension StripSoak {
  func note(_ text: String) {
    history.append("\((t * 1000).rounded() / 1000): \(text)")
    if history.count > 60 { history.removeFirst(20) }
  }

  /// Words without room between them, so that there is ink wherever a headline is.
  func words() -> String {
    String(repeating: "Wm", count: .random(in: 2...40, using: &random))
  }

  func comeNews() {
    let topic = Int.random(in: 0..<6, using: &random)
    let count = Int.random(in: 1...6, using: &random)
    note("\(count) of topic \(topic)")
    for _ in 0..<count {
      arrivals += 1
      let link = Bool.random(using: &random) ? #","link":"https://example.org/\#(arrivals)""# : ""
      send(#"{"text":"\#(arrivals)\#(words())","id":"\#(arrivals)","topic":"Topic\#(topic)"\#(link)}"#)
    }
    if !isHeldBack { bring() }
  }

  func urgent() {
    arrivals += 1
    note("urgent \(arrivals)")
    send(#"{"text":"\#(arrivals)urgent","id":"\#(arrivals)","urgent":true}"#)
    bring()
  }

  func randomItem() -> NewsItem? { feeds?.queue.ordered.randomElement(using: &random) }

  /// A feed takes something back, or all that it has.
  func withdraw() {
    guard let item = randomItem() else { return }
    let isAll = Int.random(in: 0..<4, using: &random) == 0
    note("withdrawn: \(isAll ? "topic \(item.topic ?? "")" : item.id.guid)")
    take(back: (feeds?.queue.items ?? []).filter { isAll ? $0.topicID == item.topicID : $0.id == item.id })
    bring()
  }

  func correct() {
    guard let item = randomItem() else { return }
    note("corrected: \(item.id.guid)")
    send(#"{"text":"\#(item.id.guid)\#(words())","id":"\#(item.id.guid)","topic":"\#(item.topic ?? "")"}"#)
    bring()
  }

  func topic() {
    let id = Int.random(in: 0..<6, using: &random)
    let actions: [TopicAction] = [
      .turn(id, on: false), .turn(id, on: true), .switchOff(id), .turn(id, on: true), .undo, .showAll, .switchOff(id),
    ]
    guard let action = actions.randomElement(using: &random), id < feeds?.topics.entries.count ?? 0 else { return }
    note("\(action)")
    perform([.headlines(.topic(action))])
  }

  func hand() {
    let isOver = Int.random(in: 0..<3, using: &random) > 0
    let place = Point(x: .random(in: 0..<size.width, using: &random), y: isOver ? 18 : 60)
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<3: move(to: place)
    case 3..<5: click(place)
    case 5: drag()
    default:
      note("pointer leaves")
      handle(.pointerLeft)
    }
  }

  private func move(to place: Point) {
    note("pointer to \(place.x.rounded()), \(place.y)")
    pointer = place
    handle(.pointerMoved(place))
  }

  private func click(_ place: Point) {
    move(to: place)
    handle(.pressed(place, button: 1, modifiers: []))
    handle(.released(place, button: 1, modifiers: []))
  }

  private func drag() {
    note("drag")
    handle(.pointerMoved(pointer))
    handle(.pressed(pointer, button: 1, modifiers: []))
    for _ in 0..<Int.random(in: 1...20, using: &random) {
      pointer.x += .random(in: -60...60, using: &random)
      handle(.pointerMoved(pointer))
      look(after: .random(in: 0.005...0.05, using: &random))
    }
    handle(.released(pointer, button: 1, modifiers: []))
  }

  func command() {
    let commands: [UserCommand] = [
      .scrollLeft, .scrollRight, .next, .previous, .pause, .pause, .faster, .slower, .focusNext, .focusPrevious, .leave,
      .switchOff, .undo,
    ]
    guard let command = commands.randomElement(using: &random) else { return }
    note("\(command)")
    handle(.command(command, at: Bool.random(using: &random) ? pointer : nil))
  }

  func resize() {
    size.width = Double(Int.random(in: 500...1900, using: &random))
    note("width \(size.width)")
    resized()
  }

  func restyle() {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: size.height = Double([24, 36, 48].randomElement(using: &random) ?? 36)
    case 1: strip.style.crawl.scrollSpeed = .random(in: 20...600, using: &random)
    case 2: strip.style.crawl.repeatSpacing = .random(in: 20...120, using: &random)
    default: strip.style.theme.background = Color(rgb: .random(in: 0...0x303030, using: &random))
    }
    note("height \(size.height), \(strip.style.crawl.scrollSpeed) px/s, spacing \(strip.style.crawl.repeatSpacing)")
    resized()
  }

  func scroll() {
    let place = crawl.position(at: t) + .random(in: -2000...2000, using: &random)
    note("scroll to \(place)")
    crawl.scroll(to: place, at: t)
    // A glide may pass all that there is between two looks.
    lastSeen = max(lastSeen, place)
    context.setNeedsDisplay()
  }

  func handle(_ event: InputEvent) {
    context.time = t
    _ = controller.view.handle(event, in: context)
    perform(context.takeActions())
  }
}
