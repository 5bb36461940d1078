/// What the crawler knows of one feed.
final class FeedState {
  var spec: FeedSpec
  var isLoaded = false
  var isBusy = false
  var isRemoved = false
  var looks = 0
  var dueAt = 0.0
  /// Until when the server asked to be left alone.
  var notBefore = 0.0
  var failures = 0
  var lastError: String?
  var timeToLive: Double?
  /// Where it is now, if it has moved for good.
  var movedTo: WebAddress?
  var entityTag: String?
  var lastModified: String?
  var description: FeedDescription?
  /// The last good ones.
  var items: [WireItem] = []
  var delivered: Set<String> = []
  var watch: FileWatch?
  var file: (FollowedFile, FeedFetch)?

  init(_ spec: FeedSpec) { self.spec = spec }

  var fileDeadline: Double { file == nil ? .infinity : 0 }
}
