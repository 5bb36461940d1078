// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Ticker",
  dependencies: [
    // The path of a clone. Without traits the libraries alone are built, and nothing else is fetched.
    .package(path: "../newsreel", traits: [])
  ],
  targets: [
    .executableTarget(
      name: "Ticker", dependencies: [.product(name: "Newsreel", package: "newsreel")],
      // Functions of main.swift may use its views.
      swiftSettings: [.defaultIsolation(MainActor.self)])
  ]
)
