internal import Base
internal import ScrollCore

/// Why a reader's account does not answer as it should.
struct AccountFailure: Error {
  let reason: Reason
  var response: HTTPResponse?
  /// Whether there was an answer, or no need for one.
  var isReached = true
  /// Whether user and password are missing or wrong.
  var isOfPassword = false
}

/// Calls to a reader's account. Logs in before the first one, and again when the server has forgotten that.
final class AccountClient {
  typealias Completion = (Result<[UInt8], AccountFailure>) -> Void

  private let base: WebAddress
  private let http: HTTPClient
  private let credentials: () -> (user: String, password: String)?
  /// The token of the login, for requests' headers.
  private var authorization: String?
  /// A further token that changes need. Short-lived at some servers.
  private var token: String?

  /// - Parameters:
  ///   - base: The address of the API.
  ///   - credentials: Returns user and password; nil without any.
  init(base: WebAddress, http: HTTPClient, credentials: @escaping () -> (user: String, password: String)?) {
    (self.base, self.http, self.credentials) = (base, http, credentials)
  }

  /// - Parameter isRepeated: Whether it was refused once already, and the login is fresh.
  func call(_ request: ReaderRequest, isRepeated: Bool = false, _ completion: @escaping Completion) {
    guard let authorization else {
      return logIn { failure in
        if let failure { return completion(.failure(failure)) }
        // A fresh login is not repeated.
        self.call(request, isRepeated: true, completion)
      }
    }
    guard request.form == nil || token != nil else {
      return fetchToken(isRepeated: isRepeated) { failure, isRepeated in
        if let failure { return completion(.failure(failure)) }
        self.call(request, isRepeated: isRepeated, completion)
      }
    }
    var signed = request
    if let form = request.form { signed.form = form + [("T", token ?? "")] }
    send(signed, headers: ["Authorization: GoogleLogin auth=\(authorization)"]) { result in
      guard case .failure(let failure) = result, !isRepeated, Self.isForgotten(failure, request) else {
        return completion(result)
      }
      (self.authorization, self.token) = (nil, nil)
      self.call(request, isRepeated: true, completion)
    }
  }

  /// Whether a new login may help. Some servers answer a change with an old token by "bad request".
  private static func isForgotten(_ failure: AccountFailure, _ request: ReaderRequest) -> Bool {
    let status = failure.response?.status
    return status == 401 || status == 403 || status == 400 && request.form != nil
  }

  // MARK: - Logging in

  private func logIn(_ completion: @escaping (AccountFailure?) -> Void) {
    guard let (user, password) = credentials() else {
      return completion(
        AccountFailure(reason: .of(.noUser), isOfPassword: true))
    }
    send(ReaderAPI.login(user: user, password: password), headers: []) { result in
      switch result {
      case .failure(var failure):
        if [400, 401, 403].contains(failure.response?.status) { failure = Self.refused(failure.response) }
        completion(failure)
      case .success(let answer):
        self.authorization = ReaderAPI.authorization(in: answer)
        let isGranted = self.authorization != nil
        completion(isGranted ? nil : AccountFailure(reason: .of(.noLogin)))
      }
    }
  }

  private static func refused(_ response: HTTPResponse?) -> AccountFailure {
    AccountFailure(
      reason: .of(.wrongPassword), response: response, isOfPassword: true)
  }

  private func fetchToken(
    isRepeated: Bool, _ completion: @escaping (AccountFailure?, _ isRepeated: Bool) -> Void
  ) {
    let headers = ["Authorization: GoogleLogin auth=\(authorization ?? "")"]
    send(ReaderAPI.token, headers: headers) { result in
      switch result {
      case .failure(let failure):
        guard !isRepeated, Self.isForgotten(failure, ReaderAPI.token) else { return completion(failure, true) }
        (self.authorization, self.token) = (nil, nil)
        completion(nil, true)
      case .success(let answer):
        self.token = ReaderAPI.token(in: answer)
        let isToken = self.token != nil
        completion(isToken ? nil : AccountFailure(reason: .of(.noToken)), isRepeated)
      }
    }
  }

  // MARK: - Sending

  private func send(_ request: ReaderRequest, headers: [String], _ completion: @escaping Completion) {
    guard let address = request.address(below: base) else {
      return completion(.failure(AccountFailure(reason: .of(.addressTooLong))))
    }
    var message = HTTPRequest(address: address)
    (message.form, message.headers, message.isConfidential) = (request.form, headers, true)
    (message.accept, message.sizeLimit) = ("application/json, text/plain;q=0.9, */*;q=0.1", request.sizeLimit)
    var answer: [UInt8] = []
    http.send(message) { bytes, _ in
      answer.append(contentsOf: bytes)
      return true
    } completion: { outcome in
      switch outcome {
      case .done: completion(.success(answer))
      case .notModified(let response): completion(.failure(AccountFailure(reason: .of(.isEmpty), response: response)))
      case .failed(let reason, let response):
        completion(.failure(AccountFailure(reason: reason, response: response, isReached: response != nil)))
      }
    }
  }
}
