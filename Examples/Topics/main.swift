import Newsreel

let crawl = CrawlView()
let counter = CounterView()
let chips = TokenFieldView(["World", "Sport"])
(chips.clickRemoves, chips.firstResponderAtStart, chips.width, chips.height) = (true, false, 300, 30)
(crawl.scrollTime, crawl.scrollSpeed) = (0, 60)
crawl.append("The longest bridge is open", topic: "World")
crawl.append("Two goals in the last minute", topic: "Sport")
crawl.append("The glacier has lost a metre", topic: "World")
counter.number = crawl.count
chips.onRemove = { label, _ in
  crawl.removeAll(about: label)
  counter.number = crawl.count
}
try Window(StackView(.horizontal, [crawl, counter, chips]), height: 40, at: .inBottom).run()
