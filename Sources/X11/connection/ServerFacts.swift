internal import CX11

/// What a server says about itself and about those that serve its users. For reports: each asks the server.
extension Display {
  /// Who has made the server, and its release, as "The X.Org Foundation 21.1.7".
  package var vendor: String {
    let name = XServerVendor(raw).map { String(cString: $0) } ?? ""
    let release = Int(XVendorRelease(raw))
    // X.Org counts 12101007 for 21.1.7, older servers 11906000 for 1.19.6.
    let isNew = release >= 12_000_000
    let parts =
      isNew
      ? [release / 100_000 % 100, release / 1000 % 100, release % 1000]
      : [release / 10_000_000, release / 100_000 % 100, release / 1000 % 100]
    let number = release >= 10_000_000 ? parts.map(String.init).joined(separator: ".") : "\(release)"
    return name.isEmpty ? number : "\(name) \(number)"
  }

  /// Whether the server shows its windows on a Wayland desktop.
  package var isXwayland: Bool {
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    // Servers before 23.1 tell it only by the names of their outputs.
    return XQueryExtension(raw, "XWAYLAND", &opcode, &event, &error) != 0
      || monitors().contains { $0.name.hasPrefix("XWAYLAND") }
  }

  /// The extensions of this list that the server lacks (`XListExtensions`).
  package func missingExtensions(of names: [String]) -> [String] {
    names.filter { name in
      var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
      return XQueryExtension(raw, name, &opcode, &event, &error) == 0
    }
  }

  /// Bits of a pixel of windows.
  package var depth: Int { Int(XDefaultDepth(raw, screen)) }

  /// What the compositing manager calls itself: empty for one without a name, nil without one.
  package var compositorName: String? {
    let owner = XGetSelectionOwner(raw, atom("_NET_WM_CM_S\(screen)"))
    guard owner != 0 else { return nil }
    return String(
      decoding: ignoringErrors { bytes(of: atom("_NET_WM_NAME"), of: owner, atMost: 256) }, as: UTF8.self)
  }

  /// The input methods that wait for programs, by the names that `XMODIFIERS` has for them (`XIM_SERVERS`).
  package var inputMethods: [String] {
    values(of: atom("XIM_SERVERS"), of: root).values.filter { XGetSelectionOwner(raw, $0) != 0 }
      .map { String(atomName($0).trimmingPrefix("@server=")) }
  }

  /// The characters that no installed font has, in their order (`FcFontList`).
  package static func withoutFont(_ characters: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
    guard let pattern = FcPatternCreate(), let wanted = FcObjectSetCreate() else { return [] }
    defer {
      FcPatternDestroy(pattern)
      FcObjectSetDestroy(wanted)
    }
    FcObjectSetAdd(wanted, FC_CHARSET)
    var list: UnsafeMutablePointer<FcFontSet>?
    SharedState.withLock { list = FcFontList(nil, pattern, wanted) }
    guard let list else { return Array(characters) }
    defer { FcFontSetDestroy(list) }
    let fonts = UnsafeBufferPointer(start: list.pointee.fonts, count: Int(list.pointee.nfont))
    let sets = fonts.compactMap { font -> OpaquePointer? in
      var set: OpaquePointer?
      return FcPatternGetCharSet(font, FC_CHARSET, 0, &set) == FcResultMatch ? set : nil
    }
    return characters.filter { character in !sets.contains { FcCharSetHasChar($0, character.value) != 0 } }
  }
}
