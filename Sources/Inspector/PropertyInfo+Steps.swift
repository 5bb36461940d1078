package import ScrollCore

/// The inspector's operations on properties.
extension PropertyInfo {
  /// A copy with its values as texts.
  package init(
    view: String, name: String, kind: PropertyKind, unit: String, meaning: String, initial: String, value: String,
    isSet: Bool, addsUp: Bool = false
  ) {
    self.init(name: name, kind: kind, unit: unit, meaning: meaning, initial: .text(initial), value: .text(value))
    (self.view, self.isSet, self.addsUp) = (view, isSet, addsUp)
  }

  /// The current value as text.
  package var text: String { value.text }
  /// The default, without a theme or other influences.
  var initialText: String { initial?.text ?? "" }

  /// Its name within its view.
  package var title: Substring { name.hasPrefix(view + ".") ? name.dropFirst(view.count + 1) : name[...] }

  /// The value that restores its current state; nil unsets it.
  var givenText: String? { isSet ? text : nil }

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

  /// The colour of a text, if the property is a colour.
  func color(of text: String) -> Color? {
    guard case .color = kind else { return nil }
    return Color(ifValid: text)
  }

  /// Why a text is invalid, so far as that is known without the program, or nil.
  func problem(with text: String) -> String? {
    do throws(ValueError) {
      _ = try kind.check(try kind.parse(text), ifBelow: "")
      return nil
    } catch {
      return error.reason
    }
  }

  // MARK: - Steps

  /// Whether its value changes in steps.
  var hasSteps: Bool {
    switch kind {
    case .flag, .choice, .integer, .number: true
    case .text, .font, .color: false
    }
  }

  /// Whether its value is typed instead of chosen.
  var isTyped: Bool {
    switch kind {
    case .flag, .choice: false
    case .integer, .number, .text, .font, .color: true
    }
  }

  /// The value a number of steps on, or nil.
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

  /// The next of its values; the first follows the last.
  var turned: String? {
    guard case .choice(let words) = kind, !words.isEmpty else { return stepped(by: 1) }
    return words[((words.firstIndex(of: text) ?? -1) + 1) % words.count]
  }

  /// The step of a number: a hundredth for a range from 0 to 1, a tenth for seconds, otherwise one.
  private var step: Double {
    if case .number(let range) = kind, range.upperBound - range.lowerBound <= 2 { return 0.01 }
    return unit == "s" ? 0.1 : 1
  }

  /// Steps go to multiples of the step.
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
