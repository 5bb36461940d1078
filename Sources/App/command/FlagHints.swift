package import ScrollCore
internal import Windows

/// Suggestions for an unknown flag.
package enum FlagHints {
  /// Terms of other programs, and the flags here.
  private static let others = [
    "speed": "scroll-speed", "velocity": "scroll-speed", "fps": "clock", "colour": "foreground", "color": "foreground",
    "fg": "foreground", "text-colour": "text-color", "font-color": "foreground", "bg": "background",
    "bg-color": "background", "background-color": "background", "position": "place", "top": "place",
    "bottom": "place", "width": "geometry", "height": "geometry", "size": "font-size", "text-size": "font-size",
    "direction": "scroll-left", "reverse": "scroll-left", "right": "scroll-left", "gap": "repeat-spacing",
    "spacing": "repeat-spacing", "separator": "separator-color", "url": "feed", "rss": "feed", "feeds": "feed",
    "interval": "every", "refresh": "every", "cmd": "command", "exec": "command", "input": "file", "title": "label",
    "screen": "monitor", "output": "monitor", "display": "monitor", "radius": "corner-radius",
    "rounded": "corner-radius",
    "delay": "delay-at-start", "loop": "scroll-repeat", "repeat": "scroll-repeat", "suggestions": "suggest-file",
    "readonly": "no-can-edit", "read-only": "no-can-edit", "padding": "margins", "time": "scroll-time",
    "duration": "scroll-time",
  ]

  /// The flags of a command that an unknown `name` without dashes may mean: another program's term, another spelling of
  /// colour, a typo, or a part of a name.
  ///
  /// - Parameter flags: The flags of the command.
  package static func meant(by name: String, among flags: [String]) -> [String] {
    let known = Set(flags)
    func isKnown(_ flag: String) -> Bool {
      known.contains(flag) || flag.hasPrefix("no-") && known.contains(String(flag.dropFirst(3)))
    }
    let american = name.split(separator: "-").map { $0 == "colour" ? "color" : $0 == "grey" ? "gray" : $0 }
      .joined(separator: "-")
    if american != name, isKnown(american) { return [american] }
    if let other = others[name] ?? others[american], isKnown(other) { return [other] }
    if let near = nearest(to: name, in: flags) { return [near] }
    if let near = nearest(to: name, in: others.keys.sorted()), let other = others[near], isKnown(other) {
      return [other]
    }
    let parts = flags.filter { $0.split(separator: "-").contains(Substring(american)) }
    return parts.count <= mostMeant ? parts : []
  }

  /// The end of an error about an unknown property: the names that it may mean.
  static func remedy(for name: String, among names: [String]) -> String {
    let meant = meant(by: name, among: names)
    return meant.isEmpty ? "" : "; did you mean \(meant.map { "'\($0)'" }.joined(separator: " or "))?"
  }

  /// How a configuration writes an option, with an example for some words of other programs.
  static func written(_ flag: String, for word: String) -> String {
    flag == "geometry" ? WindowOptions.examples[word] ?? flag : flag
  }

  /// What leaves out what an unknown `--no-…` is about: `--no-flag`, or an option's empty or smallest value; nil if
  /// nothing does.
  ///
  /// - Parameter name: What stands behind `--no-`.
  package static func leavingOut(_ name: String, among options: [PropertyInfo]) -> String? {
    let flags = options.map(\.name)
    let negated = options.filter(\.isFlag).map { "no-" + $0.name }
    let meant = flags.contains(name) ? [name] : meant(by: name, among: flags + negated)
    guard let first = meant.first else { return nil }
    let plain = first.hasPrefix("no-") && !flags.contains(first) ? String(first.dropFirst(3)) : first
    guard let option = options.first(where: { $0.name == plain }) else { return nil }
    switch option.kind {
    case .flag: return "--no-\(plain)"
    case .text where !option.addsUp, .font where !option.addsUp: return "--\(plain) ''"
    case .number(let range) where range.contains(0): return "--\(plain) 0"
    case .integer(let range) where range.contains(0): return "--\(plain) 0"
    default: return nil
    }
  }

  /// The limit for suggestions.
  private static let mostMeant = 3

  /// The other views with a flag that `view` lacks; nil if there are none.
  static func elsewhere(_ name: String, than view: String) -> String? {
    guard !flags(of: view).contains(name) else { return nil }
    let views = Views.all.map { $0.name }.filter { own(of: $0).contains(name) }
    guard let last = views.last else { return nil }
    return views.count == 1 ? last : views.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The error for a flag that only other views have, with the remedy; nil if none has it.
  package static func remedy(for name: String, of view: String) -> String? {
    guard let views = elsewhere(name, than: view) else { return nil }
    let isOne = !views.contains(" ")
    return "--\(name): \(view) cannot take it; \(views) \(isOne ? "takes" : "take") it"
  }

  /// Whether it is a flag of several views with the same meaning, and therefore not a typo.
  package static func isShared(_ name: String) -> Bool {
    PropertyInfo.sources.contains { $0.name == name } || name == "markup"
  }

  private static func own(of view: String) -> [String] {
    Views.all.first { $0.name == view }.map { own(of: $0).map(\.name) } ?? []
  }

  private static func own<Kind: ViewKind>(of kind: Kind.Type) -> [PropertyInfo] {
    Kind.sourceOptions + PropertyInfo.all(of: kind).flags
  }

  /// The flags of a view's command.
  package static func flags(of view: String) -> [String] { options(of: view).map(\.name) }

  package static func options(of view: String) -> [PropertyInfo] {
    guard let kind = Views.all.first(where: { $0.name == view }) else { return [] }
    return own(of: kind) + PropertyInfo.window
  }
}

/// Suggestions for a misspelt command.
package enum CommandHints {
  /// The nearest of some words, or nil.
  package static func nearest(to word: String, among words: [String]) -> String? {
    ScrollCore.nearest(to: word, in: words)
  }

  /// The command that a first word may mean. A word with a capital, a space or punctuation is a headline.
  package static func meant(by word: String, among commands: [String]) -> String? {
    guard word.count > 2, word.allSatisfy({ $0.isASCII && $0.isLowercase }) else { return nil }
    guard let near = nearest(to: word, among: commands), near.first == word.first else { return nil }
    return near
  }
}
