internal import Base
internal import Scene
internal import ScrollCore
internal import X11

/// A row of the Settings… window: its title, and its property or other subject.
struct SettingsRow {
  enum Kind: Equatable {
    /// By the property's declaration.
    case property(String)
    /// The height in the property `geometry`.
    case height
    /// The action of a click, in the property `bind`.
    case click
    case autostart
  }

  let title: Word
  let kind: Kind
  /// The choices, if the declaration has none.
  var choices: [(value: String, word: Word)] = []

  static let all: [SettingsRow] = [
    SettingsRow(title: .settingHeight, kind: .height), SettingsRow(title: .settingFont, kind: .property("font")),
    SettingsRow(title: .settingSpeed, kind: .property("scroll-speed")),
    SettingsRow(
      title: .settingPlace, kind: .property("place"),
      choices: [("in-bottom", .placeBottom), ("in-top", .placeTop)]),
    SettingsRow(
      title: .settingMonitor, kind: .property("monitor"),
      choices: [("primary", .monitorPrimary), ("all", .monitorAll)]),
    SettingsRow(
      title: .settingClick, kind: .click,
      choices: [("", .clickOpens), ("pause", .clickPauses), ("menu", .clickMenu)]),
    SettingsRow(
      title: .settingMotion, kind: .property("reduced-motion"),
      choices: [("auto", .asDesktop), ("off", .motionMoves), ("on", .motionStands)]),
    SettingsRow(title: .settingAutoHide, kind: .property("auto-hide")),
    SettingsRow(
      title: .settingFullScreen, kind: .property("full-screen"),
      choices: [("stay", .fullScreenStays), ("below", .fullScreenBelow), ("hide", .fullScreenHides)]),
    SettingsRow(
      title: .doNotDisturb, kind: .property("do-not-disturb"),
      choices: [("follow", .asDesktop), ("on", .settingOn), ("off", .settingOff)]),
    SettingsRow(title: .settingQuietHours, kind: .property("quiet-hours")),
    SettingsRow(title: .settingAutostart, kind: .autostart),
  ]

  /// In pixels.
  static let heights = [24, 28, 32, 36, 40, 48, 56, 64, 80]
}

/// The content and actions of the rows of the Settings… window.
final class SettingsRows {
  let model: SettingsModel
  let words: Words
  /// The rows whose properties the window has.
  let rows: [SettingsRow]

  init(_ model: SettingsModel, _ words: Words) {
    (self.model, self.words) = (model, words)
    rows = SettingsRow.all.filter { row in
      switch row.kind {
      case .property(let name): model.property(name) != nil
      case .height: model.property("geometry") != nil
      case .click: model.property("bind") != nil
      case .autostart: true
      }
    }
  }

  func title(_ index: Int) -> String { words[rows[index].title] }

  // MARK: - Content

  func row(_ index: Int) -> ListRow {
    guard rows.indices.contains(index) else { return ListRow([]) }
    let row = rows[index]
    if let isOn = isOn(index) { return ListRow([ListCell(title(index)), ListCell("")], isOn: isOn) }
    var cell = ListCell(shown(row))
    cell.opensMenu = hasMenu(row)
    cell.isEditable = !cell.opensMenu
    cell.editedText = value(row)
    if case .property(let name) = row.kind { cell.placeholder = model.property(name)?.defaultText ?? "" }
    return ListRow([ListCell(title(index)), cell])
  }

  private func isOn(_ index: Int) -> Bool? {
    switch rows[index].kind {
    case .autostart: Autostart.isOn
    case .property(let name): model.property(name)?.value == .flag(true) ? true : isFlag(name) ? false : nil
    case .height, .click: nil
    }
  }

  private func isFlag(_ name: String) -> Bool { model.property(name)?.isFlag ?? false }

  private func hasMenu(_ row: SettingsRow) -> Bool { !row.choices.isEmpty || row.kind == .height }

  /// The current value as text.
  private func value(_ row: SettingsRow) -> String {
    switch row.kind {
    case .property(let name): model.property(name)?.value.text ?? ""
    case .height: geometry.height.map(\.text) ?? ""
    case .click: bindings.first { $0.hasPrefix(Self.click) }.map { String($0.dropFirst(Self.click.count)) } ?? ""
    case .autostart: ""
    }
  }

  private func shown(_ row: SettingsRow) -> String {
    let value = value(row)
    if let choice = row.choices.first(where: { $0.value == value }) { return words[choice.word] }
    if row.kind == .height { return value.isEmpty ? words[.settingUsual] : "\(value) px" }
    if case .property(let name) = row.kind, let unit = model.property(name)?.unit, unit.hasPrefix("px") {
      return "\(value) \(unit)"
    }
    let none = row.kind == .property("quiet-hours") ? Word.settingNone : .settingUsual
    return value.isEmpty ? words[none] : value
  }

  // MARK: - Actions

  /// The choices: values with their names.
  func choices(_ index: Int) -> [(value: String, title: String, isChosen: Bool)] {
    let row = rows[index]
    let now = value(row)
    var all = row.choices.map { (value: $0.value, title: words[$0.word], isChosen: $0.value == now) }
    if row.kind == .height {
      all =
        [("", words[.settingUsual], now.isEmpty)] + SettingsRow.heights.map { ("\($0)", "\($0) px", "\($0)" == now) }
    }
    if row.kind == .property("monitor"), let display = try? Display() {
      all += display.monitors().map { ($0.name, $0.name, $0.name == now) }
    }
    return all
  }

  /// Sets a value given as text; an invalid one is refused.
  func set(_ index: Int, to text: String) throws(Failure) {
    let row = rows[index]
    switch row.kind {
    case .property(let name):
      let isUsual = text.isEmpty && model.property(name)?.kind != .text
      try model.set([PropertyChange(name, to: isUsual ? nil : .text(text))], title: title(index))
    case .height:
      var new = geometry
      new.height = Double(text).map { .pixels($0) }
      try model.set([PropertyChange("geometry", to: new.text.isEmpty ? nil : .text(new.text))], title: title(index))
    case .click:
      let rest = bindings.filter { !$0.hasPrefix(Self.click) } + (text.isEmpty ? [] : [Self.click + text])
      try model.set(
        [PropertyChange("bind", to: rest.isEmpty ? nil : .text(rest.joined(separator: ",")))], title: title(index))
    case .autostart: break
    }
  }

  func toggle(_ index: Int) throws(Failure) {
    guard let isOn = isOn(index) else { return }
    switch rows[index].kind {
    case .autostart: try model.setAutostart(!isOn, title: title(index))
    case .property(let name): try model.set([PropertyChange(name, to: .flag(!isOn))], title: title(index))
    case .height, .click: break
    }
  }

  private static let click = "button1="

  private var bindings: [String] {
    let text = model.property("bind")?.value.text ?? ""
    return text.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }

  private var geometry: WindowGeometry {
    (try? WindowGeometry(parsing: model.property("geometry")?.value.text ?? "")) ?? WindowGeometry()
  }
}
