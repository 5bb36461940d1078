/// An assistive technology on a bus of the test's own: it walks through what programs of ours show, uses it, and listens, by
/// Debian's python3-pyatspi.
package final class AssistiveTechnology {
  private let child: Child
  /// What it has heard so far: the event, the name of the thing that it is about, a number and a value each.
  package private(set) var heard: [[String]] = []

  /// Says on the bus that assistive technology is in use.
  package init(on bus: SessionBus, _ server: XServer) async throws {
    // The interpreter that Debian's modules are for.
    child = try Child(
      "/usr/bin/python3", ["-u", "-c", Self.script],
      environment: [
        "DBUS_SESSION_BUS_ADDRESS": bus.address, "DISPLAY": server.display, "GSETTINGS_BACKEND": "memory",
        "PYTHONHOME": nil, "PYTHONPATH": nil,
      ], input: .pipe)
    _ = try await answer()
  }

  /// Has something done, and returns what comes of it: parts with tabs between.
  @discardableResult
  package func ask(_ words: String...) async throws -> [String] {
    try child.send(words.joined(separator: "\t") + "\n")
    return try await answer()
  }

  /// Takes what it has heard meanwhile.
  package func listen() async throws { try await ask("count") }

  package func end() { child.end() }

  private func answer() async throws -> [String] {
    while true {
      let words = try await child.line().split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      switch words.first {
      case "answer":
        guard words.count < 2 || words[1] != "error" else { throw HarnessError(words.joined(separator: " ")) }
        return Array(words.dropFirst())
      case "event": heard.append(Array(words.dropFirst()))
      default: throw HarnessError("\(words)")
      }
    }
  }

  private static let script = """
    import sys, gi
    gi.require_version('Atspi', '2.0')
    from gi.repository import Atspi, Gio, GLib
    import pyatspi

    def name(text):
        return text.replace('\\t', ' ').replace('\\n', ' ')

    def described(thing):
        hidden = {'enabled', 'sensitive', 'showing', 'visible', 'focusable'}
        states = sorted(s.value_nick for s in thing.getState().getStates() if s.value_nick not in hidden)
        actions, value = [], ''
        if 'Action' in pyatspi.listInterfaces(thing):
            action = thing.queryAction()
            actions = [action.getName(i) for i in range(action.nActions)]
        if 'Value' in pyatspi.listInterfaces(thing):
            value = '%g' % thing.queryValue().currentValue
        place = ''
        if 'Component' in pyatspi.listInterfaces(thing):
            box = thing.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
            place = '%d,%d,%d,%d' % (box.x, box.y, box.width, box.height)
        parts = [thing.getRoleName(), thing.name, thing.description, ' '.join(states), ' '.join(actions), value, place]
        return '\\t'.join(name(part) for part in parts)

    def things(start):
        yield start
        for child in start:
            if child is not None:
                yield from things(child)

    def applications():
        desktop = pyatspi.Registry.getDesktop(0)
        return [a for a in desktop if a is not None and a.toolkitName == 'Newsreel']

    def found(role, wanted):
        for application in applications():
            for thing in things(application):
                if thing.getRoleName() == role and thing.name == wanted:
                    return thing

    def answer(words):
        command = words[0]
        if command == 'count':
            return str(sum(1 for application in applications() for _ in things(application)))
        if command == 'applications':
            return str(len(applications()))
        if command == 'tree':
            return '\\t'.join(t.getRoleName() + ':' + name(t.name) for a in applications() for t in things(a))
        if command == 'listen':
            for event in words[1:]:
                pyatspi.Registry.registerEventListener(heard, event)
            return 'ok'
        if command == 'deaf':
            for event in words[1:]:
                pyatspi.Registry.deregisterEventListener(heard, event)
            return 'ok'
        thing = found(words[1], words[2])
        if thing is None:
            return 'none'
        if command == 'find':
            return described(thing)
        if command == 'attributes':
            return '\\t'.join(sorted(thing.getAttributes()))
        if command == 'focus':
            return str(thing.queryComponent().grabFocus()).lower()
        if command == 'write':
            return str(thing.queryEditableText().setTextContents(words[3])).lower()
        if command == 'insert':
            return str(thing.queryEditableText().insertText(int(words[3]), words[4], len(words[4]))).lower()
        if command == 'delete':
            return str(thing.queryEditableText().deleteText(int(words[3]), int(words[4]))).lower()
        if command == 'text':
            return name(thing.queryText().getText(0, -1))
        if command == 'uri':
            return thing.queryHyperlink().getURI(0)
        if command == 'at':
            box = thing.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
            frame = next(t for t in things(applications()[0]) if t.getRoleName() == 'frame')
            hit = frame.queryComponent().getAccessibleAtPoint(
                box.x + box.width // 2, box.y + box.height // 2, pyatspi.DESKTOP_COORDS)
            return name(hit.name)
        action = thing.queryAction()
        for i in range(action.nActions):
            if action.getName(i) == command:
                return str(action.doAction(i)).lower()
        return 'none'

    def settled(words):
        # A thing may go while the others are walked through: then once more, where that changes nothing.
        for _ in range(50 if words[0] in ('tree', 'count', 'find') else 0):
            try:
                return answer(words)
            except GLib.GError:
                pass
        return answer(words)

    def heard(event):
        try:
            source, value = event.source.name, str(event.any_data)
        except GLib.GError:
            # The thing has gone meanwhile.
            source, value = '', ''
        print('event', event.type, name(source), event.detail1, name(value), sep='\\t', flush=True)

    def read(channel, condition):
        line = sys.stdin.readline()
        if not line:
            pyatspi.Registry.stop()
            return False
        try:
            print('answer', settled(line.rstrip('\\n').split('\\t')), sep='\\t', flush=True)
        except Exception as error:
            print('answer', 'error', repr(error), sep='\\t', flush=True)
        return True

    # Who waits for a processor does not hang: milliseconds.
    Atspi.set_timeout(\(Int(patience / .milliseconds(1))), \(Int(patience / .milliseconds(1))))
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    wish = GLib.Variant('(ssv)', ('org.a11y.Status', 'IsEnabled', GLib.Variant('b', True)))
    bus.call_sync('org.a11y.Bus', '/org/a11y/bus', 'org.freedesktop.DBus.Properties', 'Set', wish, None, 0, -1)
    GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, read)
    print('answer\\tready', flush=True)
    pyatspi.Registry.start()
    """
}
