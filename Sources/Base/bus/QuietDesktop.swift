/// Whether the user wants no notifications ("do not disturb"): the property `Inhibited` of Plasma's notification service,
/// `paused` of dunst's, or Xfce's setting `do-not-disturb`. There is no common interface, and GNOME, MATE and Cinnamon do not
/// expose it on the bus. Never starts a service.
package final class QuietDesktop {
  /// Whether any service says so.
  package var isQuiet: Bool { !askers.isEmpty }
  /// Called when `isQuiet` has changed.
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

    /// The property's name; for Xfce, the channel and the path of the setting.
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
    // Another notification service may take over the name.
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
        // A service without the property is not quiet.
        self?.note(source, !message.isError && message.value() ?? 0 != 0)
      })
  }

  private func note(_ source: Source, _ asks: Bool) {
    let wasQuiet = isQuiet
    if asks { askers.insert(source) } else { askers.remove(source) }
    if isQuiet != wasQuiet { onChange() }
  }
}
