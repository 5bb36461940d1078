internal import CX11
internal import Scene
internal import ScrollCore

/// A surface four times as long as what it becomes, one way or both, and the means to average it down to any phase.
///
/// It is halved twice: a picture at twice the scale under XRender's `bilinear` filter, sampled where pixels meet, is their
/// exact average. Halving is what servers do fastest: on pixman's vector paths, and on the graphics card where one
/// draws.
final class Scratch {
  let surface: Surface
  let magnification: Magnification
  private let half: Surface
  /// How many pixels of the surface earlier `half` begins; nil where it holds nothing of what is drawn now.
  private var halfStep: Phase?
  /// Both surfaces as they are seen at half their size, by the step.
  private var views: [Level: UInt] = [:]

  private struct Level: Hashable {
    var isHalf: Bool
    var step: Phase
  }

  init(_ display: Display, width: Int, height: Int, format: PixelFormat, magnification: Magnification) {
    self.magnification = magnification
    surface = Surface(display, width: width, height: height, format: format)
    half = Surface(
      display, width: width / Self.halving(magnification.x), height: height / Self.halving(magnification.y),
      format: format)
  }

  deinit {
    for picture in views.values { XRenderFreePicture(surface.display.raw, picture) }
  }

  /// Whether an area of that size fits.
  func holds(width: Int, height: Int) -> Bool { surface.width >= width && surface.height >= height }

  /// Makes room for something new.
  func clear(_ background: Color, width: Int, height: Int) {
    surface.fill(background, PixelRect(width: width, height: height))
    halfStep = nil
  }

  /// Averages the scratch down into a part of `target`. Where the scratch is magnified it begins one pixel of the target
  /// before that part, and ends one after it.
  func reduce(to phase: Phase, _ target: Surface, _ area: PixelRect) {
    let (scaleX, scaleY) = (Self.halving(magnification.x), Self.halving(magnification.y))
    let (marginX, marginY) = (scaleX - 1, scaleY - 1)
    let step = Phase(x: phase.x & 1, y: phase.y & 1)
    if halfStep != step {
      halfStep = step
      // The first pixel would reach out of the surface, and nobody asks for it.
      let whole = PixelRect(
        x: marginX, y: marginY, width: (area.width + 2 * marginX) * scaleX - marginX,
        height: (area.height + 2 * marginY) * scaleY - marginY)
      half.composite(
        view(Level(isHalf: false, step: step)), x: marginX, y: marginY, by: PictOpSrc, in: whole)
    }
    let rest = Phase(x: phase.x >> 1, y: phase.y >> 1)
    target.composite(view(Level(isHalf: true, step: rest)), x: marginX, y: marginY, by: PictOpSrc, in: area)
  }

  /// By how much one halving scales an axis.
  private static func halving(_ magnification: Int) -> Int { magnification > 1 ? 2 : 1 }

  private func view(_ level: Level) -> UInt {
    if let view = views[level] { return view }
    let display = surface.display.raw
    let pixmap = level.isHalf ? half.pixmap : surface.pixmap
    let view = XRenderCreatePicture(display, pixmap, surface.format.render, 0, nil)
    func scale(_ magnification: Int) -> XFixed { nr_fixed(Double(Self.halving(magnification))) }
    var transform = XTransform()
    transform.matrix.0 = (scale(magnification.x), 0, nr_fixed(-Double(level.step.x)))
    transform.matrix.1 = (0, scale(magnification.y), nr_fixed(-Double(level.step.y)))
    transform.matrix.2 = (0, 0, nr_fixed(1))
    XRenderSetPictureTransform(display, view, &transform)
    XRenderSetPictureFilter(display, view, FilterBilinear, nil, 0)
    views[level] = view
    return view
  }
}
