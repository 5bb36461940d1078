/// The length of one item of a stack.
package enum StackLength: Equatable, Sendable {
  /// In pixels.
  case fixed(Double)
  /// The item's natural length.
  case natural
  /// This many parts of the space left over.
  case share(Double)

  /// The items' lengths in whole pixels. If there are shares, lengths and gaps fill `total`. Without enough room the
  /// last items are cut.
  ///
  /// - Parameter natural: The items' natural lengths.
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
        // Rounds the ends of shares, not their lengths, so that no pixel is lost.
        length = (rest * (before + share) / sum).rounded() - (rest * before / sum).rounded()
        before += share
      }
      length = min(length, max(0, total - start))
      start += length + spacing
      return length
    }
  }
}
