package import Base

/// How a type is written as a JSON object, and read again: one table for both directions, with the bounds of what is read.
///
///     static let record = Record(
///       Mark(account: "", isRead: false),
///       [.required("account", \.account, .text), .required("read", \.isRead, .flag)])
///
/// An enumeration has a record for each of its cases.
package struct Record<Value: Sendable>: Sendable {
  /// The object's members; nil for a value of another case.
  package let write: @Sendable (Value) -> [(String, JSON)]?
  /// Whether an object has the members by which it is known.
  package let fits: @Sendable (JSON) -> Bool
  package let read: @Sendable (JSON) throws(RecordError) -> Value

  private init(
    write: @escaping @Sendable (Value) -> [(String, JSON)]?, fits: @escaping @Sendable (JSON) -> Bool,
    read: @escaping @Sendable (JSON) throws(RecordError) -> Value
  ) { (self.write, self.fits, self.read) = (write, fits, read) }

  /// - Parameters:
  ///   - blank: Has the values of members that an object lacks.
  ///   - finish: Checks the value that was read, and completes it.
  package init(
    _ blank: Value, _ members: [RecordMember<Value>],
    finish: @escaping @Sendable (inout Value) throws(RecordError) -> Void = { (_) throws(RecordError) in }
  ) {
    let marks = members.compactMap(\.mark)
    self.init(
      write: { value in
        var object: [(String, JSON)] = []
        for member in members { member.write(value, &object) }
        return object
      },
      fits: { object in marks.allSatisfy { $0(object) } },
      read: { (object) throws(RecordError) in
        var value = blank
        for member in members { try member.read(object, &value) }
        try finish(&value)
        return value
      })
  }

  // MARK: - Cases

  /// A type with several forms. The first one that fits is read.
  ///
  /// - Parameter error: The error about an object that none fits.
  package static func cases(
    _ cases: [Record],
    else error: @escaping @Sendable (JSON) -> RecordError = { _ in RecordError.whole("the object is of no known kind") }
  ) -> Record {
    Record(
      write: { value in
        for one in cases { if let members = one.write(value) { return members } }
        return nil
      },
      fits: { object in cases.contains { $0.fits(object) } },
      read: { (object) throws(RecordError) in
        guard let one = cases.first(where: { $0.fits(object) }) else { throw error(object) }
        return try one.read(object)
      })
  }

  /// A case with the record of its parts.
  ///
  /// - Parameters:
  ///   - make: The case of the parts; nil, or an error, if they form none.
  ///   - parts: The parts of the case; nil for another one.
  package static func of<Parts>(
    _ record: Record<Parts>, _ make: @escaping @Sendable (Parts) throws(RecordError) -> Value?,
    _ parts: @escaping @Sendable (Value) -> Parts?
  ) -> Record {
    Record(
      write: { value in parts(value).flatMap(record.write) }, fits: record.fits,
      read: { (object) throws(RecordError) in
        guard let value = try make(try record.read(object)) else {
          throw RecordError.whole("the object is of no known kind")
        }
        return value
      })
  }

  /// A case with one part, a member of the object.
  package static func of<Part: Sendable>(
    _ name: String, _ coding: Coding<Part>, _ make: @escaping @Sendable (Part) -> Value?,
    _ part: @escaping @Sendable (Value) -> Part?
  ) -> Record {
    of(Record<Part?>(nil, [.required(name, \.self, coding.optional)]), { $0.flatMap(make) }, part)
  }
}

/// Why an object is not of a type.
package enum RecordError: Error, Equatable, Sendable {
  /// What is wrong with a value, to go behind its name: "is not a text".
  case value(String)
  /// A sentence of its own: "“link” is not a text".
  case whole(String)

  package var sentence: String {
    switch self {
    case .value(let reason), .whole(let reason): reason
    }
  }

  /// The error about the member with that value.
  func named(_ name: String) -> RecordError {
    if case .value(let reason) = self { .whole("“\(name)” \(reason)") } else { self }
  }
}

/// A type that goes over a border of the process, or into a file, as a JSON object.
package protocol Recorded: Sendable {
  static var record: Record<Self> { get }
}

extension Recorded {
  /// The object. Null for a value that stays in its process.
  package var json: JSON { Self.record.write(self).map(JSON.object) ?? .null }

  /// Reads an object of `json`; nil for anything else.
  package init?(json: JSON?) {
    // Others report why it is not one; damaged lines of files are skipped, and those of other programs ignored.
    guard let json, Self.record.fits(json), let value = try? Self.record.read(json) else { return nil }
    self = value
  }

  /// The object as a line.
  package var jsonLine: String { json.line }

  /// Reads a line with an object; nil for anything else.
  package init?(jsonLine: UnsafeRawBufferPointer) { self.init(json: JSON(ifValid: jsonLine)) }

  /// Reads an object of `json`.
  ///
  /// - Throws: An error with the name of the wrong member.
  package init(checking json: JSON) throws(RecordError) { self = try Self.record.read(json) }
}

