/// How long one of several things side by side is.
package enum StackLength: Equatable, Sendable {
  /// Pixels.
  case fixed(Double)
  /// As long as it naturally is.
  case natural
  /// So many parts of what the others leave.
  case share(Double)

  /// The length of each in whole pixels, so that together with the gaps they fill `total` where one has a share. Where
  /// there is not enough room the last ones are cut.
  ///
  /// - Parameter natural: The natural length of each.
  package static func lengths(_ lengths: [StackLength], natural: [Double], in total: Double, spacing: Double)
    -> [Double]
  {
    let own = zip(lengths, natural).map { length, natural -> Double? in
      switch length {
      case .fixed(let pixels): max(0, pixels.rounded())
      case .natural: max(0, natural.rounded(.up))
      case .share: nil
      }
    }
    let gaps = spacing * Double(max(0, lengths.count - 1))
    let rest = max(0, total - own.reduce(gaps) { $0 + ($1 ?? 0) })
    let shares = lengths.map { length in if case .share(let parts) = length { max(0, parts) } else { 0.0 } }
    let sum = shares.reduce(0, +)
    var (before, start) = (0.0, 0.0)
    return zip(own, shares).map { own, share in
      var length = own ?? 0
      if own == nil, sum > 0 {
        // The ends of shares are rounded, not their lengths, so that no pixel is lost.
        length = (rest * (before + share) / sum).rounded() - (rest * before / sum).rounded()
        before += share
      }
      length = min(length, max(0, total - start))
      start += length + spacing
      return length
    }
  }
}
