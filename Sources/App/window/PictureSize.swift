internal import ScrollCore

extension Property {
  /// The size of a picture in whole pixels, as `1280x36`.
  static func pixels(_ name: String, _ path: WritableKeyPath<Owner, Size?> & Sendable, _ meaning: String) -> Property {
    .optional(
      name, path, unit: "WxH", meaning, { .text("\(shortest($0.width))x\(shortest($0.height))") },
      { (value) throws(ValueError) in try pixels(value.text) })
  }

  private static func pixels(_ text: String) throws(ValueError) -> Size {
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], width > 0, height > 0 else {
      throw ValueError("'\(text)' is not a size; write WxH, as in 1280x36")
    }
    // The limit of Imlib2 and the X server for width and height.
    let limit = 16384
    guard width <= limit, height <= limit else {
      throw ValueError("\(text) is too large (at most \(limit)x\(limit))")
    }
    guard width * height <= PreviewOptions.most else {
      throw ValueError("\(text) is too large (at most \(PreviewOptions.most / 1_000_000) million pixels)")
    }
    return Size(width: Double(width), height: Double(height))
  }
}
