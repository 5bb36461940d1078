import Glibc

/// A complex number, with what the spectra here need.
struct Complex: Equatable {
  var real = 0.0
  var imaginary = 0.0

  init(_ real: Double = 0, _ imaginary: Double = 0) { (self.real, self.imaginary) = (real, imaginary) }

  /// The point on the unit circle after that many turns.
  init(turns: Double) { self.init(cos(2 * .pi * turns), sin(2 * .pi * turns)) }

  var conjugate: Complex { Complex(real, -imaginary) }
  /// The square of its length.
  var power: Double { real * real + imaginary * imaginary }
  var length: Double { power.squareRoot() }

  static func + (a: Complex, b: Complex) -> Complex { Complex(a.real + b.real, a.imaginary + b.imaginary) }
  static func - (a: Complex, b: Complex) -> Complex { Complex(a.real - b.real, a.imaginary - b.imaginary) }
  static func * (a: Complex, b: Double) -> Complex { Complex(a.real * b, a.imaginary * b) }
  static func / (a: Complex, b: Complex) -> Complex { a * b.conjugate * (1 / b.power) }
  static func += (a: inout Complex, b: Complex) { a = a + b }
  static func * (a: Complex, b: Complex) -> Complex {
    Complex(a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real)
  }

  /// The sum of the products of pairs.
  static func sum(_ a: [Complex], _ b: [Complex]) -> Complex { zip(a, b).reduce(Complex()) { $0 + $1.0 * $1.1 } }

  /// Solves a few linear equations, by Gauss; the matrix is Hermitian and positive.
  static func solve(_ matrix: [[Complex]], _ right: [Complex]) -> [Complex] {
    var (matrix, right) = (matrix, right)
    for pivot in matrix.indices {
      for row in matrix.indices where row != pivot {
        let factor = matrix[row][pivot] / matrix[pivot][pivot]
        for column in pivot..<matrix.count {
          matrix[row][column] = matrix[row][column] - factor * matrix[pivot][column]
        }
        right[row] = right[row] - factor * right[pivot]
      }
    }
    return right.indices.map { right[$0] / matrix[$0][$0] }
  }
}

/// sin(πx) / πx: what is left of a wave that is averaged over x of its lengths.
func sinc(_ x: Double) -> Double { abs(x) < 1e-9 ? 1 : sin(.pi * x) / (.pi * x) }
