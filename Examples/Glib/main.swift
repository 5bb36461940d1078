import CGLib
import Newsreel

// A dashboard in GLib's main loop: a number that GLib's own timer changes, and a line of text.
let counter = CounterView()
counter.number = 1
let crawl = CrawlView("In a loop of GLib")
(crawl.scrollTime, crawl.scrollSpeed) = (0, 60)
let window = try Window(StackView(.horizontal, spacing: 8, [counter, crawl]), width: 400, height: 40)

g_timeout_add(
  1000,
  { counter in
    guard let counter else { return 0 }
    let view = Unmanaged<CounterView>.fromOpaque(counter).takeUnretainedValue()
    view.setNumber((Int(view.text) ?? 0) + 1)
    return 1
  }, Unmanaged.passUnretained(counter).toOpaque())

GlibLoop(window).run()
