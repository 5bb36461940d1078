internal import Base
internal import Glibc

/// The encoding of a document.
enum Encoding: Equatable {
  case utf8
  /// The name for `iconv(3)`; `isLegacy` for a single-byte encoding, for which valid UTF-8 is a sign of a wrong label.
  case iconv(String, isLegacy: Bool)

  static let windows1252 = Encoding.iconv("WINDOWS-1252", isLegacy: true)

  /// Looks up the label of a declaration or header by the WHATWG's Encoding Standard, like browsers, which often choose
  /// a superset. Returns nil for an unknown one.
  init?(label: String) {
    let label = label.lowercased().filter { !$0.isWhitespace }
    // A readable declaration of UTF-16 or UTF-32 in single bytes is wrong.
    if label.isEmpty || label.hasPrefix("x-user") { return nil }
    let wide = ["utf", "unicode", "ucs", "iso-10646", "csunicode", "csucs", "iso10646", "x-unicode", "csutf"]
    if wide.contains(where: label.hasPrefix) {
      self = .utf8
    } else if let name = Self.names[Self.plain(label)] {
      self = .iconv(name, isLegacy: !Self.wide.contains(name))
    } else if Self.isLikeASCII(label) {
      self = .iconv(label, isLegacy: false)
    } else {
      return nil
    }
  }

  /// Normalises a label: "ISO_8859-1:1987", "iso8859-1" and "iso88591" are equal.
  private static func plain(_ label: String) -> String {
    let name = label.prefix { $0 != ":" }.filter { $0 != "-" && $0 != "_" }
    return name.hasPrefix("cs") ? String(name.dropFirst(2)) : String(name)
  }

  /// Accepts an encoding unknown to the standard but known to `iconv` if it is compatible with ASCII.
  private static func isLikeASCII(_ name: String) -> Bool {
    var output: [UInt8] = []
    let probe = Array("<?xml version=\"1.0\"?>~\\".utf8)
    guard let converter = Converter(name) else { return false }
    _ = probe.withUnsafeBytes { converter.convert($0, into: &output) }
    return output == probe
  }

  /// Multi-byte encodings.
  private static let wide: Set = ["GB18030", "BIG5-HKSCS", "EUC-JP-MS", "ISO-2022-JP-3", "CP932", "UHC"]

  /// Labels by encoding. Dashes, underscores and a leading "cs" are ignored.
  private static let names: [String: String] = {
    let labels = [
      "WINDOWS-1252":
        "ansix3.41968 ascii cp1252 cp819 ibm819 iso88591 isoir100 isolatin1 l1 latin1 usascii us windows1252 xcp1252",
      "WINDOWS-1250": "cp1250 windows1250 xcp1250", "WINDOWS-1251": "cp1251 windows1251 xcp1251",
      "WINDOWS-1253": "cp1253 windows1253 xcp1253",
      "WINDOWS-1254": "cp1254 windows1254 xcp1254 iso88599 isoir148 isolatin5 l5 latin5",
      "WINDOWS-1255": "cp1255 windows1255 xcp1255", "WINDOWS-1256": "cp1256 windows1256 xcp1256",
      "WINDOWS-1257": "cp1257 windows1257 xcp1257", "WINDOWS-1258": "cp1258 windows1258 xcp1258",
      "ISO-8859-2": "iso88592 isoir101 isolatin2 l2 latin2", "ISO-8859-3": "iso88593 isoir109 isolatin3 l3 latin3",
      "ISO-8859-4": "iso88594 isoir110 isolatin4 l4 latin4",
      "ISO-8859-5": "iso88595 isoir144 isolatincyrillic cyrillic",
      "ISO-8859-6": "iso88596 iso88596e iso88596i isoir127 isolatinarabic arabic asmo708 ecma114",
      "ISO-8859-7": "iso88597 isoir126 isolatingreek greek greek8 ecma118 elot928 suneugreek",
      "ISO-8859-8": "iso88598 iso88598e iso88598i isoir138 isolatinhebrew hebrew visual logical",
      "ISO-8859-10": "iso885910 isoir157 isolatin6 l6 latin6", "ISO-8859-13": "iso885913",
      "ISO-8859-14": "iso885914", "ISO-8859-15": "iso885915 isolatin9 l9 latin9", "ISO-8859-16": "iso885916",
      "WINDOWS-874": "windows874 dos874 iso885911 tis620", "KOI8-R": "koi8r koi koi8", "KOI8-U": "koi8u koi8ru",
      "IBM866": "ibm866 cp866 866", "MACINTOSH": "macintosh mac xmacroman",
      "MAC-CYRILLIC": "xmaccyrillic xmacukrainian",
      "GB18030": "gb18030 gb2312 gb231280 gbk chinese iso58gb231280 isoir58 xgbk",
      "BIG5-HKSCS": "big5 big5hkscs cnbig5 xxbig5", "EUC-JP-MS": "eucjp xeucjp eucpkdfmtjapanese",
      "ISO-2022-JP-3": "iso2022jp", "CP932": "shiftjis sjis ms932 mskanji windows31j xsjis",
      "UHC": "euckr korean ksc56011987 ksc56011989 ksc5601 isoir149 windows949",
    ]
    let pairs = labels.flatMap { name, labels in labels.split(separator: " ").map { (String($0), name) } }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }()
}

