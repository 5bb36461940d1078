import FuzzTargets
import TestKit
import Testing

/// The attacks that are known, some thousand of each kind, made of a seed: NEWSREEL_SWEEP=full tries ten times as many.
@Suite("Attacks") struct AttackTests {
  private static let seed: UInt64 = 39

  @Test("Nothing of what they are after comes of them", arguments: Attack.all.map(\.name)) func sweep(name: String)
    throws
  {
    let attack = try #require(Attack.named(name))
    let problems = attack.sweep(seed: Self.seed, times: Program.isSweepFull ? 10 : 1)
    #expect(
      problems.isEmpty,
      "\(problems.count) of \(attack.count):\n\(problems.prefix(5).map { $0.prefix(1000) }.joined(separator: "\n"))")
  }
}
