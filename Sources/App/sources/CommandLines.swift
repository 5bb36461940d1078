internal import Base
internal import Newswire
internal import ScrollCore

/// The output of a command.
struct CommandLines: ContentSource {
  var call = CommandCall()

  static let properties: [Property<CommandLines>] = CommandCall.properties.map { $0.lifted(\.call) }

  func check() throws(ValueError) { try call.check() }

  func open(in sources: LineSources) throws(Failure) {
    guard !call.words.isEmpty else { return }
    let (delivery, handler) = sources.taker(isFollowed: call.interval != nil)
    sources.add(try call.source(delivery, isForPicture: sources.isForPicture, handler))
  }
}

extension CommandCall {
  /// A source that runs it and reads its output.
  func source(
    _ delivery: LineDelivery = .lines, isForPicture: Bool, _ handler: @escaping SourceHandler
  ) throws(Failure) -> CommandSource {
    var settings = CommandSource.Settings(interval: interval)
    settings.delivery = delivery
    settings.runsOnce = isForPicture
    return try CommandSource(arguments: words, settings: settings, handler: handler)
  }
}
