internal import Base
internal import Render
internal import ScrollCore
internal import X11

/// Draws what would be shown into a picture, without a window on the screen. The sources are read to their ends first;
/// time is counted from the start. The result is an exit status.
package func preview<Kind: ViewKind>(_ request: ViewRequest<Kind>, _ options: PreviewOptions) -> Int32 {
  reporting { () throws(Failure) in
    var windows: [PreviewedWindow] = []
    if let request = request as? ViewRequest<StripKind> { windows = try configuredWindows(request) }
    if windows.isEmpty { windows = [try plainWindow(request)] }
    if windows.count > 1, options.size != nil {
      throw .usage("--size: there are \(windows.count) windows, each of a size of its own")
    }
    var previews: [Preview] = []
    for window in windows { previews.append(try Preview(window.controller, window.settings, options)) }
    let picture = try Preview.picture(of: previews, options)
    try picture.writePNG(to: options.path)
    return ExitStatus.success
  }
}

private typealias PreviewedWindow = (controller: any ViewController, settings: Settings<WindowOptions>)

private func plainWindow<Kind: ViewKind>(_ request: ViewRequest<Kind>) throws(Failure) -> PreviewedWindow {
  try request.needContent()
  return (try usage { () throws(ValueError) in try Kind.makeController(request) }.controller, request.window)
}

/// The windows of the configuration that goes with a strip's command line; none where none does.
private func configuredWindows(_ request: ViewRequest<StripKind>) throws(Failure) -> [PreviewedWindow] {
  var windows: [PreviewedWindow] = []
  for plan in try ConfigurationFile.windows(for: request)?.configuration.windows ?? [] {
    windows.append(
      (try usage { () throws(ValueError) in try PlannedController(plan.layout, window: plan.settings) }, plan.settings))
  }
  return windows
}
