package import ScrollCore

/// A property of something that is shown, as the inspector goes about it.
extension PropertyInfo {
  /// With its values as texts.
  package init(
    view: String, name: String, kind: PropertyKind, unit: String, meaning: String, initial: String, value: String,
    isSet: Bool, joins: Bool = false
  ) {
    self.init(name: name, kind: kind, unit: unit, meaning: meaning, initial: .text(initial), value: .text(value))
    (self.view, self.isSet, self.joins) = (view, isSet, joins)
  }

  /// What it is now, as it is written.
  package var text: String { value.text }
  /// What it is where nobody sets it and nothing else, as a theme, has a say in it.
  var initialText: String { initial?.text ?? "" }

  /// Its name within its view.
  package var title: Substring { name.hasPrefix(view + ".") ? name.dropFirst(view.count + 1) : name[...] }

  /// What it is that it has to be set to, to be again as it is now; nil: nothing.
  var setting: String? { isSet ? text : nil }

  /// "px/s, 0 to 1000", "true or false", …
  var takes: String {
    switch kind {
    case .choice(let words): return words.joined(separator: "|")
    case .flag, .text, .font, .color: return unit.isEmpty ? kind.typeName : unit
    case .integer, .number:
      let parts = [unit, kind.rangeText].filter { !$0.isEmpty }
      return parts.isEmpty ? kind.typeName : parts.joined(separator: ", ")
    }
  }

  /// The colour that a text stands for, where the property is one.
  func color(of text: String) -> Color? {
    guard case .color = kind else { return nil }
    return try? Color(parsing: text)
  }

  /// Why a text cannot be its value, as far as that is known without asking the program; nil where it can.
  func problem(with text: String) -> String? {
    do throws(ValueError) {
      _ = try kind.check(try kind.parse(text), ifBelow: "")
      return nil
    } catch {
      return error.reason
    }
  }

  // MARK: - In steps

  /// Whether it goes from value to value by steps.
  var hasSteps: Bool {
    switch kind {
    case .flag, .choice, .integer, .number: true
    case .text, .font, .color: false
    }
  }

  /// Its value is typed, not chosen.
  var isTyped: Bool {
    switch kind {
    case .flag, .choice: false
    case .integer, .number, .text, .font, .color: true
    }
  }

  /// Its value so many steps on; nil where there is none.
  func stepped(by count: Int) -> String? {
    let new: String?
    switch kind {
    case .flag: new = text == "true" ? "false" : "true"
    case .choice(let words):
      let now = words.firstIndex(of: text) ?? 0
      new = words.isEmpty ? nil : words[min(max(now + count.signum(), 0), words.count - 1)]
    case .integer(let range):
      let (sum, isOver) = (Int(text) ?? 0).addingReportingOverflow(count)
      new = "\(min(max(isOver ? (count > 0 ? .max : .min) : sum, range.lowerBound), range.upperBound))"
    case .number(let range): new = Double(text).map { shortest(Self.stepped($0, by: count, of: step, in: range)) }
    case .text, .font, .color: new = nil
    }
    return new == text ? nil : new
  }

  /// The next of its values, from the last one to the first.
  var turned: String? {
    guard case .choice(let words) = kind, !words.isEmpty else { return stepped(by: 1) }
    return words[((words.firstIndex(of: text) ?? -1) + 1) % words.count]
  }

  /// One step of a number: a hundredth of what goes from 0 to 1, a tenth of a second, else one.
  private var step: Double {
    if case .number(let range) = kind, range.upperBound - range.lowerBound <= 2 { return 0.01 }
    return unit == "s" ? 0.1 : 1
  }

  /// Steps meet at multiples of themselves, wherever they come from.
  private static func stepped(
    _ number: Double, by count: Int, of step: Double, in range: ClosedRange<Double>
  ) -> Double {
    let steps = number / step
    let nearest = steps.rounded()
    let start = abs(steps - nearest) < 1e-6 ? nearest : steps.rounded(count > 0 ? .down : .up)
    let sum = ((start + Double(count)) * step * 1e6).rounded() / 1e6
    return min(max(sum.isFinite ? sum : number, range.lowerBound), range.upperBound)
  }
}
