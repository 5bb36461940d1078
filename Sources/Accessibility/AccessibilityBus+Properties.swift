internal import Base
internal import Glibc
internal import Scene

/// The properties of objects (`org.freedesktop.DBus.Properties`).
extension AccessibilityBus {
  private enum Value {
    case text(String)
    case integer(Int32)
    case short(Int16)
    case number(Double)
    /// The parent of an object.
    case parent(AccessibleObjects.Object)

    var type: String {
      switch self {
      case .text: "s"
      case .integer: "i"
      case .short: "n"
      case .number: "d"
      case .parent: "(so)"
      }
    }
  }

  /// The language of names.
  static var locale: String { setlocale(LC_MESSAGES, nil).map { String(cString: $0) } ?? "C" }

  func answerProperties(_ call: Call) -> Bool {
    guard let interface = call.message.text() else { return refuse(call, "InvalidArgs", "an interface is expected") }
    let properties = properties(of: call, interface)
    switch call.message.member {
    case "GetAll":
      return reply(call) { writer in
        writer.array(of: "{sv}") {
          for (name, value) in properties {
            writer.entry("sv") {
              writer.text(name)
              write(value, to: writer)
            }
          }
        }
      }
    case "Get":
      guard let name = call.message.text() else { return refuse(call, "InvalidArgs", "a property is expected") }
      guard let value = properties.first(where: { $0.0 == name })?.1 else {
        return refuse(call, "UnknownProperty", "\(interface) has no \(name) here")
      }
      return reply(call) { write(value, to: $0) }
    case "Set": return set(call, interface)
    default: return false
    }
  }

  /// Sets a property. Only the application's number can be set, by the registry.
  private func set(_ call: Call, _ interface: String) -> Bool {
    guard interface == Self.prefix + "Application", call.message.text() == "Id", call.node.role == .application,
      let number = call.message.value().flatMap(Int32.init(exactly:))
    else { return refuse(call, "PropertyReadOnly", "it cannot be set") }
    registeredNumber = number
    return reply(call) { _ in }
  }

  private func refuse(_ call: Call, _ name: String, _ reason: String) -> Bool {
    bus.refuse(call.message, name, reason)
    return true
  }

  private func properties(of call: Call, _ interface: String) -> [(String, Value)] {
    let node = call.node
    guard node.interfaces.contains(interface) else { return [] }
    switch interface.dropFirst(Self.prefix.utf8.count) {
    case "Accessible":
      return [
        ("Name", .text(node.name)), ("Description", .text(node.details)), ("Parent", .parent(call.object)),
        ("ChildCount", .integer(Int32(call.object.children.count))), ("Locale", .text(Self.locale)),
        ("AccessibleId", .text("")), ("HelpText", .text("")),
      ]
    case "Application":
      return [
        ("ToolkitName", .text("Newsreel")), ("Version", .text(Release.version)), ("AtspiVersion", .text("2.1")),
        ("Id", .integer(registeredNumber)),
      ]
    case "Action": return [("NActions", .integer(Int32(node.actions.count)))]
    case "Value":
      // It has no limits, and is read-only.
      return [
        ("CurrentValue", .number(node.value ?? 0)), ("MinimumValue", .number(0)), ("MaximumValue", .number(0)),
        ("MinimumIncrement", .number(0)), ("Text", .text(node.name)),
      ]
    case "Text":
      return [
        ("CharacterCount", .integer(Int32(node.text?.line.unicodeScalars.count ?? 0))),
        ("CaretOffset", .integer(Int32(node.text?.caret ?? 0))),
      ]
    case "Hyperlink": return [("NAnchors", .short(1)), ("StartIndex", .integer(0)), ("EndIndex", .integer(0))]
    default: return []
    }
  }

  private func write(_ value: Value, to writer: BusWriter) {
    writer.variant(value.type) {
      switch value {
      case .text(let text): writer.text(text)
      case .integer(let number): writer.integer(number)
      case .short(let number): writer.short(number)
      case .number(let number): writer.number(number)
      case .parent(let object): writer.structure("so") { parent(of: object, to: writer) }
      }
    }
  }
}
