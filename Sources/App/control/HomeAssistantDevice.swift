internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// A display as a device of Home Assistant: the message of its MQTT discovery, and its part of the state.
///
/// Its entities follow from the window's abilities: headlines, a counter, and each declared setting. Home Assistant reads
/// values from the state, and writes to `set/PROPERTY` and `command`.
struct HomeAssistantDevice {
  let display: String
  let words: Words

  /// The longest state of an entity, in code points, and the longest attribute, in bytes, that Home Assistant keeps.
  static let longestState = 255
  static let longestText = 15_000

  // MARK: - State

  /// The part of the state for Home Assistant: the whole text, its beginning, and the settings.
  ///
  /// - Parameters:
  ///   - state: The window's state.
  ///   - values: All values of the window's properties.
  static func members(of state: JSON, values: JSON) -> [(String, JSON)] {
    let whole = texts(of: state).joined(separator: " • ")
    let text = whole.cut(toBytes: longestText).map { $0 + "…" } ?? whole
    let settings = settings(in: values).map { ($0.name, $0.value) }
    return [("text", .string(text)), ("short", .string(short(text))), ("settings", .object(settings))]
  }

  /// All that is shown, of each view.
  private static func texts(of state: JSON) -> [String] {
    if let views = state["views"]?.array { return views.flatMap(texts) }
    let lists = ["items", "lines", "tokens"].compactMap { state[$0]?.array?.compactMap(\.string) }
    return lists.first ?? [state["number"]?.word ?? state["label"]?.string ?? ""]
  }

