/// Text to scroll: made up from a few words, the same for the same size.
struct SampleHeadlines {
  enum Script: String, CaseIterable {
    case latin = "Latin"
    case arabic = "Arabic"
    case emoji
  }

  private static let who = [
    "Harbour cities", "The weather service", "Rail engineers", "Two island schools", "A mountain observatory",
    "Orchard owners", "The lighthouse trust", "Night-shift bakers", "Canal wardens", "The seed library",
  ]
  private static let what = [
    "agree on a shared timetable", "report the calmest spring on record", "test a quieter brake",
    "open their archives to everybody", "count more swallows than ever", "welcome the new ferry",
    "publish the map of springs", "plan a bridge for walkers", "swap tools instead of buying them",
  ]
  private static let how = [
    "after a year of talks", "before the first frost", "with help from 40 villages", "for the third time",
    "as the days grow longer", "in time for the fair", "at half the cost", "and thank the volunteers",
  ]
  private static let arabic = [
    "مدن المرافئ تتفق على جدول واحد", "المرصد يسجل أهدأ ربيع", "مكتبة البذور تفتح أبوابها للجميع",
    "العبارة الجديدة تصل قبل الصقيع",
    "القرى تبني جسرا للمشاة", "الخبازون يشكرون المتطوعين",
  ]
  private static let emoji = ["🎉", "🚢", "🌦️", "🚆", "🏔️", "🍎", "🐦", "📚", "🌉", "🥖", "👩🏽‍🔬", "🇺🇳"]
  private var state: UInt64 = 88_172_645_463_325_252

  /// One line of `size` bytes; in other scripts than Latin of a little more, in whole headlines.
  static func line(size: Int, _ script: Script = .latin) -> String {
    var source = SampleHeadlines()
    var text = ""
    text.reserveCapacity(size + 200)
    while text.utf8.count < size { text += source.next(script) + "  +++  " }
    return script == .latin ? String(decoding: text.utf8.prefix(size), as: UTF8.self) : text
  }

  /// That many lines, each another one.
  static func lines(count: Int) -> String {
    var source = SampleHeadlines()
    return (1...count).map { "\($0): \(source.next(.latin))\n" }.joined()
  }

  private mutating func next(_ script: Script) -> String {
    switch script {
    case .latin: "\(pick(Self.who)) \(pick(Self.what)) \(pick(Self.how))"
    case .arabic: pick(Self.arabic)
    case .emoji: "\(pick(Self.emoji))\(pick(Self.emoji)) \(pick(Self.who)) \(pick(Self.emoji))"
    }
  }

  private mutating func pick(_ words: [String]) -> String {
    // Xorshift: any sequence will do.
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return words[Int(state >> 33) % words.count]
  }
}
