extension Report {
  /// Every figure that has a threshold; the floor's own have none.
  var checks: [Check] {
    func ours(_ section: Section) -> [Row] { section.rows.filter { $0.program != Report.floor } }
    return ours(cost).flatMap(Self.costChecks) + ours(traffic).flatMap(Self.trafficChecks)
      + ours(motion).flatMap(Self.motionChecks) + ours(start).flatMap(Self.startChecks)
      + ours(length).flatMap(Self.lengthChecks) + ours(rest).flatMap(Self.restChecks)
  }

  private static func costChecks(_ row: Row) -> [Check] {
    [
      Check("client CPU to the floor's", row, row[.clientRatio], atMost: 1.5),
      Check("server CPU to the floor's", row, row[.serverRatio], atMost: 1.5),
    ]
  }

  private static func trafficChecks(_ row: Row) -> [Check] {
    [
      Check("requests a frame", row, row[.requests], atMost: 4),
      Check("bytes a frame", row, row[.bytes], atMost: 200, digits: 0),
      Check("new pixmaps", row, row[.pixmaps], atMost: 0, digits: 0),
    ]
  }

  private static func motionChecks(_ row: Row) -> [Check] {
    let speed = Double(row.situation.split(separator: " ").first ?? "") ?? 0
    return [
      Check("onset rms, px", row, row[.onset], atMost: 0.09 + 0.0006 * speed, digits: 3),
      Check("step deviation at 60 Hz, px", row, row[.step], atMost: 0.13, digits: 3),
      Check("speed error, %", row, row[.speed].map { abs($0 / speed - 1) * 100 }, atMost: 0.3),
      Check("longest freeze, ms", row, row[.freeze], atMost: 35, digits: 1),
      Check("still refreshes, %", row, row[.still].map { $0 * 100 }, atMost: 3, digits: 1),
      Check("blank, torn or lost pictures", row, row[.bad], atMost: 0, digits: 0),
    ]
  }

  private static func startChecks(_ row: Row) -> [Check] {
    [
      Check("exec to first text, ms", row, row[.text], atMost: 80, digits: 1),
      Check("PSS, MB", row, row[.memory], atMost: 30, digits: 1),
    ]
  }

  private static func lengthChecks(_ row: Row) -> [Check] {
    // The smallest is what the others are compared with.
    guard row[.frameRatio] != nil || !row.errors.isEmpty else { return [] }
    let growth = row[.growth].map { [Check("growth to the text's size", row, $0, atMost: 2)] } ?? []
    return [
      Check("frame cost to the smallest", row, row[.frameRatio], atMost: 1.2),
      Check("first text to the smallest", row, row[.textRatio], atMost: 1.5),
    ] + growth
  }

  private static func restChecks(_ row: Row) -> [Check] {
    [
      Check("context switches", row, row[.restSwitches], atMost: 0, digits: 0),
      Check("requests", row, row[.restRequests], atMost: 0, digits: 0),
      Check("changes of the picture", row, row[.restChanges], atMost: 0, digits: 0),
    ]
  }
}
