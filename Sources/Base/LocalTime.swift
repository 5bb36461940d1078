internal import Glibc

/// How far local time is ahead of UTC at a time in seconds since 1970, in seconds (`localtime_r(3)`).
package func localOffset(at time: Int) -> Int {
  if let system = VirtualSystem.current { return system.utcOffset(time) }
  var (seconds, parts) = (time_t(time), tm())
  localtime_r(&seconds, &parts)
  return parts.tm_gmtoff
}

/// A time in seconds since 1970 as `strftime(3)` writes it, in local time. Empty if it is longer than 255 bytes.
package func localText(of time: Int, _ format: String) -> String {
  var (seconds, parts) = (time_t(time), tm())
  localtime_r(&seconds, &parts)
  return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
    let count = buffer.withMemoryRebound(to: CChar.self) { bytes in
      bytes.baseAddress.map { strftime($0, bytes.count, format, &parts) } ?? 0
    }
    return String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}
