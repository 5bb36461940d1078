internal import Base
internal import ScrollCore
internal import Windows

/// Prints the upcoming headlines of the windows, after reading their sources to the end. Returns the exit status.
package func rundown<Kind: ViewKind>(_ request: ViewRequest<Kind>, _ options: RundownOptions) -> Int32 {
  reporting { () throws(Failure) in
    var lists: [JSON] = []
    for window in try ProgramPlan(request).validWindows { lists += try rundowns(of: window, for: options.length) }
    guard !lists.isEmpty else { throw .usage("rundown: nothing here shows headlines; name a strip or a crawl") }
    let list = JSON.array(lists.flatMap { $0.array ?? [] })
    return writeOutput(options.isJSON ? list.line + "\n" : RundownTable.text(of: list))
  }
}

/// A window's views with headlines.
private func rundowns(of plan: WindowPlan, for length: Seconds) throws(Failure) -> [JSON] {
  let views = try usage { () throws(ValueError) in try WindowViews(plan, words: .user) }
  let window = try OffscreenWindow(views, plan.settings, size: nil)
  try views.load()
  let loop = RunLoop()
  try views.open(in: loop, isForPicture: true)
  loop.run()
  window.show(at: 0)
  return views.headlines.map { $0.rundown(for: length, at: 0).json }
}
