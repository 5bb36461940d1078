import Newsreel

// Views of one's own: OwnViews [banner SPEED TEXT | drop TEXT]
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "banner" {
  let speed = arguments.dropFirst().first.flatMap(Double.init) ?? 60
  let text = arguments.dropFirst(2).joined(separator: " ")
  let banner = Banner(text.isEmpty ? "A view of one's own moves as a crawl does" : text, speed: speed)
  try Window(banner, width: 800, height: 36, at: .inBottom).run()
} else if arguments.first == "drop" {
  let drop = Drop(arguments.dropFirst().joined(separator: " "))
  drop.place(.inMidX)
  drop.place(.inBottom)
  drop.onClick = { drop.fall() }
  drop.fall()
  try Window(View([drop]), width: 320, height: 160).run()
} else {
  let (clock, sparkline) = (Clock(), Sparkline())
  sparkline.border = Border(width: 1, color: Color(rgb: 0x364353))
  clock.onClick = { clock.secondColor = clock.secondColor == nil ? Color(rgb: 0xE5484D) : nil }
  var value = 100.0
  func next() -> Double {
    value += Double.random(in: -4...4)
    return value
  }
  for _ in 0..<60 { sparkline.append(next()) }
  let window = try Window(StackView(.vertical, spacing: 8, [clock, sparkline]), width: 320)
  repeat { sparkline.append(next()) } while window.run(for: 1)
}
