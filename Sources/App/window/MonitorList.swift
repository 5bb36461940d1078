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
        "\(number)", monitor.name, monitor.geometry, rate, "\(rounded(monitor.fastestSpeed)) px/s", rounded(scale),
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
}

extension Monitor {
  /// The speed of one pixel a refresh, in pixels a second. Frames come 60 times a second if the rate is unknown.
  var fastestSpeed: Double { refreshRate ?? 60 }
}