/// A row of a record's table: a member of the object, or several.
package struct RecordMember<Value: Sendable>: Sendable {
  package typealias Path<Part> = WritableKeyPath<Value, Part> & Sendable

  package let write: @Sendable (Value, inout [(String, JSON)]) -> Void
  package let read: @Sendable (JSON, inout Value) throws(RecordError) -> Void
  /// Whether an object may be of this type; nil if it may lack the member.
  let mark: (@Sendable (JSON) -> Bool)?

  private init(
    mark: (@Sendable (JSON) -> Bool)? = nil,
    write: @escaping @Sendable (Value, inout [(String, JSON)]) -> Void,
    read: @escaping @Sendable (JSON, inout Value) throws(RecordError) -> Void
  ) { (self.mark, self.write, self.read) = (mark, write, read) }

  /// The part of a member; nil if the object lacks it, or has null.
  private static func part<Part>(
    _ name: String, of object: JSON, _ coding: Coding<Part>, isChecked: Bool
  ) throws(RecordError) -> Part? {
    guard let member = object[name], !member.isNull else { return nil }
    do throws(RecordError) { return try coding.read(member) } catch {
      if isChecked { throw error.named(name) }
      return nil
    }
  }

  // MARK: - One member

  /// An object without it is of another type.
  package static func required<Part>(_ name: String, _ path: Path<Part>, _ coding: Coding<Part>) -> RecordMember {
    RecordMember(
      mark: { $0[name] != nil }, write: { $1.append((name, coding.write($0[keyPath: path]))) },
      read: { (object, value) throws(RecordError) in
        do throws(RecordError) { value[keyPath: path] = try coding.read(object[name] ?? .null) } catch {
          throw error.named(name)
        }
      })
  }

  /// It is always written. An object may lack it.
  package static func usual<Part>(
    _ name: String, _ path: Path<Part>, _ coding: Coding<Part>, isChecked: Bool = false
  ) -> RecordMember {
    RecordMember(
      write: { $1.append((name, coding.write($0[keyPath: path]))) },
      read: { (object, value) throws(RecordError) in
        if let part = try part(name, of: object, coding, isChecked: isChecked) { value[keyPath: path] = part }
      })
  }

  /// It is written if it is not nil.
  ///
  /// - Parameter isChecked: Whether a wrong value is an error. Otherwise it counts as missing.
  package static func optional<Part>(
    _ name: String, _ path: Path<Part?>, _ coding: Coding<Part>, isChecked: Bool = false
  ) -> RecordMember {
    RecordMember(
      write: { if let part = $0[keyPath: path] { $1.append((name, coding.write(part))) } },
      read: { (object, value) throws(RecordError) in
        if let part = try part(name, of: object, coding, isChecked: isChecked) { value[keyPath: path] = part }
      })
  }

  /// It is written if it is not empty.
  package static func filled<Part: Collection & Sendable>(
    _ name: String, _ path: Path<Part>, _ coding: Coding<Part>
  ) -> RecordMember {
    RecordMember(
      write: { if !$0[keyPath: path].isEmpty { $1.append((name, coding.write($0[keyPath: path]))) } },
      read: { (object, value) throws(RecordError) in
        if let part = try part(name, of: object, coding, isChecked: false) { value[keyPath: path] = part }
      })
  }

  /// It is written if it is true.
  package static func flag(_ name: String, _ path: Path<Bool>) -> RecordMember {
    RecordMember(
      write: { if $0[keyPath: path] { $1.append((name, .bool(true))) } },
      read: { (object, value) throws(RecordError) in
        if let flag = object[name]?.bool { value[keyPath: path] = flag }
      })
  }

  /// An object with anything else there is of another type.
  package static func constant(_ name: String, _ text: String) -> RecordMember {
    RecordMember(
      mark: { $0[name]?.string == text }, write: { $1.append((name, .string(text))) },
      read: { (_, _) throws(RecordError) in })
  }

  /// It is read and never written.
  package static func received<Part>(
    _ name: String, _ path: Path<Part?>, _ coding: Coding<Part>, isChecked: Bool = false
  ) -> RecordMember {
    let member = optional(name, path, coding, isChecked: isChecked)
    return RecordMember(write: { _, _ in }, read: member.read)
  }

  // MARK: - Several members

  /// The members of a part, among those of the whole.
  package static func members<Part>(of path: Path<Part>, _ members: [RecordMember<Part>]) -> RecordMember {
    RecordMember(
      write: { value, object in for member in members { member.write(value[keyPath: path], &object) } },
      read: { (object, value) throws(RecordError) in
        for member in members { try member.read(object, &value[keyPath: path]) }
      })
  }

  /// The members of one type.
  package static func members<Part: Recorded>(of path: Path<Part>) -> RecordMember {
    RecordMember(
      mark: Part.record.fits, write: { $1 += Part.record.write($0[keyPath: path]) ?? [] },
      read: { (object, value) throws(RecordError) in value[keyPath: path] = try Part.record.read(object) })
  }

  /// Members that have tables of their own.
  package static func members(
    _ write: @escaping @Sendable (Value) -> [(String, JSON)],
    read: @escaping @Sendable (JSON, inout Value) throws(RecordError) -> Void
  ) -> RecordMember {
    RecordMember(write: { $1 += write($0) }, read: read)
  }
}
