package import Base
package import Formats
internal import ScrollCore

/// Why a feed, an account or a file cannot be read, or a change not be made: words of the table (`Words.reason`).
package enum FeedProblem: String, CaseIterable, Sendable {
  case wasInterrupted = "was interrupted"
  case tookTooLong = "took too long or sent too little"
  case endedEarly = "ended before the length that it had announced"
  case headTooLong = "the head of the answer is too long"
  case pageWithoutFeed = "is a web page that names no feed"
  case unpacksTooFar = "decompresses to far more than was sent"
  case isEmpty = "is empty"
  case isOtherXML = "is XML, but no feed"
  case endsInTheMiddle = "ends in the middle"
  case noFeed = "is neither RSS, Atom, JSON Feed nor HTML"
  /// Of a source of alerts.
  case noAlerts = "is neither an alert nor a feed of alerts"
  /// Of a reader's account, as the following.
  case noUser = "there is no user and password in passwords.toml for this account"
  case wrongPassword = "refuses the user or the password; FreshRSS and Miniflux have a separate password for this"
  case noLogin = "does not answer a login like a reader's account"
  case noToken = "gives no token for changes"
  case addressTooLong = "has an address that is too long"
  case noSubscriptions = "answers with something other than its subscriptions"
  /// Of a file, or of a change that cannot be made, as the following.
  case noSuchFile = "no such file"
  case isFolder = "is a directory, not a file"
  case isNoPlainFile = "is not a plain file"
  case leftList = "is not in the list any more"
  case isNotOfWindow = "does not belong to this window: the change lasts until it closes, and is not saved"
  case hasChangedSince = "has changed since; check it again"
  case endedWithoutResult = "the check ended without a result"
}

/// The same with a value in the place of the braces.
package enum ValuedProblem: String, CaseIterable, Sendable {
  case asksForPassword = "asks for a password (status {status})"
  case refusesAccess = "refuses access (status {status})"
  case isNotThere = "was not found (status {status})"
  case isGoneForGood = "is gone for good (status {status})"
  case asksForLess = "asks for fewer requests (status {status})"
  case serverError = "the server has an error (status {status})"
  case serverRefuses = "the server refuses (status {status})"
  case answeredWith = "answered with status {status}"
  case hostUnknown = "the host {host} cannot be found"
  case noConnection = "{host} refuses the connection"
  case badCertificate = "the certificate of {host} cannot be trusted"
  case tooLarge = "is larger than {size}"
  case tooLargeForAny = "is larger than {size} and has nothing to show up to there"
  case packedOtherwise = "is compressed as “{coding}”, which was not requested"
  case leadsInside = "leads from the internet to a machine of this network ({host}), which is refused"
  case failedWith = "failed with error {status}"
  case brokeOff = "{host} closed the connection"
  case noHTTP = "{host} does not answer in HTTP"
  case answeredNothing = "{host} sent no answer"
  case manyRedirects = "redirects more than {count} times"
  case redirectsElsewhere = "redirects to what is not http or https: “{address}”"
  case redirectsToPlain = "redirects from https to http ({host}), which is refused"
  case pageWithFeed = "is a web page; its feed is {address}"
  case isNoJSON = "is not JSON: {problem}"
  case givesNoPassword = "redirects to {host}, which gets no password"
  case cannotBeOpened = "cannot be opened: {reason}"
  case cannotBeWritten = "cannot write it: {reason}"
  case oldOneStays = "cannot write it, the old one stays: {reason}"

  /// The name in the braces.
  package var hole: String { String(rawValue.split(separator: "{").last?.prefix { $0 != "}" } ?? "") }
}

extension Reason {
  package static func of(_ problem: FeedProblem) -> Reason { Reason(problem.rawValue) }
  package static func of(_ problem: ValuedProblem, _ value: String) -> Reason { Reason(problem.rawValue, value) }
}

extension Coding<Reason> {
  /// A sentence, or a pair of one of the table and its value. Older programs have written the sentence as a whole.
  package static var reason: Coding<Reason> {
    Coding(
      { reason in
        reason.value.map { .array([.string(reason.sentence), .string($0)]) } ?? .string(reason.sentence)
      },
      read: { (json) throws(RecordError) in
        if let sentence = json.string { return Reason(TextCleaner.line(sentence)) }
        guard let parts = json.array, parts.count == 2, let value = parts[1].string,
          let problem = parts[0].string.flatMap(ValuedProblem.init(rawValue:))
        else { throw .value("is not a reason") }
        return .of(problem, TextCleaner.line(value))
      })
  }
}
