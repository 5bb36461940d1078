/// Text as a search compares it: without case, accents and the marks of Latin letters, so that "lodz" finds Łódź, "africa"
/// África, and "strasse" Straße.
package enum SearchText {
  package static func folded(_ text: String) -> String {
    let cased = ScrollCore.folded(text)
    if cased.utf8.allSatisfy({ $0 < 0x80 }) { return cased }
    var result = String.UnicodeScalarView()
    for scalar in cased.unicodeScalars where !(0x300...0x36f).contains(scalar.value) {
      if let letters = letters[scalar] {
        result.append(contentsOf: letters.unicodeScalars)
      } else {
        result.append(scalar.isASCII ? scalar : base(of: scalar) ?? scalar)
      }
    }
    return String(result)
  }

  /// The plain letter of one with accents or a stroke, by its name in Unicode: LATIN SMALL LETTER L WITH STROKE.
  private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard scalar.properties.isLowercase, let name = scalar.properties.name, name.hasPrefix(latin) else { return nil }
    let words = name.dropFirst(latin.count).split(separator: " ", maxSplits: 2)
    guard words.count > 1, words[1] == "WITH", words[0].unicodeScalars.count == 1 else { return nil }
    return words[0].lowercased().unicodeScalars.first
  }

  private static let latin = "LATIN SMALL LETTER "

  private static let letters: [Unicode.Scalar: String] = [
    "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i", "ĳ": "ij", "ё": "е", "й": "и", "ά": "α", "έ": "ε", "ή": "η",
    "ί": "ι", "ϊ": "ι", "ΐ": "ι", "ό": "ο", "ύ": "υ", "ϋ": "υ", "ΰ": "υ", "ώ": "ω",
  ]
}
