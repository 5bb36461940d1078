internal import Base

/// Writes the elements of a document as well-formed XML.
struct XMLWriter: XMLHandler {
  private(set) var bytes: [UInt8] = []
  private var open: [XMLName] = []

  mutating func start(_ element: XMLElement) {
    bytes += "<".utf8 + element.name.written
    for (name, value) in element.attributes {
      bytes += " ".utf8 + Array(name) + "=\"".utf8
      var text = XMLAttributes.text(of: value)
      text.withUTF8 { write($0) }
      bytes += "\"".utf8
    }
    bytes += ">".utf8
    open.append(element.name)
  }

  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) { write(bytes) }

  mutating func end() {
    if let name = open.popLast() { bytes += "</".utf8 + name.written + ">".utf8 }
  }

  private mutating func write(_ text: UnsafeBufferPointer<UInt8>) {
    for byte in text { if "<>&\"".utf8.contains(byte) { bytes += "&#\(byte);".utf8 } else { bytes.append(byte) } }
  }
}
