import Newsreel

// A line of text with a border around it. A click puts a caret into it; what is typed runs on with Return.
let caption = CrawlView("Click here and type")
caption.scrollTime = 0
caption.scrollSpeed = 60
caption.fontSize = 24
caption.placeholder = "Nothing to say"
caption.isEditable = true
caption.border = Border(width: 3, color: "#e5484d", radius: 12, style: .gradient)
caption.onBeginEditing = { print("editing \($0)") }
caption.onReturn = { print("typed \($0)") }
caption.onEndEditing = { _ in caption.border.width = 3 }
caption.onEdit = { _ in caption.border.width = 5 }

try Window(caption, width: 480, height: 64).run()
