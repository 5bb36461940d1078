internal import Base
internal import ScrollCore
internal import Windows
internal import X11

/// The output of `newsreel monitors`.
package enum MonitorList {
  /// Prints the monitors. Returns the exit status.
  package static func print(asJSON: Bool) -> Int32 {
    reporting { () throws(Failure) in
      let desktop = Desktop(try Display())
      return writeOutput(
        asJSON ? json(of: desktop.monitors, scale: desktop.scale) : text(of: desktop.monitors, scale: desktop.scale))
    }
  }

  /// Lines of aligned columns, with a header.
  static func text(of monitors: [Monitor], scale: Double) -> String {
    let heading = ["number", "name", "place", "refresh", "fastest without blur", "scale", ""]
    let rows = monitors.enumerated().map { number, monitor in
      let rate = monitor.refreshRate.map { "\(rounded($0)) Hz" } ?? "not known"
      return [
        "\(number)", monitor.name, place(of: monitor), rate, "\(rounded(monitor.fastestSpeed)) px/s", rounded(scale),
        monitor.isPrimary ? "primary" : "",
      ]
    }
    return columns([heading] + rows)
  }

  static func json(of monitors: [Monitor], scale: Double) -> String {
    let objects = monitors.enumerated().map { number, monitor in
      JSON.object([
        ("number", .integer(number)), ("name", .string(monitor.name)), ("x", .number(monitor.frame.minX)),
        ("y", .number(monitor.frame.minY)), ("width", .number(monitor.frame.width)),
        ("height", .number(monitor.frame.height)), ("primary", .bool(monitor.isPrimary)),
        ("refreshRate", monitor.refreshRate.map(JSON.number) ?? .null), ("fastestSpeed", .number(monitor.fastestSpeed)),
        ("scale", .number(scale)),
      ])
    }
    return JSON.array(objects).page + "\n"
  }

  /// The geometry in xrandr's notation.
  private static func place(of monitor: Monitor) -> String {
    let frame = monitor.frame
    return [frame.width, frame.height].map(shortest).joined(separator: "x")
      + [frame.minX, frame.minY].map { ($0 < 0 ? "" : "+") + shortest($0) }.joined()
  }

  private static func rounded(_ value: Double) -> String { shortest((value * 100).rounded() / 100) }
}

extension Monitor {
  /// The speed of one pixel a refresh, in pixels a second. Frames come 60 times a second if the rate is unknown.
  var fastestSpeed: Double { refreshRate ?? 60 }
}
