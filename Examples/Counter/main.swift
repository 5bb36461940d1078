import Newsreel

let window = try CounterWindow(["geometry": "480x120", "place": "in-center", "grouping": "3", "duration": "0.8"])
var visitors = 41_250
repeat {
  window.show(visitors)
  visitors += Int.random(in: 1...250)
} while window.run(for: 1)
