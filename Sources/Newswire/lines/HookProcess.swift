package import Base
package import Glibc

/// A program run at an event. It gets the event on its standard input, writes errors to our standard error, and
/// outlives this program.
package final class HookProcess {
  private let process: pid_t
  /// Becomes readable at its end (`pidfd_open(2)`); nil if the system does not support that.
  private let end: Descriptor?
  private var status: Int32?

  /// Starts it (`posix_spawnp(3)`) by its argument vector, without a shell.
  ///
  /// - Parameters:
  ///   - input: Its complete standard input.
  ///   - environment: Variables added to ours.
  /// - Throws: `Failure` if it cannot be started.
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

  /// Whether a descriptor signals its end. Otherwise it has to be polled.
  package var signalsItsEnd: Bool { endDescriptor >= 0 }

  private var endDescriptor: Int32 {
    switch end {
    case .some(let end): end.raw
    case .none: -1
    }
  }

  package func appendDescriptors(to descriptors: inout [pollfd]) {
    if signalsItsEnd { descriptors.append(pollfd(fd: endDescriptor, events: Int16(POLLIN), revents: 0)) }
  }

  /// Whether it has ended. Collects its status.
  package func hasEnded() -> Bool {
    var status: Int32 = 0
    if self.status == nil, waitpid(process, &status, WNOHANG) != 0 { self.status = status }
    return self.status != nil
  }

  /// Why it failed; nil after success, or while it runs.
  package var problem: String? {
    status.flatMap { status in
      let signal = status & 0x7F
      return (signal == 0 ? ChildProcess.Ending.status((status >> 8) & 0xFF) : .signal(signal)).reason
    }
  }
}
