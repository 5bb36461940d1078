import Newsreel

// A number that rolls once a second, and buttons to control it.
let counter = CounterView()
counter.duration = 0.8
counter.grouping = .threes
counter.alignment = .center
counter.onFinish = { print("at rest: \(counter.text)") }

let controls = StackView(.horizontal, spacing: 6)
for (label, action) in [
  ("Spin", counter.startAnimation), ("Rest", counter.stopAnimation),
  ("Zero", { counter.setNumber(0, animated: false) }),
] {
  let button = BadgeView(label)
  button.background = "#232c37"
  button.padding = 8
  button.onClick = action
  controls.addSubview(button)
}
controls.height = 30

let window = try Window(StackView(.vertical, spacing: 4, [counter, controls]), width: 480)
var visitors = 41_250
repeat {
  counter.number = visitors
  visitors += Int.random(in: 1...250)
} while window.run(for: 1)
