extension UInt8 {
  @inlinable package var isLetter: Bool { (0x41...0x5A).contains(self & 0xDF) }
  @inlinable package var isDigit: Bool { (0x30...0x39).contains(self) }
  /// Whether it is an ASCII space, tab or line end of any kind.
  @inlinable package var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
  @inlinable package var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
