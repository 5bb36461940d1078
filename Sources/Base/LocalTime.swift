internal import Glibc

/// How far local time is ahead of UTC at a time in seconds since 1970, in seconds (`localtime_r(3)`).
package func localOffset(at time: Int) -> Int {
  if let system = VirtualSystem.current { return system.utcOffset(time) }
  var (seconds, parts) = (time_t(time), tm())
  localtime_r(&seconds, &parts)
  return parts.tm_gmtoff
}
