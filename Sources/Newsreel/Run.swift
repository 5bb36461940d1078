/// Shows what is asked for until it ends, and says how it ended: see `ExitStatus`.
public func run(_ invocation: Invocation) -> Int32 {
  ExitStatus.success
}
