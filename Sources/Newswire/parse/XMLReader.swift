internal import CXML2

/// What an XML document consists of, as it is met.
protocol XMLHandler: AnyObject {
  func start(_ element: XMLElement)
  func text(_ bytes: UnsafeRawBufferPointer)
  func end()
}

/// A start tag: local name, namespace and attributes.
struct XMLElement {
  /// In lower case: not all write "pubDate" as they should.
  let name: String
  /// The namespace's URI; empty for none. An undeclared prefix is its own namespace.
  let space: String
  let attributes: [Attribute]

  struct Attribute: Equatable {
    let name: String
    /// "xml" for `xml:…`; else as for elements.
    let space: String
    let value: String
  }

  /// The value of an attribute without a namespace; `name` is in lower case.
  subscript(name: String) -> String? {
    attributes.isEmpty ? nil : attributes.first { $0.name.lowercased() == name && $0.space.isEmpty }?.value
  }

  /// `xml:base` and the like.
  func xml(_ name: String) -> String? { attributes.first { $0.name == name && $0.space == "xml" }?.value }
}

/// libxml2's push parser (`xmlParseChunk`), without network, entities, document types or limits lifted. What it is given is
/// mended first (`XMLRepair`).
final class XMLReader {
  /// Whether the document has ended, so far, before its outermost element did, or was given up.
  var isTruncated: Bool { repair.isTruncated || hasTooManyNames }

  private var context: xmlParserCtxtPtr?
  private var repair = XMLRepair()
  fileprivate let handler: any XMLHandler
  /// Names that were met lately. libxml2 keeps one copy of each: its place in memory tells it.
  fileprivate var names = [(place: UnsafePointer<xmlChar>?, name: String)](repeating: (nil, ""), count: 256)

  init(handler: any XMLHandler) {
    self.handler = handler
    var calls = xmlSAXHandler()
    calls.initialized = UInt32(XML_SAX2_MAGIC)
    calls.startElementNs = startElement
    calls.endElementNs = { reader, _, _, _ in Newswire.handler(reader)?.end() }
    calls.characters = { Newswire.handler($0)?.text(UnsafeRawBufferPointer(start: $1, count: Int($2))) }
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

private func handler(_ reader: UnsafeMutableRawPointer?) -> (any XMLHandler)? {
  Unmanaged<XMLReader>.object(reader)?.handler
}

extension XMLReader {
  /// A name of an element, an attribute or a namespace.
  fileprivate func string(_ pointer: UnsafePointer<xmlChar>?, lowercased: Bool = false) -> String {
    guard let pointer else { return "" }
    let slot = Int(bitPattern: pointer) >> 3 & 255
    if names[slot].place == pointer { return names[slot].name }
    let text = String(cString: pointer)
    names[slot] = (pointer, lowercased ? text.lowercased() : text)
    return names[slot].name
  }
}

private func startElement(
  _ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
  _ uri: UnsafePointer<xmlChar>?, _: Int32, _: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ count: Int32,
  _: Int32, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
) {
  guard let reader = Unmanaged<XMLReader>.object(data) else { return }
  var found: [XMLElement.Attribute] = []
  for index in 0..<Int(count) {
    // Five pointers each: name, prefix, URI, start of the value, its end.
    guard let fields = attributes?.advanced(by: index * 5), let start = fields[3], let end = fields[4] else { continue }
    let value = String(decoding: UnsafeBufferPointer(start: start, count: min(end - start, 8192)), as: UTF8.self)
    let prefix = fields[1].map { String(cString: $0) } ?? ""
    let space = prefix == "xml" || fields[2] == nil ? prefix : fields[2].map { String(cString: $0) } ?? ""
    found.append(XMLElement.Attribute(name: fields[0].map { String(cString: $0) } ?? "", space: space, value: value))
  }
  let element = XMLElement(
    name: reader.string(name, lowercased: true), space: reader.string(uri ?? prefix), attributes: found)
  reader.handler.start(element)
}
