import Newsreel

let crawl = CrawlView("Good evening")
let counter = CounterView()
let add = Button("Add") { addItem() }

func addItem() {
  crawl.append("Item \(crawl.count)")
  counter.number = crawl.count
}

(crawl.scrollTime, crawl.scrollSpeed) = (0, 60)
addItem()
let row = StackView(.horizontal, spacing: 8, [crawl, counter, add])
try Window(row, kind: .normal, width: 640, height: 48, title: "Ticker").run()