extension Encoding {
  /// The first bytes of a document, with or without a byte order mark, in encodings incompatible with ASCII.
  private static let signs: [(bytes: [UInt8], markLength: Int, name: String)] = [
    ([0xFF, 0xFE, 0, 0], 4, "UTF-32LE"), ([0, 0, 0xFE, 0xFF], 4, "UTF-32BE"), ([0x3C, 0, 0, 0], 0, "UTF-32LE"),
    ([0, 0, 0, 0x3C], 0, "UTF-32BE"), ([0xFF, 0xFE], 2, "UTF-16LE"), ([0xFE, 0xFF], 2, "UTF-16BE"),
    ([0x3C, 0], 0, "UTF-16LE"), ([0, 0x3C], 0, "UTF-16BE"), ([0x7B, 0], 0, "UTF-16LE"), ([0, 0x7B], 0, "UTF-16BE"),
    ([0x4C, 0x6F, 0xA7, 0x94], 0, "IBM037"),
  ]

  /// Returns the encoding of a document, by its first bytes and its header, and the length of its byte order mark.
  static func find(in head: [UInt8], contentType: String) -> (Encoding, markLength: Int) {
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if let sign = signs.first(where: { head.starts(with: $0.bytes) }) {
      return (.iconv(sign.name, isLegacy: false), sign.markLength)
    }
    let header = value(of: "charset", in: Array(contentType.utf8)).flatMap(Self.init(label:))
    let declaration = declared(in: head)
    // UTF-8 wins if either says so: a server's default is often wrong, and invalid UTF-8 has a fallback.
    if header == .utf8 || declaration == .utf8 { return (declaration ?? .utf8 == .utf8 ? .utf8 : header ?? .utf8, 0) }
    return (header ?? declaration ?? .utf8, 0)
  }

  private static func declared(in head: [UInt8]) -> Self? {
    let start = head.prefix(512).drop { $0.isBlank }
    guard start.starts(with: "<?xml".utf8), let end = start.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    return value(of: "encoding", in: Array(start[..<end])).flatMap(Self.init(label:))
  }

  /// The value after "name=", with or without quotes.
  private static func value(of name: StaticString, in bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    guard let range = text.firstRange(of: "\(name)") else { return nil }
    var rest = text[range.upperBound...].drop { $0.isWhitespace }
    guard rest.first == "=" else { return nil }
    rest = rest.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
    let value = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_:.".contains($0)) }
    return value.isEmpty ? nil : String(value)
  }
}
