internal import Base

/// The feeds' own icons.
extension FeedCrawler {
  /// Where an icon is fetched from: what is named by a feed that came over https comes so too.
  func iconAddress(_ icon: String, of state: FeedState) -> WebAddress? {
    guard let address = WebAddress(icon) else { return nil }
    guard state.spec.address?.scheme == "https", address.scheme == "http" else { return address }
    return WebAddress("https" + address.description.dropFirst("http".count))
  }

  func fetchIcon(of state: FeedState) {
    guard let icons, !isClosed, let icon = state.description?.icon else { return }
    guard let address = iconAddress(icon, of: state) else { return }
    icons.fetch(address) { [weak self, weak state] result in
      guard let self, let state, !state.isRemoved, !isClosed else { return }
      switch result {
      case .failure(let error):
        if !error.reason.isEmpty {
          handler(.error(Failure(of: state.spec.label ?? state.spec.url, reason: error.reason)))
        }
      case .success:
        // Feeds of one site may share it.
        for other in states where other.description?.icon == icon {
          describe(other, title: other.description?.title, link: other.description?.link, icon: icon)
        }
      }
    }
  }
}
