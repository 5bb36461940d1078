/// A one-colour picture in the X bitmap format (XBM), as bars use for icons.
package struct Bitmap: Hashable, Sendable {
  package let width: Int
  package let height: Int
  /// Row by row, padded to bytes, with the leftmost pixel in the lowest bit.
  private let bytes: [UInt8]

  /// The largest side, in pixels.
  package static let largest = 256
  /// The largest file, in bytes.
  package static let longestFile = 128 << 10

  /// Reads a file's text, a piece of C. Nil if it is malformed or too large.
  package init?(xbm text: String) {
    var (sizes, bytes): ([String: Int], [UInt8]) = ([:], [])
    for line in text.split(separator: "\n").prefix(1000) where line.hasPrefix("#define") {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.count >= 3, let size = Int(words[2]), let name = words[1].split(separator: "_").last {
        sizes[String(name)] = size
      }
    }
    guard let width = sizes["width"], let height = sizes["height"], (1...Self.largest).contains(width),
      (1...Self.largest).contains(height), let open = text.firstIndex(of: "{"),
      let close = text[open...].firstIndex(of: "}")
    else { return nil }
    // X10 bitmaps have words of two bytes.
    guard !text[..<open].contains("short") else { return nil }
    for word in text[text.index(after: open)..<close].split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      let isHexadecimal = word.lowercased().hasPrefix("0x")
      guard let byte = isHexadecimal ? UInt8(word.dropFirst(2), radix: 16) : UInt8(word) else { return nil }
      bytes.append(byte)
    }
    guard bytes.count >= (width + 7) / 8 * height else { return nil }
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// Its dark pixels as boxes that do not touch sideways. Equal runs of neighbouring rows form one box.
  package var boxes: [(x: Int, y: Int, width: Int, height: Int)] {
    var boxes: [(x: Int, y: Int, width: Int, height: Int)] = []
    var (y, rowBytes) = (0, (width + 7) / 8)
    while y < height {
      let row = bytes[y * rowBytes..<(y + 1) * rowBytes]
      var end = y + 1
      while end < height, bytes[end * rowBytes..<(end + 1) * rowBytes] == row { end += 1 }
      var x = 0
      while x < width {
        let start = x
        while x < width, isDark(x, y) { x += 1 }
        if x > start { boxes.append((start, y, x - start, end - y)) }
        x += 1
      }
      y = end
    }
    return boxes
  }

  private func isDark(_ x: Int, _ y: Int) -> Bool { bytes[y * ((width + 7) / 8) + x / 8] >> (x % 8) & 1 == 1 }
}
