internal import Base
internal import Scene
internal import ScrollCore

/// Handles method calls. Each interface answers its own calls; all others are refused, and so are invalid arguments.
extension AccessibilityBus {
  /// A call to an existing object.
  struct Call {
    let message: BusMessage
    let number: Int
    let object: AccessibleObjects.Object
    var node: AccessibleNode { object.node }
  }

  /// Answers a call from any client.
  func answer(_ message: BusMessage) -> Bool {
    handleCall(from: message.sender, isWriting: message.interface == Self.prefix + "EditableText")
    if message.path == Self.cachePath { return answerCache(message) }
    guard let number = number(at: message.path), let object = objects[number] else {
      bus.refuse(message, "UnknownObject", "there is no \(message.path) any more")
      return true
    }
    let call = Call(message: message, number: number, object: object)
    if message.interface == "org.freedesktop.DBus.Properties" { return answerProperties(call) }
    guard message.interface.hasPrefix(Self.prefix) else { return false }
    let name = String(message.interface.dropFirst(Self.prefix.utf8.count))
    let isOwn = call.node.interfaces.contains(message.interface)
    switch name {
    case "Accessible": return answerAccessible(call) || answerReferences(call)
    case "Application" where isOwn: return answerApplication(call)
    case "Component" where isOwn: return answerComponent(call)
    case "Action" where isOwn: return answerAction(call)
    case "Hyperlink" where isOwn: return answerHyperlink(call)
    case "Text" where isOwn: return answerText(call)
    case "EditableText" where isOwn: return answerEditableText(call)
    default: return false
    }
  }

  func reply(_ call: Call, write: (BusWriter) -> Void) -> Bool {
    bus.reply(to: call.message, write: write)
    return true
  }

  func refuseArguments(_ call: Call) -> Bool {
    bus.refuse(call.message, "InvalidArgs", "\(call.message.member): other arguments are expected")
    return true
  }

  // MARK: - Accessible

  private func answerAccessible(_ call: Call) -> Bool {
    switch call.message.member {
    case "GetIndexInParent": return reply(call) { $0.integer(index(of: call.number)) }
    case "GetRole": return reply(call) { $0.unsigned(call.node.roleName.number) }
    case "GetRoleName", "GetLocalizedRoleName": return reply(call) { $0.text(call.node.roleName.name) }
    case "GetState":
      return reply(call) { writer in
        writer.array(of: "u") { for word in call.node.stateBits { writer.unsigned(word) } }
      }
    case "GetAttributes":
      return reply(call) { writer in
        writer.array(of: "{ss}") {
          for (name, value) in [("toolkit", "Newsreel")] + placeAttributes(of: call.number) {
            writer.entry("ss") {
              writer.text(name)
              writer.text(value)
            }
          }
        }
      }
    case "GetRelationSet": return reply(call) { $0.array(of: "(ua(so))") }
    case "GetInterfaces":
      return reply(call) { writer in
        writer.array(of: "s") { for name in call.node.interfaces { writer.text(name) } }
      }
    default: return false
    }
  }

  /// Screen readers say "2 of 7" by these.
  private func placeAttributes(of number: Int) -> [(String, String)] {
    objects.place(of: number).map { [("posinset", "\($0.place)"), ("setsize", "\($0.count)")] } ?? []
  }

  private func answerReferences(_ call: Call) -> Bool {
    switch call.message.member {
    case "GetChildAtIndex":
      guard let index = call.message.integer() else { return refuseArguments(call) }
      let children = call.object.children
      return replyReference(call, to: children.indices.contains(Int(index)) ? children[Int(index)] : nil)
    case "GetChildren":
      return reply(call) { writer in
        writer.array(of: "(so)") {
          for child in call.object.children { writer.structure("so") { reference(child, to: writer) } }
        }
      }
    case "GetApplication": return replyReference(call, to: AccessibleObjects.root)
    default: return false
    }
  }

  private func replyReference(_ call: Call, to number: Int?) -> Bool {
    reply(call) { writer in writer.structure("so") { reference(number, to: writer) } }
  }

  // MARK: - Application, Action, Hyperlink

  private func answerApplication(_ call: Call) -> Bool {
    guard call.message.member == "GetLocale" else { return false }
    return reply(call) { $0.text(Self.locale) }
  }

  private func answerAction(_ call: Call) -> Bool {
    let actions = call.node.actions
    if call.message.member == "GetActions" {
      return reply(call) { writer in
        writer.array(of: "(sss)") {
          for action in actions {
            writer.structure("sss") { for text in [action.name, "", ""] { writer.text(text) } }
          }
        }
      }
    }
    guard let index = call.message.integer(), actions.indices.contains(Int(index)) else {
      return refuseArguments(call)
    }
    let action = actions[Int(index)]
    switch call.message.member {
    case "GetName", "GetLocalizedName": return reply(call) { $0.text(action.name) }
    case "GetDescription", "GetKeyBinding": return reply(call) { $0.text("") }
    case "DoAction": return replyDone(call, action)
    default: return false
    }
  }

  func replyDone(_ call: Call, _ action: AccessibleAction) -> Bool {
    let isDone = perform(action, objects.path(of: call.number))
    defer { examineAgain() }
    return reply(call) { $0.boolean(isDone) }
  }

  private func answerHyperlink(_ call: Call) -> Bool {
    switch call.message.member {
    case "GetObject": return replyReference(call, to: call.number)
    case "GetURI": return reply(call) { $0.text(call.node.link ?? "") }
    case "IsValid": return reply(call) { $0.boolean(true) }
    default: return false
    }
  }

  // MARK: - Cache

  private func answerCache(_ message: BusMessage) -> Bool {
    guard message.interface == Self.prefix + "Cache", message.member == "GetItems" else { return false }
    bus.reply(to: message) { writer in
      writer.array(of: "(\(Self.cacheItem))") {
        for number in objects.objects.keys.sorted() { writeCacheItem(number, at: index(of: number), to: writer) }
      }
    }
    return true
  }
}
