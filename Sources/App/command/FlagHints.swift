package import ScrollCore

/// What a flag that there is not may have been meant for.
package enum FlagHints {
  /// Words of other programs, and what they are here.
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

  /// The flags of a command that `name` may stand for, without dashes: by another program's word for it, by the spelling of
  /// colours, by a slip, or by a part of their names.
  ///
  /// - Parameter flags: those of the command.
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
    let parts = flags.filter { $0.split(separator: "-").contains(Substring(american)) }
    return parts.count <= mostMeant ? parts : []
  }

  /// More of them are no hint.
  private static let mostMeant = 3

  /// The views that have a flag, where that one has it not; nil where none has it.
  static func elsewhere(_ name: String, than view: String) -> String? {
    guard !flags(of: view).contains(name) else { return nil }
    let views = Views.all.map { $0.name }.filter { own(of: $0).contains(name) }
    guard let last = views.last else { return nil }
    return views.count == 1 ? last : views.dropLast().joined(separator: ", ") + " and " + last
  }

  /// What to say of a flag that only other views have, with the remedy; nil where none has it.
  package static func remedy(for name: String, of view: String) -> String? {
    guard let views = elsewhere(name, than: view) else { return nil }
    let isOne = !views.contains(" ")
    return "--\(name): \(view) cannot take it; \(views) \(isOne ? "takes" : "take") it"
  }

  /// Whether it is one of those that mean the same on every view that can take them, and so is no slip.
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

/// A word that looks like a command with a slip in it.
package enum CommandHints {
  /// The nearest of some words; nil where none is near.
  package static func nearest(to word: String, among words: [String]) -> String? {
    ScrollCore.nearest(to: word, in: words)
  }

  /// The command that a first word may have been meant for. A word with a capital, a blank or a sign in it is a headline.
  package static func meant(by word: String, among commands: [String]) -> String? {
    guard word.count > 2, word.allSatisfy({ $0.isASCII && $0.isLowercase }) else { return nil }
    guard let near = nearest(to: word, among: commands), near.first == word.first else { return nil }
    return near
  }
}
