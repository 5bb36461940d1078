internal import Base
internal import Newswire
package import ScrollCore

/// A show that a program plays in its own loop.
package final class Player {
  let show: any Show
  private let application: Application
  private let loop: EventLoop
  private let live: LiveWindow
  private var hasEnded = false

  package init(
    _ view: Invocation.View, _ properties: KeyValuePairs<String, String>, _ table: PropertyTable
  ) throws(UsageError) {
    var invocation = Invocation(view)
    (invocation.properties, invocation.window) = try sorted(properties, for: table)
    invocation.isLive = true
    application = try Application(invocation)
    show = application.show
    do throws(OpeningFailure) { (loop, live) = try application.open() } catch { throw UsageError(error.reason) }
  }

  package var border: Border {
    get { live.border.border }
    set {
      live.border.apply(newValue)
      live.stage.invalidate()
    }
  }

  package func set(_ property: String, to value: String, in table: PropertyTable) throws(UsageError) {
    let (own, window) = try sorted([kebabCase(property): value], for: table)
    try live.set(own, window)
  }

  package func text(of property: String) -> String? { live.text(of: property) }

  package func show(_ number: String) -> Bool { (show as? CounterShow)?.show(number) ?? false }

  package func setValue(_ name: String, to text: String) -> Bool {
    (show as? CrawlShow)?.setValue(name, to: text) ?? false
  }

  package func append(_ text: String) {
    var text = text + "\n"
    text.withUTF8 { show.take(UnsafeRawBufferPointer($0), at: loop.time) }
  }

  package func run(for seconds: Seconds) -> Bool {
    loop.invalidate()
    if !hasEnded, loop.run(until: monotonicNow() + max(0, seconds)) != nil { hasEnded = true }
    return !hasEnded
  }
}

/// Properties by the view that has them, checked.
func sorted(
  _ properties: KeyValuePairs<String, String>, for table: PropertyTable
) throws(UsageError) -> (own: [Assignment], window: [Assignment]) {
  var (own, window): ([Assignment], [Assignment]) = ([], [])
  for (name, text) in properties {
    let assignment = Assignment(name, text)
    if table.rows.contains(where: { $0.name == name }) {
      own.append(assignment)
    } else if WindowGroup.table.rows.contains(where: { $0.name == name }) {
      window.append(assignment)
    } else {
      let names = (table.rows + WindowGroup.table.rows).map(\.name)
      let hint = nearest(to: name, in: names).map { "; did you mean '\($0)'?" } ?? ""
      throw UsageError("\(name): there is no such property\(hint)")
    }
  }
  try table.check(own)
  try WindowGroup.table.check(window)
  return (own, window)
}
