internal import Base
internal import Newswire

/// The options about feeds and lines of JSON.
package struct NewsOptions: Equatable, Sendable {
  package enum Order: String, CaseIterable, Sendable {
    case time
    case roundRobin = "round-robin"
  }

  /// Addresses or paths; empty: those of the user's list, where there is no other source.
  package var feeds: [String] = []
  /// The lines of the sources are objects of JSON.
  package var takesJSONLines = false
  package var order = Order.time
  /// Seconds.
  package var maximumAge: Double?
  package var maximumCount = 500

  package init() {}

  /// Reads the words of the command line; nil for an option that was left out.
  ///
  /// - Throws: `UsageError` naming the option that is wrong.
  package init(feeds: [String], order: String?, maxAge: String?, maxItems: String?) throws(UsageError) {
    self.feeds = feeds
    for feed in feeds {
      do throws(Failure) { _ = try FeedSpec(url: feed) } catch {
        throw UsageError("--feed: \(error.description)")
      }
    }
    if let order {
      guard let known = Order(rawValue: order) else {
        throw UsageError(
          "--order: '\(order)' is no order; it is \(Order.allCases.map(\.rawValue).joined(separator: " or "))")
      }
      self.order = known
    }
    if let maxAge {
      guard let seconds = Double(maxAge), seconds > 0, seconds <= 1e10 else {
        throw UsageError("--max-age: '\(maxAge)' is no number of seconds above 0, as in --max-age 86400")
      }
      maximumAge = seconds
    }
    if let maxItems {
      guard let count = Int(maxItems), (1...10_000).contains(count) else {
        throw UsageError("--max-items: '\(maxItems)' is no number from 1 to 10000")
      }
      maximumCount = count
    }
  }
}
