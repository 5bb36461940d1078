internal import Base
internal import Newsreel

/// The sources of a view.
final class SourceReader: ViewSources {
  private unowned let view: View
  private lazy var reading = SourceReaders { [weak self] in self?.receive($1, from: $0) }
  var handler: ((SourceEvent) -> Void)?
  let events = Broadcast<SourceEvent>()

  private var ended: Set<Source> = []
  private var areOpen: Bool { sources.contains { !ended.contains($0) } }
  /// The numbers of its sources for the view.
  private var numbers: [Source: SourceID] = [:]
  private var nextNumber = 0

  init(of view: View) { self.view = view }

  private(set) var sources: [Source] = []

  /// Reads these sources and no others, each once.
  func read(_ wanted: [Source]) {
    let former = sources
    var known: Set<Source> = []
    sources = wanted.filter { known.insert($0).inserted }
    ended.formIntersection(known)
    for source in sources where numbers[source] == nil {
      numbers[source] = nextNumber
      nextNumber += 1
    }
    for source in former where !known.contains(source) {
      if let number = numbers.removeValue(forKey: source) { view.drop(number) }
    }
    view.sourcesChanged(areOpen: areOpen)
    reading.read(sources)
  }

  func attach(to loop: RunLoop?) { reading.attach(to: loop) }

  func refuse(_ reason: String, from number: SourceID) {
    if let source = numbers.first(where: { $0.value == number })?.key { tell(.failed(reason), of: source) }
  }

  private func tell(_ event: Source.Event, of source: Source) {
    let event = SourceEvent(source: source, event: event)
    handler?(event)
    events.send(event)
  }

  private func receive(_ delivery: SourceReaders.Delivery, from source: Source) {
    // A handler of the last event may have removed it.
    guard let number = numbers[source] else { return }
    switch delivery {
    case .news(let news): view.receive(news, from: number)
    case .event(.ended):
      ended.insert(source)
      view.sourcesChanged(areOpen: areOpen)
      tell(.ended, of: source)
    case .event(let event): tell(event, of: source)
    }
  }
}
