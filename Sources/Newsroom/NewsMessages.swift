package import Newswire
package import ScrollCore

/// A moment of the news, by both clocks.
package struct NewsTime {
  package var wall: UnixTime
  /// In the loop's time.
  package var loop: Seconds
  package var offset: UTCOffset

  package init(wall: UnixTime, loop: Seconds, offset: @escaping UTCOffset) {
    (self.wall, self.loop, self.offset) = (wall, loop, offset)
  }
}

/// What a source has to say, whatever its kind: a feed, a channel, an account, a line, a program.
package enum SourceReport {
  /// Items of a feed or a channel.
  case items([NewsItem], feed: String)
  /// Items of a program, or of a user who asks for them.
  case added([NewsItem])
  /// An item of a source of lines, which may be read again as a whole.
  case line(NewsItem)
  /// The source of lines starts over. What it had stays until it has come to its end again.
  case restarted
  /// The source of lines has come to its end. What it no longer has goes; the rest gets the places that it has now.
  case finished
  /// A feed no longer has these items, by their IDs.
  case withdrawn(Set<String>, feed: String)
  /// Marks made elsewhere in a reader's account: the IDs of read items and of unread ones. The user's own marks that are
  /// not sent yet are newer.
  case marked(read: [String], unread: [String], feed: String, unsent: Set<String>)
  case described(FeedDescription)
  case status(FeedStatus)
  /// A sender wants a topic to be on or off, by its name.
  case switched(topic: String, isOn: Bool)
  /// A broker's channel is read from now on.
  case joined(BrokerAddress)
  /// What the files have, after marks and colours were saved.
  case kept(ReadMarks, TopicColors)
}

/// What a user, a client or the view asks for.
package enum NewsAction {
  case topic(TopicAction)
  /// Follows a user's list: feeds that have come or gone, their order, names and colours, and whether they are on.
  case follow(FeedSelection)
  /// A feed to be read that is in no list.
  case add(FeedSpec)
  /// A feed was dropped on the window and is in the list: undo takes it off again.
  case dropped(feed: String)
  /// Shows items as long as the user's list is empty.
  case showBundled([NewsItem])
  case read(Bool, link: String)
  case remove(named: Set<String>)
  case removeAll
  /// Ends what is held until then: all of it for no names.
  case acknowledge(named: Set<String>)
  case acknowledgeBreakIn(Int)
  /// Only what breaks in is shown; other news waits.
  case setQuiet(Bool)
  case setSettings(Newsroom.Settings)
  /// The strip has finished showing a break-in, by its number.
  case breakInEnded(Int)
  /// All headlines have been shown once more.
  case cycled
  /// A headline has left the view.
  case leftView(NewsItem.ID)
}

/// The feeds of a user's list.
package struct FeedSelection: Equatable, Sendable {
  package struct Feed: Equatable, Sendable {
    package var spec: FeedSpec
    /// The feed's own title, if it is known.
    package var title: String?
    package var isOn: Bool

    package init(_ spec: FeedSpec, title: String?, isOn: Bool) {
      (self.spec, self.title, self.isOn) = (spec, title, isOn)
    }
  }

  package var feeds: [Feed]
  /// The filters of single feeds, by address.
  package var filters: [String: FeedFilter]

  package init(_ feeds: [Feed], filters: [String: FeedFilter]) { (self.feeds, self.filters) = (feeds, filters) }
}

/// What has changed, for those who show, read and keep the news.
package enum NewsroomChange {
  /// What is on the air may have changed: `advance` says.
  case unsettled
  /// Chips, or their labels.
  case topics
  /// A topic is off or gone: its headlines leave at once.
  case topicLeft(TopicID)
  case breakIn(BreakIns.Change)
  /// An alert is on the air for the first time.
  case alert(NewsItem)
  /// A feed is to be read from now on, no longer, or at once.
  case poll(feed: String)
  case stop(feed: String)
  case look(feed: String)
  /// The user's choice for a feed of the list.
  case chosen(feed: String, isOn: Bool)
  /// The addition of a feed to the list is to be undone.
  case takenOff(feed: String)
  /// The last feed has left the list.
  case listEmptied
  /// The user has marked items.
  case marked([NewsItem.ID], isRead: Bool)
  /// Items have joined the news.
  case came([NewsItem.ID])
  /// The followed source has started over: these are in this order now.
  case reordered([HeadlineID])
  /// How many items an action has ended.
  case ended(Int)
}
