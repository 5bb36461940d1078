internal import CX11
package import X11

/// The desktop's settings, from its XSETTINGS daemon.
package struct XSettings: Equatable, Sendable {
  package enum Value: Equatable, Sendable {
    case integer(Int)
    case text(String)
  }

  private(set) var values: [String: Value] = [:]

  init() {}

  /// Reads the property `_XSETTINGS_SETTINGS`, up to the first malformed setting.
  init(_ bytes: [UInt8]) {
    guard bytes.count >= 12 else { return }
    var reader = Reader(bytes)
    // 0: the least significant byte comes first.
    reader.isBigEndian = bytes[0] != 0
    reader.skip(8)
    guard let count = reader.number(4) else { return }
    for _ in 0..<min(count, Self.most) {
      guard let kind = reader.number(1), reader.skip(1), let length = reader.number(2),
        let name = reader.text(length), reader.skip(4)
      else { return }
      switch kind {
      case 0:
        guard let value = reader.number(4) else { return }
        values[name] = .integer(Int(Int32(truncatingIfNeeded: value)))
      case 1:
        guard let length = reader.number(4), let text = reader.text(length) else { return }
        values[name] = .text(text)
      // A colour: four numbers of 16 bits.
      case 2: guard reader.skip(8) else { return }
      default: return
      }
    }
  }

  private static let most = 4096

  package func integer(_ name: String) -> Int? { if case .integer(let value) = values[name] { value } else { nil } }
  package func text(_ name: String) -> String? { if case .text(let value) = values[name] { value } else { nil } }

  /// Reads numbers and padded texts from untrusted bytes.
  private struct Reader {
    private var rest: ArraySlice<UInt8>
    var isBigEndian = false

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    @discardableResult
    mutating func skip(_ count: Int) -> Bool {
      guard count <= rest.count else { return false }
      rest.removeFirst(count)
      return true
    }

    mutating func number(_ count: Int) -> Int? {
      guard count <= rest.count else { return nil }
      let bytes = rest.prefix(count)
      rest.removeFirst(count)
      return (isBigEndian ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }

    /// A text of `count` bytes, followed by padding to a multiple of four.
    mutating func text(_ count: Int) -> String? {
      guard count <= rest.count else { return nil }
      let text = String(decoding: rest.prefix(count), as: UTF8.self)
      // The padding may be missing at the very end.
      rest.removeFirst(min(rest.count, count + (4 - count % 4) % 4))
      return text
    }
  }
}

extension Display {
  /// The current settings; empty without a daemon. From then on changes arrive as `Event.settingsChanged`.
  package func readSettings() -> XSettings {
    let owner = XGetSelectionOwner(raw, settingsSelection)
    settingsOwner = owner
    guard owner != 0 else { return XSettings() }
    // The daemon may exit at any time.
    return ignoringErrors {
      XSelectInput(raw, owner, PropertyChangeMask)
      return XSettings(bytes(of: atom("_XSETTINGS_SETTINGS"), of: owner, atMost: 1 << 20))
    }
  }

  /// The user's dots per inch: from the settings daemon, or `Xft.dpi` of the server's resources, or 96.
  package func dotsPerInch(by settings: XSettings) -> Double {
    if let dots = settings.integer("Xft/DPI"), let dpi = Self.sensibleDPI(Double(dots) / 1024) { return dpi }
    return resource("Xft.dpi", class: "Xft.Dpi").flatMap { Double($0) }.flatMap(Self.sensibleDPI) ?? 96
  }
}
