import Base
import FuzzTargets
import Glibc

/// The target that NEWSREEL_FUZZ_TARGET names, driven by libFuzzer; with the word --longest alone, how long its inputs may
/// be. The package manager calls a program's main function by its module's name.
@_cdecl("newsreel_fuzz_main") public func start(_ count: Int32, _ arguments: Arguments?) -> Int32 {
  if count == 2, CommandLine.arguments.last == "--longest" {
    return writeAll("\(target.longest)\n", to: 1) ? 0 : 1
  }
  var (count, arguments) = (count, arguments)
  return drive(&count, &arguments, check)
}

public typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// libFuzzer's own main function, which takes its options.
@_silgen_name("LLVMFuzzerRunDriver") private func drive(
  _ count: UnsafeMutablePointer<Int32>, _ arguments: UnsafeMutablePointer<Arguments?>,
  _ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput") public func check(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  do { try target.check(Array(UnsafeBufferPointer(start: start, count: count))) } catch {
    _ = writeAll("\(target.name): \(error)\n", to: 2)
    abort()
  }
  return 0
}

private let target: FuzzTarget = {
  let name = getenv("NEWSREEL_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget.named(name) else {
    _ = writeAll("NEWSREEL_FUZZ_TARGET is not one of \(FuzzTarget.all.map(\.name).joined(separator: ", "))\n", to: 2)
    exit(2)
  }
  return target
}()
