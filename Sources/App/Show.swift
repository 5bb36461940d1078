internal import Scene
internal import ScrollCore
internal import X11

/// One view's behaviour in a window of its own: what its sources' lines mean to it, and what the user's hands do.
///
/// Times are those of the frames: never before the one on the glass.
protocol Show: AnyObject {
  var view: any View { get }

  /// The size that the window has where the user asks for none; `area` is the monitor's work area, `scale` is 1 at
  /// 96 dots per inch.
  func naturalSize(in area: Rect, scale: Double, with typesetter: any Typesetter) -> Size

  /// The width of a border, in pixels, that has room in this size. For a wider one the window is larger by the rest.
  var borderRoom: Double { get }

  /// Fetches what has to be there before there is a window.
  func load() throws(FileFailure)

  /// Whether text is typed into the view, from the start or on demand.
  var takesText: Bool { get }

  /// Whether its sources hand it whole lines, or what they have read as it came.
  var takesWholeLines: Bool { get }

  /// A line of a source, or the next part of its bytes; they are valid during the call.
  func take(_ bytes: UnsafeRawBufferPointer, at t: Seconds)

  /// Whether lines of sources that are followed come and go one by one, by `change`; else each is taken.
  var followsLines: Bool { get }

  /// What has come and gone among the lines of a source that is followed.
  func change(_ lines: RetoldLines.Change, at t: Seconds)

  /// A line with the value of a placeholder: `name=number`.
  func takeValue(_ bytes: UnsafeRawBufferPointer)

  /// A source has delivered all it has for now: a last line without its end counts.
  func pause(at t: Seconds)

  /// What was read so far is superseded by what follows: a watched file has been replaced.
  func restart(at t: Seconds)

  /// All sources have ended.
  func sourcesEnded(at t: Seconds)

  /// A frame for time `t` is about to be drawn.
  func prepare(at t: Seconds)

  /// Whether the view is to be laid out again for a frame at `t`, because a part of it grows or shrinks.
  func needsLayout(at t: Seconds) -> Bool

  /// An event that is not about the window. Returns whether anything may look different now.
  func handle(_ event: Event, at t: Seconds) -> Bool

  /// Whether a dock at the screen's edge suits the view.
  var isDock: Bool { get }

  /// What lies behind the view, and shows before it is drawn.
  var background: Color { get }

  /// What the view's looks say about the window's border, where the user says nothing.
  var border: Border { get }

  /// The user's own file that the looks come from, which may change.
  var themeFile: Theme.File? { get }

  /// Takes over what that file says now. After an error nothing has changed.
  func apply(_ theme: Theme, at t: Seconds) throws(ValueError)

  /// Called before the show begins, where speeds are to be multiples of this (px/s).
  func snapSpeed(to step: Double)

  /// Called once everything stands: the show begins.
  func begin(at t: Seconds)

  /// All that had come is taken, or a frame is drawn: the loop is about to go on.
  func finishTurn(at t: Seconds)

  /// What is to be printed on standard output, since the last call: lines without their ends.
  func takeOutput() -> [String]

  /// Where the news comes from, where there is any.
  var desk: NewsDesk? { get }

  /// Something for the application to do that only it can: open a link, quit.
  func takeRequests() -> [ShowRequest]
}

/// A show whose properties can be changed while it plays.
protocol LiveShow: Show {
  /// Takes over properties of its own, and those of the window that are about its looks. After an error nothing has
  /// changed.
  func change(_ own: [Assignment], _ window: [Assignment], at t: Seconds) throws(ValueError)

  /// The value of a property of its own, as it is written; nil where it has no such property.
  func text(of property: String) -> String?
}

enum ShowRequest: Equatable {
  case quit
  case open(link: String)
  /// The keyboard, the clipboard, the pointer.
  case input(InputRequest)
  /// The view has another size now.
  case resize(Size)
  /// Parts of the view have another size now.
  case layOut
}

extension Show {
  func load() throws(FileFailure) {}
  var takesText: Bool { false }
  var takesWholeLines: Bool { true }
  var desk: NewsDesk? { nil }
  var followsLines: Bool { false }
  func change(_ lines: RetoldLines.Change, at t: Seconds) {}
  func takeValue(_ bytes: UnsafeRawBufferPointer) {}
  func finishTurn(at t: Seconds) {}
  func pause(at t: Seconds) {}
  func restart(at t: Seconds) {}
  func sourcesEnded(at t: Seconds) {}
  func prepare(at t: Seconds) {}
  func needsLayout(at t: Seconds) -> Bool { false }
  func handle(_ event: Event, at t: Seconds) -> Bool { false }
  var isDock: Bool { false }
  var borderRoom: Double { .infinity }
  var border: Border { Border() }
  var themeFile: Theme.File? { nil }
  func apply(_ theme: Theme, at t: Seconds) throws(ValueError) {}
  func snapSpeed(to step: Double) {}
  func begin(at t: Seconds) {}
  func takeOutput() -> [String] { [] }
  func takeRequests() -> [ShowRequest] { [] }
}
