internal import Glibc

/// The files of the system that every process needs that reads the network.
enum SystemFiles {
  /// The configuration of name lookup (`nsswitch.conf(5)`, `resolv.conf(5)`).
  static let names = [
    "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/gai.conf",
  ]

  /// Readable files, and folders with everything in them.
  static var readable: [String] {
    // Certificate authorities set by the environment.
    let own = [getenv("SSL_CERT_FILE"), getenv("SSL_CERT_DIR")].compactMap { $0.map { String(cString: $0) } }
    return names + others + libraries + authorities + own
  }

  private static let others = [
    "/run/systemd/resolve", "/run/NetworkManager", "/run/resolvconf", "/run/connman", "/etc/localtime",
    "/usr/share/zoneinfo", "/usr/share/locale", "/usr/local/share/locale", "/dev/null", "/dev/urandom", "/dev/random",
  ]

  /// libcurl, and what looks names up and decodes icons, is loaded when it is needed.
  private static let libraries = [
    "/etc/ld.so.cache", "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/nix/store", "/gnu/store",
  ]

  private static let authorities = [
    "/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/etc/crypto-policies", "/etc/gnutls", "/etc/pkcs11",
    "/usr/share/ca-certificates", "/usr/local/share/ca-certificates", "/usr/share/pki", "/usr/share/p11-kit",
    "/var/lib/ca-certificates",
  ]
}
