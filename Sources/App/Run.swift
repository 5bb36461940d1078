internal import Newswire
internal import Scene
internal import ScrollCore
internal import X11

/// Shows what is asked for until it ends, and says how it ended: see `ExitStatus`.
package func run(_ invocation: Invocation) -> Int32 {
  do throws(UsageError) {
    return try Application(invocation).run()
  } catch {
    complain(error.description)
    return ExitStatus.usage
  }
}

extension Application {
  /// The show that a command line asks for.
  static func makeShow(_ invocation: Invocation) throws(ValueError) -> any Show {
    switch invocation.view {
    case .crawl: try CrawlShow(invocation)
    case .credits: try CreditsShow(invocation)
    case .counter: try CounterShow(invocation)
    case .tokens: try TokensShow(invocation)
    case .strip: try StripShow(invocation)
    }
  }
}
