import Newsreel

/// Four views in one: a crawl, a number in it at the right, a text below with a title on its corner.
struct Desk {
  let view: View
  private let counter = CounterView()

  init() {
    let crawl = CrawlView("Four views in one window")
    (crawl.scrollTime, crawl.scrollSpeed) = (0, 60)
    counter.number = 1
    counter.alignment = .right
    let lyrics = AutoScrollView((1...20).map { "Line \($0)" }.joined(separator: "\n"))
    lyrics.start(speed: 15)
    let title = BadgeView("Log")
    title.background = "#e5484d"
    // Motion stops, and nothing is due until the number changes.
    title.onClick = {
      crawl.stop()
      lyrics.stop()
      print("stopped")
    }

    view = View([crawl, counter, lyrics, title])
    (crawl.height, counter.width, counter.height) = (40, 120, 40)
    crawl.place(.inTop)
    counter.place(.inRight, of: crawl, dx: -5)
    counter.place(.inMidY, of: crawl)
    (lyrics.height, title.width) = (120, 60)
    lyrics.place(.inMidX)
    lyrics.place(.onBottom, of: crawl, dy: 4)
    lyrics.border = Border(color: "#364353")
    title.place(.inTopLeft, of: lyrics, dx: 6, dy: 6)
  }

  /// Shows another number.
  func show(_ number: Int) { counter.setNumber(number, animated: false) }
}
