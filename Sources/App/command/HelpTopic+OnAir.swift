internal import ScrollCore

extension HelpTopic {
  /// When and how items are shown.
  static let onAir = HelpTopic(
    name: "on-air", title: "On air",
    introduction: """
      A line of --json-lines, an object of newsreel msg add, and a message on a broker's channel may say when and how it is shown, \
      as in {"text":"Doors close in ten minutes","placing":"break-in","hold":20,"key":"doors"}. "urgent":true is \
      short for "placing":"break-in" with "priority":\(Airing.urgentPriority). A headline that breaks in without a hold goes on \
      among the others afterwards; one with a hold ends with it. While it is there the others wait, and go on from where they were.
      """,
    rows: [("Members", "")] + Airing.properties.map { ($0.flag, $0.meaning) })
}
