internal import CXML2

/// What an XML document consists of, as it is met.
protocol XMLHandler: AnyObject {
  func start(_ element: XMLElement)
  func text(_ bytes: UnsafeBufferPointer<UInt8>)
  func end()
}

/// A start tag, as long as it is being taken.
struct XMLElement {
  let name: XMLName
  let attributes: XMLAttributes

  /// An attribute, as it is kept.
  struct Attribute: Equatable {
    let name: String
    /// "xml" for `xml:…`; else as for elements.
    let space: String
    let value: String
  }

  /// The value of an attribute without a namespace; `name` is in lower case.
  subscript(name: StaticString) -> String? { attributes[name] }
}

/// The name of an element: the same object for all elements of that name, or nearly all.
final class XMLName {
  /// Without its prefix and in lower case: not all write "pubDate" as they should.
  let local: String
  /// The namespace's URI; empty for none. An undeclared prefix is its own namespace.
  let space: String
  /// What `XMLFeedContent` has found it to say.
  @exclusivity(unchecked) var meaning: ElementMeaning?

  init(local: String, space: String) { (self.local, self.space) = (local, space) }
}

/// libxml2's push parser (`xmlParseChunk`), without network, entities, document types or limits lifted. What it is given is
/// mended first (`XMLRepair`).
final class XMLReader {
  /// Whether the document has ended, so far, before its outermost element did, or was given up.
  var isTruncated: Bool { repair.isTruncated || hasTooManyNames }

  private var context: xmlParserCtxtPtr?
  private var repair = XMLRepair()
  fileprivate let handler: any XMLHandler
  /// Names that were met lately. libxml2 keeps one copy of each text: its place in memory tells it.
  @exclusivity(unchecked) private var names = [KnownName?](repeating: nil, count: 256)

  private struct KnownName {
    let local: UnsafePointer<xmlChar>
    let space: UnsafePointer<xmlChar>?
    let name: XMLName
  }

  init(handler: any XMLHandler) {
    self.handler = handler
    var calls = xmlSAXHandler()
    calls.initialized = UInt32(XML_SAX2_MAGIC)
    calls.startElementNs = startElement
    calls.endElementNs = { reader, _, _, _ in withReader(reader) { $0.handler.end() } }
    calls.characters = { reader, text, count in
      withReader(reader) { $0.handler.text(UnsafeBufferPointer(start: text, count: Int(count))) }
    }
    calls.cdataBlock = calls.characters
    calls.serror = { _, _ in }
    context = xmlCreatePushParserCtxt(&calls, Unmanaged.passUnretained(self).toOpaque(), nil, 0, nil)
    // NOENT only makes references in attributes resolve: no entity is ever declared (`XMLRepair`).
    let options = [
      XML_PARSE_RECOVER, XML_PARSE_NOENT, XML_PARSE_NONET, XML_PARSE_NOERROR, XML_PARSE_NOWARNING, XML_PARSE_IGNORE_ENC,
    ]
    xmlCtxtUseOptions(context, Int32(options.reduce(0) { $0 | $1.rawValue }))
  }

  deinit {
    if let tree = context?.pointee.myDoc { xmlFreeDoc(tree) }
    xmlFreeParserCtxt(context)
  }

  /// Takes more of the document, in UTF-8.
  func push(_ bytes: [UInt8]) {
    let mended = repair.push(bytes)
    guard !mended.isEmpty, !hasTooManyNames else { return }
    mended.withUnsafeBytes { buffer in
      _ = xmlParseChunk(context, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 0)
    }
  }

  /// More different names of elements, attributes and namespaces than any feed has; libxml2 finds them ever slower.
  private var hasTooManyNames: Bool { xmlDictSize(context?.pointee.dict) > 50_000 }

  func finish() { _ = xmlParseChunk(context, nil, 0, 1) }
}

/// Does something with the reader that libxml2 hands back, which is held by whoever has it parse: to hold it once more for
/// each of millions of calls would cost as much as the parsing.
private func withReader(_ data: UnsafeMutableRawPointer?, _ body: (XMLReader) -> Void) {
  guard let data else { return }
  Unmanaged<XMLReader>.fromOpaque(data)._withUnsafeGuaranteedRef(body)
}

extension XMLReader {
  /// The name of an element, by its texts in libxml2's dictionary.
  fileprivate func name(_ local: UnsafePointer<xmlChar>, _ space: UnsafePointer<xmlChar>?) -> XMLName {
    // The texts stand close together; what is multiplied spreads over the table.
    let places = UInt(bitPattern: local) ^ UInt(bitPattern: space) << 1
    let slot = Int((places &* 0x9E37_79B9_7F4A_7C15) >> 56)
    if let known = names[slot], known.local == local, known.space == space { return known.name }
    let name = XMLName(
      local: String(cString: local).lowercased(), space: space.map { String(cString: $0) } ?? "")
    names[slot] = KnownName(local: local, space: space, name: name)
    return name
  }
}

private func startElement(
  _ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
  _ uri: UnsafePointer<xmlChar>?, _: Int32, _: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ count: Int32,
  _: Int32, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
) {
  guard let name else { return }
  let attributes = XMLAttributes(attributes, count: Int(count))
  withReader(data) { $0.handler.start(XMLElement(name: $0.name(name, uri ?? prefix), attributes: attributes)) }
}
