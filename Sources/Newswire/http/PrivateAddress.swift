internal import Glibc

/// Whether a numeric address is not a public address (RFC 1918, 4193, 6598, 3927).
func isPrivateAddress(_ text: String) -> Bool {
  var four = in_addr()
  if inet_pton(AF_INET, text, &four) == 1 {
    let value = UInt32(bigEndian: four.s_addr)
    let blocks: [(start: UInt32, bits: UInt32)] = [
      (0, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16), (0xAC10_0000, 12),
      (0xC0A8_0000, 16),
    ]
    return blocks.contains { value >> (32 - $0.bits) == $0.start >> (32 - $0.bits) }
  }
  var six = in6_addr()
  guard inet_pton(AF_INET6, text, &six) == 1 else { return false }
  let bytes = withUnsafeBytes(of: six) { [UInt8]($0) }
  if bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) {
    return isPrivateAddress(bytes[12...].map { "\($0)" }.joined(separator: "."))
  }
  let isOwn = bytes.dropLast().allSatisfy { $0 == 0 }
  return isOwn || bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
}
