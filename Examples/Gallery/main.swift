import Newsreel

// Draws a picture of each view into the folder that is named: `make gallery`.
let folder = CommandLine.arguments.dropFirst().first ?? "."

func draw(_ view: View, _ name: String, width: Double = 480, height: Double? = nil, at seconds: Double = 2) throws {
  let height = height ?? view.naturalSize(width: width).height
  try Window.render(view, size: Size(width: width, height: height), at: seconds).writePNG(to: "\(folder)/\(name).png")
}

func crawl() throws {
  let crawl = CrawlView("The longest bridge is open")
  crawl.append("Two goals in the last minute", topic: "Sport")
  (crawl.scrollTime, crawl.scrollSpeed) = (0, 60)
  crawl.repeatWhenOutOfBounds = false
  try draw(crawl, "crawl", height: 40)
}

func autoScroll() throws {
  let lyrics = AutoScrollView((1...20).map { "Line \($0) of the song" }.joined(separator: "\n"))
  lyrics.edgeFade = 30
  lyrics.start(duration: 30)
  try draw(lyrics, "autoscroll", height: 120, at: 6)
}

func counter() throws {
  let counter = CounterView()
  (counter.number, counter.grouping, counter.prefix) = ("1234567.80", .threes, "€ ")
  (counter.alignment, counter.caption) = (.center, "RAISED")
  try draw(counter, "counter", height: 80)
}

func tokens() throws {
  let tags = TokenFieldView(["swift", "x11", "ticker"])
  (tags.margins, tags.placeholder) = (8, "Type a tag")
  tags.border = Border(color: tags.tintColor, radius: 6)
  tags.delegate.shouldDelete = { field, index, label in field.items.count > 1 }
  try draw(tags, "tokens")
}

func badge() throws {
  let badge = BadgeView("On air")
  (badge.background, badge.padding) = ("#e5484d", 8)
  badge.border = Border(radius: 6)
  badge.onClick = { badge.text = "Off air" }
  try draw(badge, "badge", width: badge.naturalSize().width)
}

func label() throws {
  let label = Label("Departures from the main station until midnight", alignment: .center)
  (label.fontSize, label.textColor) = (20, .gold)
  (label.padding, label.background) = (10, "#20262e")
  label.maxLines = 2
  try draw(label, "label", width: 300)
}

func button() throws {
  let save = Button("Save")
  save.onClick = { save.isEnabled = false }
  let cancel = Button("Cancel")
  cancel.isEnabled = false
  try draw(StackView(.horizontal, spacing: 8, [save, cancel]), "button", width: 170)
}

func scroll() throws {
  let rows = (1...30).map { Label("Row \($0)") }
  let list = ScrollView(StackView(.vertical, spacing: 4, rows))
  (list.padding, list.background) = (8, "#20262e")
  list.autoScrollSpeed = 20
  try draw(list, "scroll", width: 300, height: 120)
}

func stack() throws {
  let row = StackView(.horizontal, spacing: 8, alignment: .center, [Label("left"), View(), Label("right")])
  row.insertSubview(Button("first"), at: 0)
  (row.padding, row.background) = (6, "#20262e")
  try draw(row, "stack", height: 44)
}

func textField() throws {
  let field = TextFieldView("A line that is typed", placeholder: "Search")
  field.border = Border(color: .steelBlue, radius: 4)
  field.onReturn = { text in print("looking for", text) }
  try draw(field, "textfield", width: 300, height: 32)
}

func strip() throws {
  let strip = StripView("NEWS")
  strip.crawl.append("Rain until evening", topic: "Weather")
  strip.crawl.append("Two goals in the last minute", topic: "Sport")
  strip.showsCounter = false
  try draw(strip, "strip", width: 640, height: 36)
}

for picture in [crawl, autoScroll, counter, tokens, badge, label, button, scroll, stack, textField, strip] {
  try picture()
}
