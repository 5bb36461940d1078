internal import Base
package import ScrollCore

/// How and when the headlines of a topic go on the air.
package struct TopicSchedule: Equatable, Sendable {
  /// Its name: that of a feed's chip, or the topic of lines.
  package var topic: String
  package var airing: Airing

  /// Reads the syntax of `--schedule`, a name and fields such as `every=3`, or a table with a `topic`.
  init(read value: PropertyValue) throws(ValueError) {
    var (topic, fields): (String?, [PropertyChange]) = (nil, [])
    if case .table(let members) = value {
      topic = members.first { $0.name == "topic" }?.value?.text
      fields = members.filter { $0.name != "topic" }
    } else {
      let written = try valuing { () throws(Failure) in
        try WrittenFields(parsing: value.text, names: Self.fields.map(\.flag))
      }
      (topic, fields) = (written.head, written.changes)
    }
    let name = TextCleaner.line(topic ?? "", limit: 200)
    guard !name.isEmpty else { throw ValueError("a schedule needs the name of a topic") }
    self.topic = name
    var airing = Airing()
    for field in fields {
      guard let property = Self.fields.first(where: { $0.flag == field.name }), let value = field.value else {
        let names = Self.fields.map(\.flag)
        throw ValueError(
          "\(name): unknown key '\(field.name)'"
            + hint(for: field.name, in: names, else: "there are \(names.joined(separator: ", "))"))
      }
      do throws(ValueError) { try property.read(value, into: &airing) } catch {
        throw ValueError("\(name): \(error.description)")
      }
    }
    guard airing != Airing() else {
      throw ValueError(
        "\(name): it says nothing; write one of \(Self.fields.map { "\($0.flag)=…" }.joined(separator: ", "))")
    }
    self.airing = airing
  }

  private static let fields = Airing.ofSources

  /// The value that `init` reads.
  var value: PropertyValue {
    .table([PropertyChange("topic", to: .text(topic))] + airing.fields)
  }
}
