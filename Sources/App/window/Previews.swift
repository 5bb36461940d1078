internal import Base
internal import Render
internal import ScrollCore
internal import X11

/// Draws what would be shown into a picture, without a window on the screen. The sources are read to their ends first;
/// time is counted from the start. The result is an exit status.
package func preview<Kind: ViewKind>(_ request: ViewRequest<Kind>, _ options: PreviewOptions) -> Int32 {
  reporting { () throws(Failure) in
    let windows = try ProgramPlan(request).windows
    if windows.count > 1, options.size != nil {
      throw .usage("--size: there are \(windows.count) windows, each of a size of its own")
    }
    var previews: [Preview] = []
    for window in windows { previews.append(try Preview(window, options)) }
    let picture = try Preview.picture(of: previews, options)
    try picture.writePNG(to: options.path)
    return ExitStatus.success
  }
}
