internal import Base
internal import Newsroom
internal import Newswire
internal import Scene

/// Keeps what the user does: which headlines have been read, the colours of topics, and the choices in the list of feeds. What
/// cannot be kept is told, for the same reason once.
struct NewsKeeping {
  private let list: FollowedFeedList?
  private let marksPath: String
  /// Nil if colours are not kept.
  private let colorsPath: String?
  private let words: Words
  private var saveProblem: Failure?

  /// - Parameters:
  ///   - marksPath: The file of the headlines that have been read.
  ///   - colorsPath: The file of the topics' colours.
  init(list: FollowedFeedList?, marksPath: String, colorsPath: String?, words: Words) {
    (self.list, self.marksPath, self.colorsPath, self.words) = (list, marksPath, colorsPath, words)
  }

  /// What former runs have kept. Says why marks cannot be read.
  func load() -> (marks: ReadMarks, colors: TopicColors) {
    var problem: Failure?
    let marks = ReadState(path: marksPath, problem: &problem).marks
    if let problem { reportError(problem.description) }
    return (marks, TopicColors(path: colorsPath))
  }

  /// The user's next action is told again if it cannot be kept.
  mutating func beginAction() { saveProblem = nil }

  /// Keeps a change that the user has made to feeds or headlines.
  func keep(_ change: NewsroomChange, tell: (String) -> Void) {
    switch change {
    case .chosen(let feed, let isOn):
      attempt(.choiceNotKept, tell) { () throws(Failure) in try list?.set(feed, on: isOn) }
    case .marked(let ids, let isRead):
      attempt(.readNotKept, tell) { () throws(Failure) in try list?.send(ids, isRead: isRead) }
    case .takenOff(let feed): takeOff(feed, tell: tell)
    default: break
    }
  }

  private func attempt(_ word: NewsWord, _ tell: (String) -> Void, _ keep: () throws(Failure) -> Void) {
    do throws(Failure) { try keep() } catch { tell(words[word, ["reason": error.description]]) }
  }

  /// Removes a dropped feed from the list, to undo its addition.
  private func takeOff(_ url: String, tell: (String) -> Void) {
    do throws(Failure) {
      try FeedList.change(UserPaths.feedList) { (list) throws(Failure) in try list.takeOff([url]) }
      list?.look()
    } catch {
      tell(error.description)
    }
  }

  /// Saves marks and colours. Returns what the files have then; nil if nothing was to be saved.
  mutating func save(
    _ marks: ReadMarks, _ colors: TopicColors, tell: (String) -> Void
  ) -> (marks: ReadMarks, colors: TopicColors)? {
    var (marks, colors) = (marks, colors)
    let colorsPath = colors.hasChanges ? colorsPath : nil
    guard marks.hasChanges || colorsPath != nil else { return nil }
    // A lost colour is replaced.
    if let colorsPath { try? colors.save(to: colorsPath) }
    do throws(Failure) { marks = try ReadState.save(marks, to: marksPath) } catch {
      if saveProblem != error { tell(words[.readNotKept, ["reason": error.description]]) }
      saveProblem = error
    }
    return (marks, colors)
  }
}
