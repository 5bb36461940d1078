internal import Base
internal import Render
internal import ScrollCore
internal import X11

/// Renders the view to a file, without a window on the screen, after reading its sources to the end. Time counts from
/// the start. Returns the exit status.
package func preview<Kind: ViewKind>(_ request: ViewRequest<Kind>, _ options: PreviewOptions) -> Int32 {
  reporting { () throws(Failure) in
    let windows = try ProgramPlan(request).validWindows
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
