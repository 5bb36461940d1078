/// Whether the desktop asks programs not to disturb, by what shows its notifications: the property `Inhibited` of Plasma's,
/// `paused` of dunst, and Xfce's setting `do-not-disturb`. There is no common interface for it; GNOME, MATE and Cinnamon do not
/// tell it on the bus. None of these services is started.
package final class QuietDesktop {
  /// Whether any of them asks for it.
  package var isQuiet: Bool { !askers.isEmpty }
  /// Called when that has changed.
  package var onChange: () -> Void = {}
  private let bus: Bus
  private var askers: Set<Source> = []

  private enum Source: CaseIterable {
    case plasma, dunst, xfce

    var service: String { self == .xfce ? "org.xfce.Xfconf" : "org.freedesktop.Notifications" }
    var path: String { self == .xfce ? "/org/xfce/Xfconf" : "/org/freedesktop/Notifications" }

    var interface: String {
      switch self {
      case .plasma: "org.freedesktop.Notifications"
      case .dunst: "org.dunstproject.cmd0"
      case .xfce: "org.xfce.Xfconf"
      }
    }

    /// The name of its property; for Xfce's the channel and the path of the setting.
    var names: [String] {
      switch self {
      case .plasma: ["Inhibited"]
      case .dunst: ["paused"]
      case .xfce: ["xfce4-notifyd", "/do-not-disturb"]
      }
    }
  }

  private static let properties = "org.freedesktop.DBus.Properties"

  /// Asks without waiting.
  package init(on bus: Bus) {
    self.bus = bus
    for source in Source.allCases { follow(source) }
  }

  private func follow(_ source: Source) {
    // What shows notifications may be exchanged for another program.
    bus.follow(
      "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',interface='org.freedesktop.DBus',"
        + "member='NameOwnerChanged',arg0='\(source.service)'"
    ) { [weak self] message in
      guard message.text() != nil, message.text() != nil, let owner = message.text() else { return }
      self?.note(source, false)
      if !owner.isEmpty { self?.ask(source) }
    }
    switch source {
    case .plasma, .dunst:
      bus.follow(
        "type='signal',sender='\(source.service)',path='\(source.path)',interface='\(Self.properties)',member='PropertiesChanged',"
          + "arg0='\(source.interface)'"
      ) { [weak self] message in
        guard message.text() == source.interface else { return }
        message.forEachEntry("sv") { name in
          if let value = message.value(), name == source.names[0] { self?.note(source, value != 0) }
        }
      }
    case .xfce:
      for member in ["PropertyChanged", "PropertyRemoved"] {
        bus.follow(
          "type='signal',sender='\(source.service)',path='\(source.path)',interface='\(source.interface)',member='\(member)',"
            + "arg0='\(source.names[0])',arg1='\(source.names[1])'"
        ) { [weak self] message in
          guard message.text() == source.names[0], message.text() == source.names[1] else { return }
          self?.note(source, message.value() ?? 0 != 0)
        }
      }
    }
    ask(source)
  }

  private func ask(_ source: Source) {
    let isSetting = source == .xfce
    let words = (isSetting ? [] : [source.interface]) + source.names
    bus.call(
      source.service, source.path, isSetting ? source.interface : Self.properties, isSetting ? "GetProperty" : "Get",
      startsService: false, write: { writer in for word in words { writer.text(word) } },
      answer: { [weak self] message in
        // A program that knows no such property does not ask for anything.
        self?.note(source, !message.isError && message.value() ?? 0 != 0)
      })
  }

  private func note(_ source: Source, _ asks: Bool) {
    let wasQuiet = isQuiet
    if asks { askers.insert(source) } else { askers.remove(source) }
    if isQuiet != wasQuiet { onChange() }
  }
}
