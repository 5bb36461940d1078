/// Names of X requests, as far as tickers use them.
struct RequestName {
  /// As `Traffic.kinds` counts it: the major opcode times 256.
  static let createPixmap = 53 * 256

  private static let core = [
    1: "CreateWindow", 2: "ChangeWindowAttributes", 8: "MapWindow", 12: "ConfigureWindow", 14: "GetGeometry",
    16: "InternAtom", 18: "ChangeProperty", 20: "GetProperty", 25: "SendEvent", 38: "QueryPointer",
    43: "GetInputFocus", 53: "CreatePixmap", 54: "FreePixmap", 55: "CreateGC", 56: "ChangeGC",
    59: "SetClipRectangles", 60: "FreeGC", 61: "ClearArea", 62: "CopyArea", 70: "PolyFillRectangle", 72: "PutImage",
    73: "GetImage", 127: "NoOperation",
  ]
  private static let extensions: [String: [Int: String]] = [
    "RENDER": [
      4: "CreatePicture", 5: "ChangePicture", 6: "SetPictureClipRectangles", 7: "FreePicture", 8: "Composite",
      20: "AddGlyphs", 23: "CompositeGlyphs8", 24: "CompositeGlyphs16", 25: "CompositeGlyphs32",
      26: "FillRectangles", 28: "SetPictureTransform", 30: "SetPictureFilter",
    ],
    "Present": [1: "Pixmap", 2: "NotifyMSC", 3: "SelectInput"],
  ]

  private let names: [Int: String]

  /// - Parameter extensions: their names by major opcode, as the server has them.
  init(extensions names: [Int: String]) { self.names = names }

  func name(of kind: Int) -> String {
    let (major, minor) = (kind / 256, kind % 256)
    guard major > 127 else { return Self.core[major] ?? "request \(major)" }
    guard let name = names[major] else { return "request \(major).\(minor)" }
    return "\(name).\(Self.extensions[name]?[minor] ?? "\(minor)")"
  }

  /// "CopyArea 1.00, Present.NotifyMSC 1.00": how many there were a frame.
  func summary(of kinds: [Int: Int], frames: Double) -> String {
    kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\(name(of: $0.key)) \(decimal(Double($0.value) / frames, digits: 2))" }.joined(separator: ", ")
  }
}
