package import Base
package import ScrollCore

/// How a value is written as JSON, and read again, within its bounds.
package struct Coding<Value>: Sendable {
  package let write: @Sendable (Value) -> JSON
  package let read: @Sendable (JSON) throws(RecordError) -> Value

  /// - Parameter read: Throws for a value beyond the bounds. The sentence goes on after the member's name: "is not a text".
  package init(
    _ write: @escaping @Sendable (Value) -> JSON, read: @escaping @Sendable (JSON) throws(RecordError) -> Value
  ) { (self.write, self.read) = (write, read) }

  /// A value that is written as another one.
  package func map<Other>(
    _ write: @escaping @Sendable (Other) -> Value, _ read: @escaping @Sendable (Value) throws(RecordError) -> Other
  ) -> Coding<Other> {
    Coding<Other>({ self.write(write($0)) }, read: { (json) throws(RecordError) in try read(try self.read(json)) })
  }

  /// The same with a further bound.
  package func check(_ read: @escaping @Sendable (Value) throws(RecordError) -> Value) -> Coding {
    map({ $0 }, read)
  }

  /// The same with one reason for all that is wrong.
  package func saying(_ reason: String) -> Coding {
    Coding(
      write,
      read: { (json) throws(RecordError) in
        do throws(RecordError) { return try read(json) } catch { throw .value(reason) }
      })
  }

  /// The same, with null for nil.
  package var optional: Coding<Value?> {
    Coding<Value?>({ $0.map(write) ?? .null }, read: { (json) throws(RecordError) in try read(json) })
  }
}

extension Coding<String> {
  /// A text as it is.
  package static var text: Coding {
    Coding(JSON.string) { (json) throws(RecordError) in
      guard let text = json.string else { throw RecordError.value("is not a text") }
      return text
    }
  }

  /// - Parameter most: In bytes.
  package static func text(atMost most: Int) -> Coding {
    text.check { (text) throws(RecordError) in
      guard text.utf8.count <= most else { throw RecordError.value("is longer than \(most) bytes") }
      return text
    }
  }

  /// A text that is cleaned as it is read.
  ///
  /// - Parameter limit: In characters; the rest is cut off.
  package static func line(_ limit: Int = 1000) -> Coding {
    text.check { (text) throws(RecordError) in TextCleaner.line(text, limit: limit) }
  }
}

extension Coding<JSON> {
  /// Any value.
  package static var any: Coding { Coding({ $0 }, read: { (json) throws(RecordError) in json }) }
}

extension Coding<Bool> {
  package static var flag: Coding {
    Coding(JSON.bool) { (json) throws(RecordError) in
      guard let flag = json.bool else { throw RecordError.value("is neither true nor false") }
      return flag
    }
  }
}

extension Coding<Double> {
  package static var number: Coding {
    Coding(JSON.number) { (json) throws(RecordError) in
      guard let number = json.number else { throw RecordError.value("is not a number") }
      return number
    }
  }

  package static func number(_ range: ClosedRange<Double>) -> Coding {
    Coding(JSON.number) { (json) throws(RecordError) in
      guard let number = json.number, range.contains(number) else {
        throw RecordError.value("is not a number from \(shortest(range.lowerBound)) to \(shortest(range.upperBound))")
      }
      return number
    }
  }
}

extension Coding<Int> {
  /// Whole numbers beyond 2^53 are not exact in JSON.
  package static func integer(_ range: ClosedRange<Int> = -1 << 53...1 << 53) -> Coding {
    Coding(JSON.integer) { (json) throws(RecordError) in
      let number = try Coding<Double>.number(Double(range.lowerBound)...Double(range.upperBound)).read(json)
      guard let integer = Int(exactly: number) else { throw RecordError.value("is not a whole number") }
      return integer
    }
  }
}

extension Coding<UnixTime> {
  /// Seconds since 1970.
  package static func time(_ range: ClosedRange<Double> = -1e11...1e11) -> Coding<UnixTime> {
    Coding<Double>.number(range).map(\.seconds) { (seconds) throws(RecordError) in UnixTime(seconds: seconds) }
  }

  /// The same, always with decimals, as files and pipes have it.
  package static var decimalTime: Coding {
    let time = time()
    return Coding({ .numeral("\($0.seconds)") }, read: time.read)
  }
}

extension Coding where Value: RawRepresentable<String> & SendableMetatype {
  /// A word of an enumeration.
  package static var word: Coding {
    Coding(
      { .string($0.rawValue) },
      read: { (json) throws(RecordError) in
        guard let word = json.string.flatMap(Value.init(rawValue:)) else {
          throw RecordError.value("is not a known word")
        }
        return word
      })
  }
}

extension Coding where Value: Recorded {
  /// An object of the type's record.
  package static var object: Coding {
    Coding(\.json) { (json) throws(RecordError) in
      guard case .object = json else { throw RecordError.value("is not an object") }
      return try Value(checking: json)
    }
  }
}

extension Coding {
  private static func elements(_ json: JSON, atMost most: Int) throws(RecordError) -> [JSON] {
    guard let elements = json.array else { throw RecordError.value("is not a list") }
    guard elements.count <= most else { throw RecordError.value("has \(elements.count) members (at most \(most))") }
    return elements
  }

  /// A list, without what is wrong in it.
  package static func list<Element>(of element: Coding<Element>, atMost most: Int = .max) -> Coding
  where Value == [Element] {
    Coding(
      { .array($0.map(element.write)) },
      read: { (json) throws(RecordError) in
        // See above.
        try elements(json, atMost: most).compactMap { try? element.read($0) }
      })
  }

  /// A list that is wrong as a whole if one element is.
  package static func all<Element>(_ element: Coding<Element>, atMost most: Int = .max) -> Coding
  where Value == [Element] {
    Coding(
      { .array($0.map(element.write)) },
      read: { (json) throws(RecordError) in
        var all: [Element] = []
        for one in try elements(json, atMost: most) { all.append(try element.read(one)) }
        return all
      })
  }

  /// Elements by their names, without what is wrong among them, or beyond a number of them.
  package static func table<Element>(
    of element: Coding<Element>, atMost most: Int, where isName: @escaping @Sendable (String) -> Bool = { _ in true }
  ) -> Coding where Value == [String: Element] {
    Coding(
      { .object($0.sorted { $0.key < $1.key }.map { ($0.key, element.write($0.value)) }) },
      read: {
        (json) throws(RecordError) in
        guard case .object(let members) = json else { throw RecordError.value("is not an object") }
        var table: Value = [:]
        // See above.
        for (name, member) in members.prefix(most) where isName(name) { table[name] = try? element.read(member) }
        return table
      })
  }
}
