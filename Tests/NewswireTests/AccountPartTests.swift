import Glibc
import ScrollCore
import TestKit
import Testing

@testable import Base
@testable import Newswire

/// The parts of an account that need no server.
@Suite("Parts of accounts") struct AccountPartTests {
  @Test(
    "An item has one ID in all forms",
    arguments: [
      ("300", "000000000000012c"), ("-1", "ffffffffffffffff"), ("18446744073709551615", "ffffffffffffffff"),
      ("tag:google.com,2005:reader/item/12c", "000000000000012c"), ("000000000000012c", "000000000000012c"),
      ("tag:google.com,2005:reader/item/000000000000012C", "000000000000012c"),
      ("00157a17b192950b65be3791", "00157a17b192950b65be3791"),
      ("tag:google.com,2005:reader/item/00157a17b192950b65be3791", "00157a17b192950b65be3791"),
      ("0", "0000000000000000"),
    ])
  func ids(written: String, digits: String) throws {
    let id = try #require(ReaderItemID(written))
    #expect(id.long == "tag:google.com,2005:reader/item/" + digits)
    #expect(ReaderItemID(id.long) == id && ReaderItemID(long: id.long) == id && ReaderItemID(long: digits) == nil)
  }

  @Test("What is no ID is none", arguments: ["", "a/b", "tag:google.com,2005:reader/item/", "1 2", "é", "&i=3"])
  func noIDs(_ written: String) { #expect(ReaderItemID(written) == nil) }

  @Test(
    "The API is looked for where readers have it",
    arguments: [
      ("https://h", "https://h/ https://h/api/greader.php https://h/p/api/greader.php"),
      ("https://h/i/?a=normal", "https://h/ https://h/api/greader.php https://h/p/api/greader.php"),
      ("https://h/rss/api/greader.php/", "https://h/rss/api/greader.php"),
      ("https://h/rss/reader/api/0", "https://h/rss https://h/rss/api/greader.php https://h/rss/p/api/greader.php"),
    ])
  func candidates(address: String, bases: String) throws {
    let address = try #require(WebAddress(address))
    #expect(AccountLookup.candidates(for: address).map(\.description).joined(separator: " ") == bases)
  }

  @Test("The last mark of an item counts, and one that was changed while it was sent stays") func marks() throws {
    let directory = try TemporaryDirectory()
    let marks = UnsentMarks(path: directory.file("state/marks"))
    func mark(_ item: String, _ isRead: Bool, time: UnixTime = wallClockNow()) -> UnsentMarks.Mark {
      UnsentMarks.Mark(account: "a", item: item, isRead: isRead, time: time)
    }
    let first = [mark("1", true), mark("2", true)]
    try marks.add(first)
    try marks.add([mark("1", false), mark("3", true, time: 1)])
    try marks.remove(first)
    #expect(try marks.all().map(\.item) == ["1"] && marks.all()[0].isRead == false)
    directory.write("state/marks", "rubbish\n{}\n", append: true)
    #expect(try marks.all().count == 1)
    try marks.add((0..<10_500).map { mark("i\($0)", true) })
    #expect(try marks.all().count == UnsentMarks.most && marks.all().last?.item == "i10499")
    try marks.forget("a")
    #expect(try marks.all().isEmpty)
  }

  @Test("A password is written beside what is in the file, and taken out again") func passwordFile() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("config/passwords.toml")
    let (one, two) = try (#require(WebAddress("https://a.example/x")), #require(WebAddress("https://b.example")))
    try PasswordFile.set(one, user: "ada", password: "q\"\\\u{202e}é", in: path)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let file = CredentialFile(path: path)
    #expect(file.credentials(for: one)?.password == "q\"\\\u{202e}é" && file.problem == nil)
    func text() throws -> String {
      String(decoding: try #require(try AtomicFile.read(path, limit: 1 << 20)), as: UTF8.self)
    }
    let written = try text()
    try AtomicFile.write(
      Array(("# mine\n" + written + "\n[\"https://b.example/\"]  # here\nheaders = { X = \"y\" }\n").utf8), to: path)
    let before = try text()
    try PasswordFile.set(two, user: "bob", password: "p", in: path)
    #expect(try text() == before + "user = \"bob\"\npassword = \"p\"\n")
    try PasswordFile.set(one, user: "ada", password: "new", in: path)
    #expect(file.credentials(for: one)?.password == "new" && file.credentials(for: two)?.headers == ["X: y"])
    try PasswordFile.remove(two, from: path)
    try PasswordFile.remove(one, from: path)
    #expect(try text() == "# mine\n\n[\"https://b.example/\"]  # here\nheaders = { X = \"y\" }\n")
    chmod(path, 0o644)
    #expect(throws: Failure.self) { try PasswordFile.set(one, user: "ada", password: "p", in: path) }
    #expect(try !text().contains("ada"))
  }
}
