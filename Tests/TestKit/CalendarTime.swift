package import ScrollCore

/// Tests write times of the calendar as numbers of seconds since 1970.
extension UnixTime: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  package init(floatLiteral seconds: Double) { self.init(seconds: seconds) }
  package init(integerLiteral seconds: Int) { self.init(seconds: seconds) }
}
