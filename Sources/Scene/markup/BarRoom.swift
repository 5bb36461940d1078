package import ScrollCore

/// What a line of a bar's markup is laid out for.
struct BarRoom: Equatable {
  /// In pixels, of what is seen of the view.
  var width = 0.0
  /// From the top of the view and what surrounds it.
  var height = 0.0
  /// Of the view's own font, from the same top.
  var baseline = 0.0
  /// A line that has room stands where it says, instead of running.
  var standsWhereItFits = false
  var font = FontSpec(size: 17)
  /// Those beside it, by their numbers.
  var fonts: [FontSpec] = []
  var foreground = Color.white
  var background = Color.black

  /// In pixels, of the lines over and under text.
  var lineWidth: Double { max(1, (height / 24).rounded()) }
}

/// A picture in a line.
package enum BarIcon: Equatable, Sendable {
  /// Of the colour of the text.
  case bitmap(Bitmap)
  case picture(SizedImage)
}

/// What bars' markup needs of the world, and what is kept of it between lines.
final class BarResources {
  /// The picture at a path; nil where there is none.
  var icon: (String) -> BarIcon? = { _ in nil }
  /// Called with what is wrong in a line, or left aside; again for every line.
  var onProblem: (String) -> Void = { _ in }
  private var named: [String: String] = [:]

  /// Fonts that lines may name at most: each is kept for as long as the program runs.
  private static let mostFonts = 64
  /// In pixels; as in Pango's markup.
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
