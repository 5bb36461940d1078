package import Base
internal import Formats
internal import Glibc

/// Changes to the user's file of passwords that keep everything else in it.
package enum PasswordFile {
  /// Sets user and password for an address. A new file can be read by the user alone.
  ///
  /// - Throws: `Failure` if the file is not TOML, or if others can read it: then nothing is written.
  package static func set(_ address: WebAddress, user: String, password: String, in path: String) throws(Failure) {
    let values = [("user", TOMLText.quoted(user)), ("password", TOMLText.quoted(password))]
    try change(path) { (table, edit) throws(Failure) in
      guard let entry = entry(of: address, in: table), case .table(let members) = entry.item.value else {
        return edit.append(table: TOMLText.quoted(address.withoutSlash), values)
      }
      for (name, value) in values {
        if let known = members.entries.first(where: { $0.key == name }) {
          try edit.replace(known, by: value)
        } else {
          try edit.add(name, value, to: members, at: entry.place)
        }
      }
    }
  }

  /// Removes user and password of an address; other keys of its table stay.
  package static func remove(_ address: WebAddress, from path: String) throws(Failure) {
    guard AtomicFile.exists(path) else { return }
    try change(path) { (table, edit) throws(Failure) in
      guard let entry = entry(of: address, in: table), case .table(let members) = entry.item.value else { return }
      let own = members.entries.filter { ["user", "password"].contains($0.key) }
      for key in own { try edit.remove(key) }
      if own.count == members.entries.count { edit.removeHeader(at: entry.place) }
    }
  }

  private static func entry(of address: WebAddress, in table: TOML.Table) -> TOML.Entry? {
    table.entries.first { WebAddress($0.key)?.withoutSlash == address.withoutSlash }
  }

  private static func change(
    _ path: String, _ body: (TOML.Table, inout TOMLEdit) throws(Failure) -> Void
  ) throws(Failure) {
    try AtomicFile.locked(path) { () throws(Failure) in
      var status = stat()
      if stat(path, &status) == 0, status.st_uid != geteuid() || status.st_mode & 0o077 != 0 {
        throw Failure(of: path, reason: "can be read by others and is not used; chmod 600 keeps it to you")
      }
      let bytes = try AtomicFile.read(path, limit: 1 << 20) ?? []
      let table: TOML.Table
      // The parser's message could quote a password.
      do throws(Failure) { table = try TOML.read(bytes) } catch {
        throw Failure(error.kind, of: path, reason: "this is not TOML (every text stands in quotes)")
      }
      var edit = TOMLEdit(bytes)
      try body(table, &edit)
      try AtomicFile.write(edit.result, to: path)
    }
  }
}
