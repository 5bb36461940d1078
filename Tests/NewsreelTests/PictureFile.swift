import CRender
import TestKit

extension Screenshot {
  /// What a picture file holds, without its transparency (`imlib_load_image`).
  init(reading path: String) throws {
    guard let image = imlib_load_image(path) else { throw HarnessError("\(path) is not a picture") }
    imlib_context_set_image(image)
    defer { imlib_free_image() }
    let (width, height) = (Int(imlib_image_get_width()), Int(imlib_image_get_height()))
    guard let data = imlib_image_get_data_for_reading_only() else { throw HarnessError("\(path) cannot be read") }
    self.init(
      width: width, height: height, pixels: (0..<width * height).map { data[$0] & 0xFFFFFF })
  }

  subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }
}
