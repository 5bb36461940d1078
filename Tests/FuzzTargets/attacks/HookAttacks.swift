import TestKit

@testable import App
@testable import Base
@testable import ScrollCore
@testable import Windows

extension Attack {
  /// Headlines that want to be commands: what an event says stays within the word where it is asked for.
  static let hooks = Attack(name: "hooks", count: 2000) { random, words in
    let event = random.one(of: ProgramEvent.names)
    let names = ProgramEvent.fields(of: event)
    let plain = ["say", "--title", "{{text}", "50%", "it is", "'", "a;b"]
    let written =
      ["/usr/bin/program"]
      + (0..<random.number(1...4)).map { _ -> String in
        let field = "{\(random.one(of: names))}"
        return random.one(of: [field, "x: " + field, field + field, "--text=" + field] + plain)
      }
    let fields = names.map { (name: $0, value: JSON.string(random.hostileText())) }
    words = "\(written) \(fields)"
    let arguments = try Hook(event: event, words: written, place: "f").arguments(fields)
    try hold(arguments.count == written.count, "\(written.count) words have become \(arguments)")
    try hold(arguments[0] == written[0], "another program is run: \(arguments[0])")
    for (word, argument) in zip(written, arguments) {
      try hold(!argument.utf8.contains(0), "a word ends early")
      if !word.contains("{") { try hold(word == argument, "\(word) has become \(argument)") }
      if !word.hasPrefix("-") { try hold(!argument.hasPrefix("-"), "it has become an option: \(argument)") }
    }
    for (name, value) in Hook.environment(fields) {
      try hold(name.hasPrefix("NEWSREEL_") && name.utf8.allSatisfy { $0.isLetter || $0 == 0x5F }, "a variable \(name)")
      try hold(!value.utf8.contains(0), "a value ends early")
    }
    try checkWritten(random.hostileText(), event)
  }

  /// A written hook has the words that its quotes say, whatever they are.
  private static func checkWritten(_ text: String, _ event: String) throws {
    let words = ["program", text.replacing("{", with: "("), "-x"]
    let hook = try Hook(written: "\(event)=\(CommandWords.text(words))")
    // Compared as scalars: texts that look alike are not the same.
    let found = hook.words.map { Array($0.unicodeScalars) }
    try hold(found == words.map { Array($0.unicodeScalars) }, "\(words) are read as \(hook.words)")
  }

  /// Tags within tags, without an end, with numbers without bounds, of all three kinds.
  static let markup = Attack(name: "markup", count: 1500) { random, words in
    let kind = random.one(of: ["lemonbar", "dzen2", "pango"])
    let tags = tags[kind] ?? []
    for _ in 0..<random.number(1...30) {
      var tag = random.one(of: tags)
      if tag.contains("#") { tag = tag.replacing("#", with: random.one(of: numbers)) }
      words += random.happens(4) ? random.hostileText() : tag
    }
    let target = try found(kind)
    try target.check(Array(words.utf8.prefix(target.longest)))
  }

  private static let numbers = [
    "0", "-1", "1", "100", "65536", "2147483648", "-2147483649", "99999999999999999999", "1e9", "nan", "#ff0000", "",
  ]

  private static let tags = [
    "lemonbar": [
      "%{F#f00}", "%{B-}", "%{T#}", "%{O#}", "%{A#:id:}", "%{A:xdg-open %{A}:}", "%{A}", "%{l}", "%{c}", "%{r}", "%{R}",
      "%{+u}", "%{U#}", "%{S#}", "%{", "%{}", "%%", "%{F#", "%{A1:\\::}",
    ],
    "dzen2": [
      "^fg(#)", "^bg(red)", "^fn(#)", "^r(#x#)", "^ro(#x#-#)", "^c(#)", "^co(#-#)", "^p(#;#)", "^pa(#)", "^ib(#)",
      "^i(/dev/zero)",
      "^i(../../x.xbm)", "^ca(#,id)", "^ca()", "^ba(#,_CENTER)", "^^", "^", "^fg(", "^p(_LOCK_X)", "^tw()",
    ],
    "pango": [
      "<b>", "</b>", "<span size='#'>", "<span rise='#' letter_spacing='#'>", "<span font='Sans #'>", "</span>",
      "<big>",
      "<span line_height='#'>", "<tt", "&#x0;", "&#1114112;", "&unknown;", "<!--", "<![CDATA[", "<?x?>", "<a href='#'>",
      "<span font_features='#'>", "<sub><sup>", "<span fgcolor='#' bgalpha='#%'>",
    ],
  ]
}
