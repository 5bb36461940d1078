package import Base
package import Glibc

/// A program that is run because something has happened. It reads what that was on its standard input, says what goes
/// wrong on our standard error, and goes on where this program ends.
package final class HookProcess {
  private let process: pid_t
  /// Becomes readable when it has ended (`pidfd_open(2)`); nil where the system does not tell.
  private let end: Descriptor?
  private var status: Int32?

  /// Starts it (`posix_spawnp(3)`) by its argument vector, without a shell.
  ///
  /// - Parameters:
  ///   - input: What it can read, all of which is there from the beginning.
  ///   - environment: Variables besides our own.
  /// - Throws: `Failure` where it cannot be started.
  package init(arguments: [String], input: String, environment: [String: String]) throws(Failure) {
    let name = arguments[0]
    guard let null = Descriptor.open("/dev/null", O_WRONLY), let file = Descriptor.inMemory("event"),
      writeAll(input, to: file.raw), lseek(file.raw, 0, SEEK_SET) == 0
    else { throw Failure(of: name, doing: "cannot start") }
    var process: pid_t = 0
    let code = spawn(
      arguments, input: file.raw, output: null.raw, errors: STDERR_FILENO, environment: environment, process: &process)
    guard code == 0 else { throw Failure(of: name, doing: "cannot start", errno: code) }
    self.process = process
    end = Descriptor.ofEnd(of: process)
  }

  /// Whether its end is told of by a descriptor: else it has to be looked for.
  package var tellsItsEnd: Bool { endDescriptor >= 0 }

  private var endDescriptor: Int32 {
    switch end {
    case .some(let end): end.raw
    case .none: -1
    }
  }

  package func appendDescriptors(to descriptors: inout [pollfd]) {
    if tellsItsEnd { descriptors.append(pollfd(fd: endDescriptor, events: Int16(POLLIN), revents: 0)) }
  }

  /// Whether it has ended, whose status is taken then.
  package func hasEnded() -> Bool {
    var status: Int32 = 0
    if self.status == nil, waitpid(process, &status, WNOHANG) != 0 { self.status = status }
    return self.status != nil
  }

  /// Why it ended before its time; nil where it did well, or has not ended.
  package var problem: String? {
    status.flatMap { status in
      let signal = status & 0x7F
      return (signal == 0 ? ChildProcess.Ending.status((status >> 8) & 0xFF) : .signal(signal)).reason
    }
  }
}
