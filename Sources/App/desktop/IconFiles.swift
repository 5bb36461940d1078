internal import Base
internal import Glibc
internal import Render
internal import Windows
internal import X11

/// The icon as files, for installation.
package enum IconFiles {
  /// Writes the icon to the folder of an icon theme, as SVG and in each size. Returns the exit status.
  package static func write(to folder: String) -> Int32 {
    reporting { () throws(Failure) in
      let scalable = Self.folder("scalable", of: folder)
      try AtomicFile.write(
        Array(Icon.svg.utf8), to: "\(scalable)/newsreel.svg", isDurable: false, mode: 0o644)
      for size in Icon.fileSizes {
        try Icon.picture(size).writePNG(to: "\(Self.folder("\(size)x\(size)", of: folder))/newsreel.png")
      }
      return ExitStatus.success
    }
  }

  /// The folder for application icons of that size. Creates it if it is missing.
  private static func folder(_ size: String, of theme: String) -> String {
    for path in [theme, "\(theme)/\(size)", "\(theme)/\(size)/apps"] { mkdir(path, 0o755) }
    return "\(theme)/\(size)/apps"
  }
}
