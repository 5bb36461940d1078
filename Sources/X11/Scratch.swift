internal import CX11
internal import Scene

/// The number of sub-pixel phases, and the factor by which content is magnified to make them. Phase k shows
/// the content k/4 px further right (or down).
let phaseCount = 4

/// A surface four times as long as what it becomes, with one picture for every phase: each averages runs of four
/// pixels, beginning `phase` pixels earlier (XRender's `convolution` filter under a scaling transform).
final class Scratch {
  let surface: Surface
  let magnification: Magnification
  private var phases: [UInt] = []

  /// - Parameter axis: along which the phases shift and the pictures are scaled down.
  init(_ display: Display, width: Int, height: Int, format: PixelFormat, magnification: Magnification, axis: Axis) {
    surface = Surface(display, width: width, height: height, format: format)
    self.magnification = magnification
    for phase in 0..<phaseCount { phases.append(makePicture(phase: phase, axis: axis)) }
  }

  deinit {
    for picture in phases { XRenderFreePicture(surface.display.raw, picture) }
  }

  /// Whether an area of that size fits.
  func holds(width: Int, height: Int) -> Bool { surface.width >= width && surface.height >= height }

  /// Averages the scratch down into `target` (`XRenderComposite` with `Src`).
  ///
  /// The scratch begins one target pixel before `x` along the phases' axis when `margin` is 1.
  func reduce(
    phase: Int, marginX: Int, marginY: Int, to target: borrowing Surface, x: Int, y: Int, width: Int, height: Int
  ) {
    XRenderComposite(
      surface.display.raw, Int32(PictOpSrc), phases[phase], 0, target.picture, Int32(marginX), Int32(marginY), 0, 0,
      Int32(x), Int32(y), UInt32(width), UInt32(height))
  }

  private func makePicture(phase: Int, axis: Axis) -> UInt {
    let display = surface.display.raw
    let picture = XRenderCreatePicture(display, surface.pixmap, surface.format.render, 0, nil)
    let scale = nr_fixed(Double(phaseCount))
    let shift = nr_fixed(-Double(phase))
    let one = nr_fixed(1)
    let isAcross = axis == .horizontal
    var transform = XTransform()
    transform.matrix.0 = (isAcross ? scale : one, 0, isAcross ? shift : 0)
    transform.matrix.1 = (0, isAcross ? one : scale, isAcross ? 0 : shift)
    transform.matrix.2 = (0, 0, one)
    XRenderSetPictureTransform(display, picture, &transform)
    var parameters = [nr_fixed(isAcross ? 4 : 1), nr_fixed(isAcross ? 1 : 4)]
    parameters += [XFixed](repeating: nr_fixed(1 / Double(phaseCount)), count: phaseCount)
    XRenderSetPictureFilter(display, picture, "convolution", &parameters, Int32(parameters.count))
    return picture
  }
}