  /// The beginning of a text that fits a state: whole characters, and an ellipsis.
  static func short(_ text: String) -> String {
    guard text.unicodeScalars.count > longestState else { return text }
    var (kept, count) = ("", 1)
    for character in text {
      count += character.unicodeScalars.count
      if count > longestState { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// The declared settings that the window has, with their values and their names there.
  private static func settings(in values: JSON) -> [(name: String, declared: PropertyInfo, value: JSON)] {
    guard case .object(let members) = values else { return [] }
    return PropertyInfo.settings.flatMap { declared in
      let name = declared.name
      return members.filter { $0.0 == name || $0.0.hasSuffix("." + name) }.map { ($0.0, declared, $0.1) }
    }
  }

  // MARK: - Announcement

  /// The parts of a message for its topic, by their keys, with their platforms; without those that go with it.
  static func platforms(in announcement: JSON) -> [String: String] {
    guard case .object(let components)? = announcement["components"] else { return [:] }
    var platforms: [String: String] = [:]
    for (key, component) in components.prefix(mostParts) where component["unique_id"] != nil && key.utf8.count <= 200 {
      platforms[key] = component["platform"]?.string.flatMap(HomeEntity.Platform.init(rawValue:))?.rawValue
    }
    return platforms
  }

  private static let mostParts = 500

  /// The message for its topic.
  ///
  /// - Parameter former: The platforms of earlier parts, by their keys: those that are no longer there are taken away.
  func announcement(of state: JSON, values: JSON, after former: [String: String] = [:]) -> JSON {
    let id = DisplayTopic.device(display)
    let device: [(String, JSON)] = [
      ("identifiers", .array([.string(id)])), ("name", .string(display)), ("manufacturer", .string("Newsreel")),
      ("model", .string(state["view"]?.string ?? "")), ("sw_version", .string(Release.version)),
    ]
    let entities = entities(of: state, values: values).map { ($0.key, $0.json(of: display)) }
    let present = Set(entities.map(\.0))
    let gone = former.filter { !present.contains($0.key) }.sorted { $0.key < $1.key }
    let message: [(String, JSON)] = [
      ("device", .object(device)),
      ("origin", .object(texts: [("name", "Newsreel"), ("sw_version", Release.version)])),
      ("availability_topic", .string(DisplayTopic.availability.name(of: display))),
      ("state_topic", .string(DisplayTopic.state.name(of: display))),
      ("components", .object(entities + gone.map { ($0.key, .object(texts: [("platform", $0.value)])) })),
    ]
    return .object(message)
  }

  private func entities(of state: JSON, values: JSON) -> [HomeEntity] {
    let views = state["views"]?.array ?? [state]
    var entities = [shownText]
    if views.contains(where: { $0["items"] != nil }) { entities += headlines }
    if views.contains(where: { $0["number"] != nil }) { entities.append(number) }
    if views.contains(where: { $0["items"] ?? $0["lines"] ?? $0["number"] != nil }) {
      entities += [button(.start, words[.start]), button(.stop, words[.stop])]
    }
    return entities + Self.settings(in: values).compactMap { entity(for: $0.declared, named: $0.name) }
  }

  private var command: String { DisplayTopic.command.name(of: display) }

  private var shownText: HomeEntity {
    HomeEntity(
      "shown", .sensor, words[.headlineList],
      [
        ("value_template", "{{ value_json.short }}"),
        ("json_attributes_topic", DisplayTopic.state.name(of: display)),
        ("json_attributes_template", #"{{ {"text": value_json.text} | tojson }}"#),
      ])
  }

  private var headlines: [HomeEntity] {
    [
      HomeEntity(
        "urgent", .notify, words[.urgentHeadline],
        [("command_topic", command), ("command_template", "urgent {{ value }}")]),
      HomeEntity(
        "text", .text, words[.homeText],
        [
          ("command_topic", command), ("command_template", "replace {{ value }}"),
          ("value_template", "{{ value_json.short }}"),
        ], [("max", .integer(Self.longestState))]),
      HomeEntity(
        "pause", .switch, words[.pause],
        [
          ("command_topic", command), ("payload_on", "pause"), ("payload_off", "resume"),
          ("value_template", #"{{ "pause" if value_json.paused else "resume" }}"#),
        ]),
    ]
  }

  private var number: HomeEntity {
    HomeEntity(
      "number", .number, words[.homeNumber],
      [
        ("command_topic", command), ("command_template", "counter {{ value }}"),
        ("value_template", "{{ value_json.number }}"), ("mode", "box"),
      ], [("min", .number(-1e12)), ("max", .number(1e12)), ("step", .number(0.001))])
  }

  private func button(_ action: ControlCommand, _ title: String) -> HomeEntity {
    HomeEntity(action.rawValue, .button, title, [("command_topic", command), ("payload_press", action.rawValue)])
  }

  // MARK: - Settings

  /// The entity for a setting; nil for one whose value is more than a number, a choice or a text.
  private func entity(for declared: PropertyInfo, named name: String) -> HomeEntity? {
    self.part(for: declared, named: name)?.asSetting
  }

  private func part(for declared: PropertyInfo, named name: String) -> HomeEntity? {
    guard let setting = declared.setting, [.value, .theme].contains(setting.part) else { return nil }
    let isTheme = setting.part == .theme
    let choices = isTheme ? themes : setting.choices.map { ($0.value, words.said($0.title)) }
    let view = name.dropLast(declared.name.count)
    let title = (view.isEmpty ? "" : "\(view.dropLast()): ") + words.said(setting.title)
    let value = "value_json.settings[\(JSON.string(name).line)]" + (isTheme ? " or \"\(Theme.automatic)\"" : "")
    let topic = [("command_topic", DisplayTopic.set(name).name(of: display))]
    if !choices.isEmpty { return select(name, title, choices, of: value, topic) }
    let read = [("value_template", "{{ \(value) }}")]
    switch declared.kind {
    case .flag:
      let states = [("payload_on", "true"), ("payload_off", "false")]
      return HomeEntity(name, .switch, title, topic + states + [("value_template", "{{ \(value) | lower }}")])
    case .integer, .number:
      let unit = declared.unit.isEmpty ? [] : [("unit_of_measurement", declared.unit)]
      return HomeEntity(name, .number, title, topic + read + unit + [("mode", "box")], bounds(of: declared.kind))
    case .text: return HomeEntity(name, .text, title, topic + read)
    case .font, .color, .choice: return nil
    }
  }

  private var themes: [(value: String, title: String)] {
    ([Theme.automatic] + Theme.shipped.map(\.name)).map { ($0, MenuEntry(theme: $0, words).title) }
  }

  /// Home Assistant shows titles; a value that is not one of the choices is unknown.
  private func select(
    _ name: String, _ title: String, _ choices: [(value: String, title: String)], of value: String,
    _ topic: [(String, String)]
  ) -> HomeEntity {
    let titles = JSON.object(texts: choices.map { ($0.value, $0.title) }).line
    let values = JSON.object(texts: choices.map { ($0.title, $0.value) }).line
    return HomeEntity(
      name, .select, title,
      topic + [
        ("command_template", "{{ \(values)[value] }}"), ("value_template", "{{ \(titles).get(\(value)) }}"),
      ], [("options", .array(choices.map { .string($0.title) }))])
  }

  /// Home Assistant's numbers have ends and steps.
  private func bounds(of kind: PropertyKind) -> [(String, JSON)] {
    switch kind {
    case .integer(let range):
      [("min", .integer(range.lowerBound)), ("max", .integer(range.upperBound)), ("step", .integer(1))]
    case .number(let range):
      [
        ("min", .number(max(range.lowerBound, -1e9))), ("max", .number(min(range.upperBound, 1e9))),
        ("step", .number(range.upperBound > 10 ? 1 : 0.01)),
      ]
    case .flag, .text, .font, .color, .choice: []
    }
  }
}

/// A part of a device: what Home Assistant calls an entity of a platform.
private struct HomeEntity {
  enum Platform: String { case notify, text, number, `switch`, select, sensor, button }

  /// Its name among those of the device, which stays the same.
  let key: String
  private let platform: Platform
  private let title: String
  private let texts: [(String, String)]
  private var others: [(String, JSON)]

  /// Shown among the device's settings.
  var asSetting: HomeEntity {
    var entity = self
    entity.others.append(("entity_category", .string("config")))
    return entity
  }

  init(
    _ key: String, _ platform: Platform, _ title: String, _ texts: [(String, String)], _ others: [(String, JSON)] = []
  ) {
    (self.key, self.platform, self.title, self.texts, self.others) = (key, platform, title, texts, others)
  }

  func json(of display: String) -> JSON {
    let device = DisplayTopic.device(display)
    // The same in each language, unlike its name.
    let id = "\(platform.rawValue).\(Self.slug(display))_\(Self.slug(key))"
    return .object(
      JSON.members(
        [
          ("platform", platform.rawValue), ("unique_id", "\(device)-\(key)"), ("default_entity_id", id),
          ("name", title),
        ] + texts.map { ($0.0, $0.1) })
        + others + [("qos", .integer(1))])
  }

  /// Home Assistant's IDs have small letters, digits and single underscores.
  private static func slug(_ text: String) -> String {
    text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "_")
  }
}
