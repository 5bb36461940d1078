internal import Scene
internal import ScrollCore

/// A property of windows or strips that people set, as it is declared.
struct DeclaredSetting {
  /// In kebab case.
  let name: String
  let kind: PropertyKind
  let unit: String
  let setting: PropertySetting

  /// Those of windows, then those of strips.
  static let all = declared(WindowOptions.self) + declared(StripStyle.self)

  private static func declared<Owner: HasProperties>(_: Owner.Type) -> [DeclaredSetting] {
    Owner.properties.compactMap { property in
      property.setting.map {
        DeclaredSetting(name: property.flag, kind: property.kind, unit: property.unit, setting: $0)
      }
    }
  }
}
