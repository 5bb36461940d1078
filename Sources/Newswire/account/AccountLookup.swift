package import Base

/// Looks at a reader's account once, for the command line. Each call runs in a loop of its own.
package enum AccountLookup {
  /// Finds the address of the API: the given address, or FreshRSS's path below it. Sends no password.
  ///
  /// - Throws: `Failure` with the reason if there is none.
  package static func locate(_ address: WebAddress, http: HTTPSettings) throws(Failure) -> WebAddress {
    let bases = candidates(for: address)
    var disabled: String?
    for base in bases {
      switch try probe(base, http) {
      case .found(let found): return found
      case .disabled(let reason): disabled = disabled ?? "\(base) \(reason)"
      case .absent: break
      }
    }
    if let disabled { throw Failure(of: address.description, reason: "\(disabled): FreshRSS has a switch for its API") }
    let others = bases.dropFirst().map(\.description).joined(separator: " and ")
    throw Failure(
      of: address.description,
      reason: "is not a Google Reader API" + (others.isEmpty ? "" : ", nor is \(others)")
        + "; FreshRSS shows its address in the profile, Miniflux has it at its front page")
  }

  /// The addresses to try, as somebody may copy one from the browser.
  package static func candidates(for address: WebAddress) -> [WebAddress] {
    var text = address.withoutQuery
    for ending in [
      "/" + ReaderAPI.tokenPath, "/reader/api/0", "/reader", "/accounts/ClientLogin", "/i/index.php", "/i",
    ]
    where text.hasSuffix(ending) {
      text.removeLast(ending.count)
      break
    }
    var found: [WebAddress] = []
    for path in ["", "/api/greader.php", "/p/api/greader.php"] where path.isEmpty || !text.hasSuffix(".php") {
      if let base = WebAddress(text + path) { found.append(base) }
    }
    return found
  }

  private enum Probe {
    case found(WebAddress)
    case disabled(Reason)
    case absent
  }

  /// Whether the API is there: it asks for a login.
  private static func probe(_ base: WebAddress, _ settings: HTTPSettings) throws(Failure) -> Probe {
    guard let address = ReaderAPI.token.address(below: base) else { return .absent }
    var outcome: HTTPOutcome?
    runOnce(settings) { client, end in
      client.send(HTTPRequest(address: address)) { _, _ in
        false
      } completion: {
        outcome = $0
        end()
      }
    }
    switch outcome {
    case .failed(_, let response?) where response.status == 401 || response.status == 403:
      let text = response.address?.withoutQuery ?? ""
      let ending = "/" + ReaderAPI.tokenPath
      guard text.hasSuffix(ending), let found = WebAddress(String(text.dropLast(ending.count))) else { return .absent }
      return .found(found)
    case .failed(let reason, let response?) where response.status == 503: return .disabled(reason)
    case .failed(let reason, nil): throw Failure(of: base.description, reason)
    default: return .absent
    }
  }

  /// Logs in and lists the subscriptions.
  ///
  /// - Parameter base: From `locate`.
  /// - Throws: `Failure` with the reason why that is impossible.
  package static func subscriptions(
    of base: WebAddress, user: String, password: String, http: HTTPSettings
  ) throws(Failure) -> [Subscription] {
    switch answer(of: base, http, { _ in (user, password) }) {
    case .success(let subscriptions): return subscriptions
    case .failure(let failure): throw Failure(of: base.withoutSlash, failure.reason)
    }
  }

  /// The same with the user's passwords.
  static func answer(of account: String, http: HTTPSettings) -> Result<[Subscription], AccountFailure> {
    guard let base = WebAddress(account) else { return .failure(AccountFailure(reason: Reason("is not an address"))) }
    return answer(of: base, http) { $0.account(at: base) }
  }

  private static func answer(
    of base: WebAddress, _ settings: HTTPSettings,
    _ credentials: @escaping (HTTPClient) -> (user: String, password: String)?
  ) -> Result<[Subscription], AccountFailure> {
    var answer: Result<[UInt8], AccountFailure>?
    runOnce(settings) { client, end in
      let account = AccountClient(base: base, http: client) { [unowned client] in credentials(client) }
      account.call(ReaderAPI.subscriptions) {
        answer = $0
        end()
      }
    }
    guard let answer else { return .failure(AccountFailure(reason: .of(.wasInterrupted), isReached: false)) }
    return answer.flatMap { bytes in
      do throws(Failure) {
        return .success(try ReaderAPI.subscriptions(in: bytes, of: base.withoutSlash, base: base))
      } catch {
        return .failure(AccountFailure(reason: error.why))
      }
    }
  }

  private static func runOnce(_ settings: HTTPSettings, _ body: (HTTPClient, _ end: @escaping () -> Void) -> Void) {
    let (loop, client) = (RunLoop(), HTTPClient(settings: settings))
    body(client) { loop.end() }
    loop.add(client)
    loop.run()
    loop.removeAll()
  }
}

extension HTTPClient {
  /// The user's name and password for an account.
  func account(at base: WebAddress) -> (user: String, password: String)? {
    // The file may name the account with or without the slash.
    guard let credentials = credentials(for: base), let user = credentials.user else { return nil }
    return (user, credentials.password)
  }
}

extension WebAddress {
  /// Without query and fragment, and without a slash at the end.
  package var withoutQuery: String { WebAddress.trimmed("\(scheme)://\(authority)\(path)") }

  /// The form that identifies an account.
  package var withoutSlash: String { WebAddress.trimmed(description) }

  private static func trimmed(_ text: String) -> String {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    return text
  }
}
