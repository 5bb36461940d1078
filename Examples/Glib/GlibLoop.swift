import CGLib
import Newsreel

/// Serves a window in GLib's main loop, which GTK programs have, by a source of its own: it is ready when the window's
/// descriptor is, or its deadline has come.
final class GlibLoop {
  private let window: Window
  private let loop = g_main_loop_new(nil, 0)
  private let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
  private let source: UnsafeMutablePointer<GSource>
  /// The watched descriptor, and GLib's mark of it.
  private var watched: (descriptor: Int32, tag: gpointer?) = (-1, nil)

  init(_ window: Window) {
    self.window = window
    functions.initialize(to: GSourceFuncs())
    functions.pointee.dispatch = { _, serve, context in serve?(context) ?? 0 }
    source = g_source_new(functions, guint(MemoryLayout<GSource>.size))
    g_source_set_callback(
      source,
      { context in
        guard let context else { return 0 }
        Unmanaged<GlibLoop>.fromOpaque(context).takeUnretainedValue().serve()
        return 1
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
    g_source_attach(source, nil)
    // A property has been set: it is due at once.
    window.onDeadlineChange = { [source] in g_source_set_ready_time(source, 0) }
  }

  deinit {
    g_source_destroy(source)
    g_source_unref(source)
    g_main_loop_unref(loop)
    functions.deallocate()
  }

  /// Runs until the window has gone.
  func run() {
    serve()
    if window.isOpen { g_main_loop_run(loop) }
  }

  private func serve() {
    guard window.serve() else { return g_main_loop_quit(loop) }
    // Asks again what to wait for.
    let descriptor = window.fileDescriptor
    if descriptor != watched.descriptor {
      if let tag = watched.tag { g_source_remove_unix_fd(source, tag) }
      watched = (descriptor, g_source_add_unix_fd(source, descriptor, G_IO_IN))
    }
    // Microseconds of the same clock; -1 for never.
    let deadline = window.nextDeadline
    g_source_set_ready_time(source, deadline < 1e9 ? gint64(deadline * 1e6) : -1)
  }
}
