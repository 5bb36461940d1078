package import ScrollCore

/// The parameters for laying out a line of bar markup.
struct BarRoom: Equatable {
  /// The width of the view's visible part, in pixels.
  var width = 0.0
  /// From the top of the view including its surroundings.
  var height = 0.0
  /// The baseline of the view's own font, from the same top.
  var baseline = 0.0
  /// Whether a line that fits stands still, with its own alignment.
  var standsWhereItFits = false
  var font = FontSpec(size: 17)
  /// The additional fonts, by number.
  var fonts: [FontSpec] = []
  var foreground = Color.white
  var background = Color.black

  /// The width of lines over and under text, in pixels.
  var lineWidth: Double { max(1, (height / 24).rounded()) }
}

/// An image in a line.
package enum BarIcon: Equatable, Sendable {
  /// Drawn in the colour of the text.
  case bitmap(Bitmap)
  case picture(SizedImage)
}

/// The external resources of bar markup, cached between lines.
final class BarResources {
  /// Returns the image at a path, or nil.
  var icon: (String) -> BarIcon? = { _ in nil }
  /// Called with an error or ignored tag, for every line again.
  var onProblem: (String) -> Void = { _ in }
  private var named: [String: String] = [:]

  /// The limit for fonts in lines, since each is kept while the program runs.
  private static let mostFonts = 64
  /// In pixels; as in Pango markup.
  private static let largestFont = 500.0

  func font(named name: String, like font: FontSpec, with typesetter: any Typesetter) -> FontSpec {
    if named[name] == nil, named.count >= Self.mostFonts {
      onProblem("lines name more than \(Self.mostFonts) fonts; the rest are the view's own")
      return font
    }
    let text = named[name] ?? FontName.pango(name)
    named[name] = text
    var read = FontSpec(text, size: font.size, with: typesetter)
    read.size = min(Self.largestFont, read.size)
    return read
  }
}
