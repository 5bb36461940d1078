internal import Base
internal import Panels
internal import Scene
internal import ScrollCore
internal import X11

/// A row of the Settings… window.
struct SettingsRow: Equatable {
  /// The property's name; nil for the start with the desktop, which is not one.
  let name: String?
  let setting: PropertyInfo.Setting

  /// The declared settings of windows and strips, by group, and at the end the start with the desktop.
  static let all: [SettingsRow] = {
    let declared = PropertyInfo.settings.compactMap { info in
      info.setting.map { SettingsRow(name: info.name, setting: $0) }
    }
    let groups = Dictionary(grouping: declared) { $0.setting.group.rawValue }
    let autostart = PropertyInfo.Setting(NewsWord.settingAutostart.rawValue, .when)
    return groups.keys.sorted().flatMap { groups[$0] ?? [] } + [SettingsRow(name: nil, setting: autostart)]
  }()

  /// In pixels.
  static let heights = [24, 28, 32, 36, 40, 48, 56, 64, 80]
}

/// A value to choose in a row.
struct SettingsChoice: Equatable {
  enum Value: Equatable {
    case text(String)
    /// One that is typed.
    case typed
  }

  var value: Value
  var title: String
  var isChosen = false
}

/// The content and actions of the rows of the Settings… window.
final class SettingsRows {
  let model: SettingsModel
  let words: Words
  /// The rows whose properties the window has.
  let rows: [SettingsRow]

  init(_ model: SettingsModel, _ words: Words) {
    (self.model, self.words) = (model, words)
    // The themes have pictures.
    rows = SettingsRow.all.filter { $0.setting.part != .theme && ($0.name.map { model.property($0) != nil } ?? true) }
  }

  func title(_ index: Int) -> String { words.said(rows[index].setting.title) }

  // MARK: - Content

  func row(_ index: Int) -> ListRow {
    guard rows.indices.contains(index) else { return ListRow([]) }
    let row = rows[index]
    if let isOn = isOn(row) { return ListRow([ListCell(title(index)), ListCell("")], isOn: isOn) }
    var cell = ListCell(shown(row))
    cell.opensMenu = hasMenu(row)
    cell.isEditable = !cell.opensMenu || row.setting.part == .font
    cell.editedText = value(row)
    cell.placeholder = row.name.flatMap { model.property($0)?.defaultText } ?? ""
    return ListRow([ListCell(title(index)), cell])
  }

  private func isOn(_ row: SettingsRow) -> Bool? {
    guard let name = row.name else { return Autostart.isOn }
    guard let property = model.property(name), property.isFlag else { return nil }
    return property.value == .flag(true)
  }

  private func hasMenu(_ row: SettingsRow) -> Bool {
    !row.setting.choices.isEmpty || row.setting.part == .height || row.setting.part == .font
  }

  /// The current value as text.
  private func value(_ row: SettingsRow) -> String {
    switch row.setting.part {
    case .height: geometry.height.map(\.text) ?? ""
    case .click: bindings.first { $0.hasPrefix(Self.click) }.map { String($0.dropFirst(Self.click.count)) } ?? ""
    case .value, .theme, .font, .monitor: row.name.flatMap { model.property($0)?.value.text } ?? ""
    }
  }

  private func shown(_ row: SettingsRow) -> String {
    let value = value(row)
    if let choice = row.setting.choices.first(where: { $0.value == value }) { return words.said(choice.title) }
    if value.isEmpty { return words.said(row.setting.empty) }
    let unit = row.setting.part == .height ? "px" : row.name.flatMap { model.property($0)?.unit } ?? ""
    return unit.hasPrefix("px") ? "\(value) \(unit)" : value
  }

  // MARK: - Actions

  func choices(_ index: Int) -> [SettingsChoice] {
    let row = rows[index]
    let now = value(row)
    func choice(_ value: String, _ title: String) -> SettingsChoice {
      SettingsChoice(value: .text(value), title: title, isChosen: value == now)
    }
    let declared = row.setting.choices.map { choice($0.value, words.said($0.title)) }
    switch row.setting.part {
    case .height:
      return [choice("", words.said(row.setting.empty))] + SettingsRow.heights.map { choice("\($0)", "\($0) px") }
    // Without a display there are no names to choose from.
    case .monitor: return declared + ((try? Display())?.monitors().map { choice($0.name, $0.name) } ?? [])
    case .font:
      return [choice("", words.said(row.setting.empty)), SettingsChoice(value: .typed, title: words[.otherFont])]
        + Display.installedFamilies().map { choice($0, $0) }
    case .value, .theme, .click: return declared
    }
  }

  /// Sets a value given as text; an invalid one is refused.
  func set(_ index: Int, to text: String) throws(Failure) {
    let row = rows[index]
    guard let name = row.name else { return }
    var value: PropertyValue?
    switch row.setting.part {
    case .value, .theme, .font, .monitor:
      value = text.isEmpty && model.property(name)?.kind != .text ? nil : .text(text)
    case .height:
      var new = geometry
      new.height = Double(text).map { .pixels($0) }
      value = new.text.isEmpty ? nil : .text(new.text)
    case .click:
      let rest = bindings.filter { !$0.hasPrefix(Self.click) } + (text.isEmpty ? [] : [Self.click + text])
      value = rest.isEmpty ? nil : .text(rest.joined(separator: ","))
    }
    do throws(Failure) { try model.set([PropertyChange(name, to: value)], title: title(index)) } catch {
      throw error.naming(name, title(index))
    }
  }

  func toggle(_ index: Int) throws(Failure) {
    guard let isOn = isOn(rows[index]) else { return }
    guard let name = rows[index].name else { return try model.setAutostart(!isOn, title: title(index)) }
    try model.set([PropertyChange(name, to: .flag(!isOn))], title: title(index))
  }

  private static let click = "button1="

  private var bindings: [String] {
    let text = model.property("bind")?.value.text ?? ""
    return text.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }

  private var geometry: WindowGeometry {
    // The window reports a geometry.
    (try? WindowGeometry(parsing: model.property("geometry")?.value.text ?? "")) ?? WindowGeometry()
  }
}
