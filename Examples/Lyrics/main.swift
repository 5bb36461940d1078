import Newsreel

// A text that scrolls by itself, with buttons to start, stop and hurry it.
let lines = (1...40).map { "Line \($0) of the song" }
let lyrics = AutoScrollView(lines.joined(separator: "\n"))
lyrics.onFinish = { print("finished") }

let buttons = [
  ("Start", { lyrics.start(speed: 20) }), ("Stop", { lyrics.stop() }), ("To the end", { lyrics.start(duration: 1) }),
].map { label, action in
  let button = BadgeView(label)
  button.background = "#232c37"
  button.padding = 8
  button.border = Border(color: "#7cc4ff")
  button.onClick = {
    action()
    print(label)
  }
  return button
}

let row = StackView(.horizontal, spacing: 8, buttons)
row.height = 36
try Window(StackView(.vertical, spacing: 4, [lyrics, row]), width: 360, height: 240).run()
