/// A feed's place in a reader's account.
package struct AccountFeed: Equatable, Sendable {
  /// The address of the account's API (`ReaderAccount.address`).
  package var account: String
  /// Its name there, such as "feed/12".
  package var stream: String
  /// Whether the user had added the feed already, so that it stays when the account goes.
  package var isOwn = false

  package init(account: String, stream: String) { (self.account, self.stream) = (account, stream) }
}

/// A reader's account in the user's list, such as FreshRSS or Miniflux. Its user and password are in the file of
/// passwords.
package struct ReaderAccount: Equatable, Sendable {
  /// The address of its API, without a slash at the end. Identifies the account.
  package let address: String
  /// The name of its folder in the list.
  package let name: String

  package init(address: String, name: String) { (self.address, self.name) = (address, name) }
}
