import Glibc
import TestKit

/// What the benchmark is asked for.
struct Options {
  enum Part: String, CaseIterable {
    /// Cost, motion, start-up and memory, of the same runs.
    case frames
    case traffic, length, rest
  }

  /// The program that is measured, with the words before its options.
  var subject: [String] = []
  var runs = 3
  var json: String?
  var isQuick = false
  /// Whether a missed threshold is a failure.
  var checks = false
  var parts = Set(Part.allCases)

  static let usage = """
    Usage: newsreel-bench [PROGRAM] [OPTION…]

    Measures a newsreel (by default the one beside this program) under an Xvfb of its own, in turns with a floor: a bare
    program that copies one prepared strip per frame. Prints tables in Markdown.

      --runs N        runs of everything; medians are shown (3)
      --json FILE     writes all figures there, too
      --only PARTS    some of frames,traffic,length,rest
      --quick         one short run of a few cases: a test, no measurement
      --check         exit status 1 where a threshold is missed
      --self          measures the floor in place of a newsreel

    """

  init(_ words: [String], program: String) throws {
    let folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    subject = ["\(folder)/newsreel", "crawl"]
    var rest = words[...]
    func value(of name: String) throws -> String {
      guard let value = rest.popFirst() else { throw HarnessError("\(name) needs a value") }
      return value
    }
    while let word = rest.popFirst() {
      switch word {
      case "--runs":
        guard let count = Int(try value(of: word)), count > 0 else { throw HarnessError("--runs takes a count") }
        runs = count
      case "--json": json = try value(of: word)
      case "--only": parts = try Self.parts(try value(of: word))
      case "--quick": (isQuick, runs) = (true, 1)
      case "--check": checks = true
      case "--self": subject = [program, "floor"]
      case _ where word.hasPrefix("-"): throw HarnessError("unknown option \(word); see --help")
      default: subject = [word, "crawl"]
      }
    }
    guard access(subject[0], X_OK) == 0 else { throw HarnessError("\(subject[0]): build it first (make build)") }
  }

  private static func parts(_ list: String) throws -> Set<Part> {
    var result: Set<Part> = []
    for name in list.split(separator: ",") {
      guard let part = Part(rawValue: String(name)) else {
        throw HarnessError("--only knows \(Part.allCases.map(\.rawValue).joined(separator: ", ")), not \(name)")
      }
      result.insert(part)
    }
    return result
  }
}
