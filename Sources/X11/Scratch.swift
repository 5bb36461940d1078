internal import CX11
internal import Scene
internal import ScrollCore

/// The number of sub-pixel phases each way, and the factor by which content is magnified to make them.
let phaseCount = 4

/// By how many quarters of a pixel a picture of a content stands further right and down.
struct Phase: Hashable {
  var x = 0
  var y = 0
}

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

  /// Makes place for something new.
  func clear(_ background: Color, width: Int, height: Int) {
    surface.fill(background, x: 0, y: 0, width: width, height: height)
    halfStep = nil
  }

  /// Averages the scratch down into `target` (`XRenderComposite` with `Src`). Where it is magnified it begins one pixel of
  /// the target before `x` or `y`, and ends one after.
  func reduce(to phase: Phase, target: borrowing Surface, x: Int, y: Int, width: Int, height: Int) {
    let (scaleX, scaleY) = (Self.halving(magnification.x), Self.halving(magnification.y))
    let (marginX, marginY) = (scaleX - 1, scaleY - 1)
    let step = Phase(x: phase.x & 1, y: phase.y & 1)
    if halfStep != step {
      halfStep = step
      // The first pixel would reach out of the surface, and nobody asks for it.
      halve(
        view(Level(isHalf: false, step: step)), to: half, fromX: marginX, fromY: marginY, x: marginX, y: marginY,
        width: (width + 2 * marginX) * scaleX - marginX, height: (height + 2 * marginY) * scaleY - marginY)
    }
    let rest = Phase(x: phase.x >> 1, y: phase.y >> 1)
    halve(
      view(Level(isHalf: true, step: rest)), to: target, fromX: marginX, fromY: marginY, x: x, y: y, width: width,
      height: height)
  }

  /// By which one halving scales an axis.
  private static func halving(_ magnification: Int) -> Int { magnification > 1 ? 2 : 1 }

  private func halve(
    _ picture: UInt, to target: borrowing Surface, fromX: Int, fromY: Int, x: Int, y: Int, width: Int, height: Int
  ) {
    XRenderComposite(
      surface.display.raw, Int32(PictOpSrc), picture, 0, target.picture, Int32(fromX), Int32(fromY), 0, 0, Int32(x),
      Int32(y), UInt32(width), UInt32(height))
  }

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
