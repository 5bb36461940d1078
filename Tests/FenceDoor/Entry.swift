import Base
import CDoor
import Glibc
import Newswire

/// A reader of feeds, or of a broker, that strangers have taken over: behind its fence it tries all that they might want, and
/// tells what came of it. The words are the folder of its caches, a file of the user, the number of a display, a port
/// where no feed is, and for a broker "mqtt". A last word "passwords=" names a file of passwords; "old-kernel" takes Landlock
/// away.
@main
enum Entry {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 4, let display = UInt16(words[2]), let port = UInt16(words[3]) else { exit(2) }
    let attempts = Attempts(caches: words[0], secret: words[1], display: display, port: port)
    if words.last == "old-kernel", door_forget_landlock() == 0 { exit(3) }
    if words.dropFirst(4).first == "mqtt" {
      BrokerRelay.run(passwords: nil) { _, _, loop in loop.add(Taken { _ = writeAll(attempts.report() + "\n", to: 1) })
      }
    } else {
      var settings = CrawlerSettings()
      settings.cacheDirectory = words[0] + "/feeds"
      settings.iconDirectory = words[0] + "/icons"
      settings.http.passwords = words.last.flatMap { $0.hasPrefix("passwords=") ? String($0.dropFirst(10)) : nil }
      // The picture of a feed is what is decoded here, by a library in C.
      settings.makeIcon = { _, _ in attempts.report() }
      FeedRelay.run(settings: settings)
    }
  }
}

/// Does something once in a loop.
private final class Taken: LoopSource {
  private let body: () -> Void
  private var isDone = false

  init(_ body: @escaping () -> Void) { self.body = body }

  func appendDescriptors(to descriptors: inout [pollfd]) {}
  var deadline: Double { isDone ? .infinity : 0 }

  func service(now: Double) -> ServiceResult {
    if !isDone { body() }
    isDone = true
    return .idle
  }

  func close() {}
}
