import Base
import FuzzTargets
import TestKit
import Testing

/// What fuzzing has found, and what it starts from, again and again; and what little random changes make of it.
@Suite("Whatever bytes come") struct FuzzTests {
  static let names = FuzzTarget.all.map(\.name)

  /// The inputs that are kept, by name.
  static func corpus(of name: String) throws -> [(name: String, bytes: [UInt8])] {
    try Project.files(below: "Tests/FuzzTests/Corpus/\(name)").map {
      ($0, try readAll(Project.folder + "/" + $0, limit: 1 << 20))
    }
  }

  @Test("What was kept is taken, and so are a few thousand variations of it", arguments: names)
  func replay(name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let corpus = try Self.corpus(of: name)
    #expect(!corpus.isEmpty, "there is nothing in Corpus/\(name)")
    var mutator = Mutator(corpus.map(\.bytes), seed: 20, longest: target.longest)
    for (path, bytes) in corpus { Self.check(target, bytes, path) }
    for number in 0..<Self.rounds { Self.check(target, mutator.next(), "variation \(number)") }
  }

  private static let rounds = Program.isSweepFull ? 20_000 : 500

  private static func check(_ target: FuzzTarget, _ bytes: [UInt8], _ name: String) {
    do { try target.check(bytes) } catch {
      Issue.record("\(target.name), \(name): \(error)\n\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
  }

  @Test("Every folder of the corpus has a target") func folders() throws {
    let folders = try Project.files(below: "Tests/FuzzTests/Corpus").compactMap {
      $0.split(separator: "/").dropLast().last
    }
    #expect(Set(folders.map(String.init)) == Set(Self.names))
  }
}

/// Makes inputs of others: bytes changed, left out, doubled, and pieces of one put into another. The same in every run.
struct Mutator {
  private let seeds: [[UInt8]]
  private var random: SeededRandom
  private let longest: Int
  private static let numbers: [String] = [
    "0", "-1", "1e10", "1e-300", "1e300", "nan", "inf", "2147483648", "9223372036854775808", "99999999999999999999",
  ]

  init(_ seeds: [[UInt8]], seed: UInt64, longest: Int) {
    (self.seeds, random, self.longest) = (seeds.isEmpty ? [[]] : seeds, SeededRandom(seed: seed), longest)
  }

  mutating func next() -> [UInt8] {
    var bytes = seeds[Int.random(in: seeds.indices, using: &random)]
    for _ in 0..<Int.random(in: 1...6, using: &random) { change(&bytes) }
    return Array(bytes.prefix(longest))
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, place + Int.random(in: 1...16, using: &random))
    switch Int.random(in: 0..<7, using: &random) {
    case 0: bytes.insert(.random(in: 0...255, using: &random), at: place)
    case 1: bytes.removeSubrange(place..<end)
    case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 3: if place < bytes.count { bytes[place] = .random(in: 0...255, using: &random) }
    case 4: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
    case 5: bytes.replaceSubrange(place..<end, with: (Self.numbers.randomElement(using: &random) ?? "").utf8)
    default:
      let other = seeds[Int.random(in: seeds.indices, using: &random)]
      let from = Int.random(in: 0...other.count, using: &random)
      bytes.insert(contentsOf: other[from...].prefix(Int.random(in: 1...40, using: &random)), at: place)
    }
  }
}
