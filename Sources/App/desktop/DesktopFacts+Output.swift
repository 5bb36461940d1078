internal import Base
internal import ScrollCore
internal import X11

extension DesktopFacts {
  /// One screen: a subject a line, what follows from it below.
  func text(columns: Int) -> String {
    let width = (rows.map(\.name.count).max() ?? 0) + 2
    return rows.map { row in
      let name = row.name + String(repeating: " ", count: width - row.name.count)
      let lines = [(name, row.finding), (String(repeating: " ", count: width), "→ " + row.remark)]
      return lines.prefix(row.remark.isEmpty ? 1 : 2).map { first, text in
        TextColumns.wrapped(text, columns: columns, first: first, indent: width) + "\n"
      }.joined()
    }.joined()
  }

  var json: String {
    var members: [(String, JSON)] = [
      ("desktop", .string(session.desktop)), ("display", .string(session.display)),
      ("wayland", .bool(session.isWayland)),
      ("bus", .bool(hasBus)), ("screenReader", isRead.map(JSON.bool) ?? .null),
      ("missingFonts", .array(fonts.map(\.json))),
    ]
    members.append(("server", server?.json ?? .null))
    if server == nil { members.append(("refusal", .string(refusal))) }
    return JSON.object(members).page + "\n"
  }
}

extension DesktopFacts.MissingFont {
  fileprivate var json: JSON {
    .object([
      ("script", .string(script)), ("characters", .string(String(String.UnicodeScalarView(characters)))),
      ("package", .string(package)),
    ])
  }
}

extension DesktopFacts.Server {
  fileprivate var json: JSON {
    .object([
      ("vendor", .string(vendor)), ("xwayland", .bool(isXwayland)), ("depth", .integer(depth)),
      ("missingExtensions", .array(missing.map(JSON.string))), ("scale", .number(scale)),
      ("monitors", .array(monitors.map { .object([("name", .string($0.name)), ("place", .string($0.geometry))]) })),
      ("compositor", compositor.map(JSON.string) ?? .null), ("inputMethods", .array(inputMethods.map(JSON.string))),
      (
        "windowManager",
        manager.map { manager in
          .object([
            ("name", managerName.map(JSON.string) ?? .null), ("ewmh", .bool(manager.speaks)),
            ("docks", .bool(manager.knows(.docks))), ("struts", .bool(manager.knows(.struts))),
            ("above", .bool(manager.knows(.above))), ("allDesktops", .bool(manager.knows(.allDesktops))),
            ("fullScreen", .bool(manager.knows(.fullScreen))),
          ])
        } ?? .null
      ),
      // managed, trusted, free or alone.
      ("standing", .string(WindowStanding(.dock, under: manager).rawValue)),
    ])
  }
}
