internal import Newswire
internal import ScrollCore

/// A show that a program plays in its own loop.
final class Player<Kind: Show> {
  let show: Kind
  private let application: Application
  private let loop: EventLoop
  private let live: LiveWindow
  private var hasEnded = false

  init(_ invocation: Invocation) throws(UsageError) {
    var invocation = invocation
    invocation.isLive = true
    application = try Application(invocation)
    guard let show = application.show as? Kind else { throw UsageError("\(invocation.view.rawValue): no such view") }
    self.show = show
    do throws(OpeningFailure) { (loop, live) = try application.open() } catch { throw UsageError(error.reason) }
  }

  var border: Border {
    get { live.border.border }
    set {
      live.border.apply(newValue)
      live.stage.invalidate()
    }
  }

  func set(_ property: String, to value: String, in table: PropertyTable) throws(UsageError) {
    let (own, window) = try sorted([kebabCase(property): value], for: table)
    try live.set(own, window)
  }

  func text(of property: String) -> String? { live.text(of: property) }

  func append(_ text: String) {
    var text = text + "\n"
    text.withUTF8 { show.take(UnsafeRawBufferPointer($0), at: loop.time) }
  }

  func run(for seconds: Seconds) -> Bool {
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
