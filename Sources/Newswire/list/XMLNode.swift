internal import CXML2
internal import Glibc

/// A node of a libxml2 tree.
extension UnsafeMutablePointer<xmlNode> {
  /// The lower-case name of an element; nil for other nodes.
  var elementName: String? {
    pointee.type == XML_ELEMENT_NODE ? String(cString: pointee.name).lowercased() : nil
  }

  /// The children that are elements of this name.
  func elements(_ name: String) -> some Sequence<xmlNodePtr> {
    sequence(state: pointee.children) { next -> xmlNodePtr? in
      let node = next
      next = node?.pointee.next
      return node
    }.lazy.filter { $0.elementName == name }
  }

  /// The first child that is an element of this name.
  func element(_ name: String) -> xmlNodePtr? { elements(name).first { _ in true } }

  /// The node and those around it, from the inside out.
  var ancestors: UnfoldFirstSequence<xmlNodePtr> { sequence(first: self) { $0.pointee.parent } }

  /// The whitespace before it.
  var blankBefore: xmlNodePtr? { pointee.prev.flatMap { xmlIsBlankNode($0) == 1 ? $0 : nil } }

  var attributes: [XMLElement.Attribute] {
    var found: [XMLElement.Attribute] = []
    var next = pointee.properties
    while let attribute = next {
      next = attribute.pointee.next
      let space = attribute.pointee.ns.flatMap { $0.pointee.href }.map { String(cString: $0) } ?? ""
      let value = xmlString(freeing: xmlNodeListGetString(pointee.doc, attribute.pointee.children, 1)) ?? ""
      found.append(XMLElement.Attribute(name: String(cString: attribute.pointee.name), space: space, value: value))
    }
    return found
  }

  /// Sets an attribute, without the characters that XML does not allow, or removes it.
  func setAttribute(_ name: String, to value: String?) {
    guard let value else {
      xmlUnsetProp(self, name)
      return
    }
    let allowed = value.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }
    xmlSetProp(self, name, String(String.UnicodeScalarView(allowed)))
  }

  /// Removes and frees it with the preceding whitespace.
  func removeWithBlank() {
    for node in [blankBefore, self].compactMap(\.self) {
      xmlUnlinkNode(node)
      xmlFreeNode(node)
    }
  }
}

/// Converts and frees a string of libxml2.
func xmlString(freeing bytes: UnsafeMutablePointer<xmlChar>?) -> String? {
  guard let bytes else { return nil }
  defer { Glibc.free(bytes) }
  return String(cString: bytes)
}
