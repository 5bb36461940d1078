// swift-tools-version: 6.2
import Foundation
import PackageDescription

// MARK: - The rules of the house

// Imports are internal unless said otherwise, a module's members are visible only where it is imported, and a warning is an
// error here, though not for who uses a library. ARCHITECTURE.md says what each module holds.
let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error, .when(traits: ["Program"])),
]
// Modules without a pointer in them: the compiler checks that it stays so.
let pure: [SwiftSetting] = house + [.strictMemorySafety()]

/// A module below Sources.
func room(
  _ name: String, _ dependencies: [Target.Dependency], rules: [SwiftSetting] = house, resources: [Resource] = []
) -> Target {
  .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: rules)
}

/// A program below Examples.
func example(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .executableTarget(
    name: "\(name)Example", dependencies: dependencies, path: "Examples/\(name)", swiftSettings: house)
}

/// A target below Tests.
func tests(_ name: String, of dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: house)
}

/// A module below Tests that tests share.
func testHelp(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: house)
}

/// Only the program, the benchmark and their tests parse arguments.
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Program"]))

// MARK: - Libraries in C

let x11Packages = [
  "libx11-dev", "libx11-xcb-dev", "libxrender-dev", "libxrandr-dev",
  "libxpresent-dev", "libxext-dev", "libxfixes-dev", "libxss-dev", "libxft-dev", "libfontconfig1-dev",
]
let renderPackages = ["libpango1.0-dev", "libfreetype-dev", "libimlib2-dev"]

let linked: [Target] = [
  .systemLibrary(name: "CBase"),
  .systemLibrary(
    name: "CX11", pkgConfig: "x11 x11-xcb xrender xrandr xpresent xext xfixes xscrnsaver xft fontconfig",
    providers: [.apt(x11Packages)]),
  // What CRender needs, with Pango's own needs. pkg-config is not asked for Pango itself: it would bring in GIO, and with
  // it -pthread, of which SwiftPM warns in every build.
  .systemLibrary(
    name: "CRenderLibraries", pkgConfig: "gobject-2.0 harfbuzz freetype2 fontconfig imlib2",
    providers: [.apt(renderPackages)]),
  .target(name: "CRender", dependencies: ["CRenderLibraries"]),
  .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
  .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
  .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
]

// Their headers only: the first feed, the first connection to a broker, a process with a fence, and a terminal to draw on
// load them.
let loaded: [Target] = [
  .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-gnutls-dev"])]),
  .systemLibrary(name: "CMosquitto", providers: [.apt(["libmosquitto-dev"])]),
  .systemLibrary(name: "CSeccomp", providers: [.apt(["libseccomp-dev"])]),
  .systemLibrary(name: "CCurses", providers: [.apt(["libncurses-dev"])]),
]

// MARK: - The modules, from the ground up

let ground: [Target] = [
  // The standard library's rounding of numbers is in libm.
  .target(name: "ScrollCore", swiftSettings: pure, linkerSettings: [.linkedLibrary("m")]),
  room("Base", ["CBase", "ScrollCore"]),
  room("Formats", ["Base", "ScrollCore"]),
]

let picture: [Target] = [
  room("Scene", ["ScrollCore"], rules: pure),
  room("X11", ["CX11", "Base", "ScrollCore"]),
  room("Neighbours", ["CX11", "ScrollCore", "X11"]),
  room("Render", ["CRender", "CX11", "Base", "Scene", "ScrollCore", "X11"]),
]

let windows: [Target] = [
  room("Accessibility", ["Base", "Scene", "ScrollCore"]),
  room("Windows", ["Accessibility", "Base", "Neighbours", "Render", "Scene", "ScrollCore", "X11"]),
  room("Panels", ["Base", "Neighbours", "Render", "Scene", "ScrollCore", "Windows", "X11"]),
]

let news: [Target] = [
  room(
    "Newswire", ["CCurl", "CMosquitto", "CPCRE2", "CSeccomp", "CXML2", "CZlib", "Base", "Formats", "ScrollCore"],
    resources: [.embedInCode("parse/entities.tsv")]),
  room("Newsroom", ["Newswire", "ScrollCore"], rules: pure),
]

let library: [Target] = [
  room("Newsreel", ["Base", "Scene", "ScrollCore", "Windows"]),
  room("NewsreelSources", ["Base", "Newsreel", "Newswire", "ScrollCore"]),
  room("NewsreelDispatch", ["Newsreel"]),
  room("NewsreelTesting", ["Newsreel", "ScrollCore"]),
]

let ticker: [Target] = [
  room("Bars", ["Base", "Formats", "ScrollCore"], rules: pure),
  room("Inspector", ["ScrollCore"], rules: pure),
  room("Terminal", ["CCurses", "Base", "Inspector", "ScrollCore"]),
  room(
    "App",
    [
      "Bars", "Base", "Formats", "Inspector", "Neighbours", "Newsroom", "Newswire", "Panels", "Render", "Scene",
      "ScrollCore", "Terminal", "Windows", "X11",
    ],
    // Pages of help are files of doc/help, themes are files of Resources.
    resources: [.embedInCode("headlines.tsv"), .embedInCode("help"), .embedInCode("themes")]),
  .executableTarget(
    name: "newsreel", dependencies: ["App", "Base", "ScrollCore", "Windows", argumentParser], swiftSettings: house),
]

// MARK: - Examples and measurement

let examples: [Target] = [
  example("Caption", "Newsreel"),
  example("Counter", "Newsreel"),
  example("Desk", "NewsreelDispatch", "NewsreelSources"),
  // Pango's development package brings it.
  .systemLibrary(name: "CGLib", path: "Examples/CGLib", pkgConfig: "glib-2.0"),
  example("Gallery", "Newsreel"),
  example("Glib", "CGLib", "Newsreel"),
  example("Lyrics", "Newsreel"),
  example("OwnViews", "Newsreel"),
  example("Tags", "Newsreel"),
  example("Topics", "Newsreel"),
  example("Xlib", "X11"),
]
let exampleNames: [Target.Dependency] = examples.filter { $0.type == .executable }.map { .byName(name: $0.name) }

let measurement: [Target] = [
  .executableTarget(
    name: "newsreel-bench", dependencies: ["Base", "CX11", "Formats", "TestKit", "X11", argumentParser],
    swiftSettings: house)
]

// MARK: - Tests

let kits: [Target] = [
  // The tags of suites: what needs a server, what is slow.
  testHelp("TestTags", []),
  // What tests and benchmark share: processes, X servers, what is on their screens and on their wires.
  testHelp("TestKit", ["Base", "CBase", "ScrollCore"]),
  // Views without a screen: a typesetter of fixed pitch, and a harness that does what a user does.
  testHelp("ViewKit", ["Scene", "ScrollCore", "TestKit"]),
  // What fuzzing gives bytes to, and what has to be true of the results; the tests replay it.
  testHelp(
    "FuzzTargets",
    [
      "App", "Base", "CRender", "Formats", "Neighbours", "Newsroom", "Newswire", "Panels", "Render", "Scene",
      "ScrollCore", "TestKit", "ViewKit", "Windows", "X11",
    ]),
  // A reader of feeds with a door in it: an icon has it try what the fence forbids.
  .systemLibrary(name: "CDoor", path: "Tests/CDoor"),
  .executableTarget(
    name: "FenceDoor", dependencies: ["Base", "CDoor", "Newswire"], path: "Tests/FenceDoor", swiftSettings: house),
]

let testsByModule: [Target] = [
  tests("BaseTests", of: ["Base", "TestKit", "TestTags"]),
  tests("FormatsTests", of: ["Base", "Formats", "ScrollCore", "TestKit", "TestTags"]),
  tests("ScrollCoreTests", of: ["ScrollCore", "TestKit", "TestTags"], exclude: ["Bars"]),
  tests("SceneTests", of: ["Scene", "ScrollCore", "TestKit", "ViewKit"]),
  tests("X11Tests", of: ["Base", "CX11", "Neighbours", "X11", "ScrollCore", "TestKit", "TestTags"]),
  tests(
    "RenderTests", of: ["CX11", "Render", "X11", "Scene", "ScrollCore", "TestKit", "TestTags"], exclude: ["Pictures"]),
  tests("PanelsTests", of: ["Panels", "Scene", "ScrollCore", "TestKit", "ViewKit"]),
  tests(
    "NewswireTests",
    of: ["Base", "FenceDoor", "Formats", "Newsroom", "Newswire", "ScrollCore", "TestKit", "TestTags"],
    exclude: ["Corpus", "Cases", "differences.json", "wire/recorded.tsv"]),
  tests("NewsroomTests", of: ["Newsroom", "Newswire", "ScrollCore", "TestKit"]),
  tests("BarsTests", of: ["Bars", "Base", "Formats", "ScrollCore"]),
  tests("InspectorTests", of: ["Inspector", "ScrollCore", "TestKit", "TestTags"]),
  tests("BenchTests", of: ["Base", "newsreel-bench", "TestKit"]),
  tests("FuzzTests", of: ["Base", "FuzzTargets", "TestKit"], exclude: ["Corpus"]),
  tests("TestKitTests", of: ["TestKit", "TestTags"]),
  // The program and the library as a whole, the examples, and the pages.
  tests(
    "NewsreelTests",
    of: exampleNames + [
      "Accessibility", "App", "Bars", "Base", "CRender", "CX11", "Formats", "Inspector", "Neighbours", "Newsreel",
      "NewsreelDispatch", "NewsreelSources", "NewsreelTesting", "Newsroom", "Newswire", "Panels", "Render", "Scene",
      "ScrollCore", "TestKit", "TestTags", "ViewKit", "Windows", "X11", "newsreel", argumentParser,
    ],
    exclude: ["HomeAssistant.json", "Scenes"]),
]

// `make fuzz`, and nobody else, builds the program that libFuzzer drives.
let isFuzzing = ProcessInfo.processInfo.environment["NEWSREEL_FUZZ"] != nil
let fuzzer = Target.executableTarget(
  name: "newsreel-fuzz", dependencies: ["Base", "FuzzTargets"], path: "Tests/Fuzzer",
  swiftSettings: house + [.unsafeFlags(["-parse-as-library"])])

// MARK: - The package

let package = Package(
  name: "newsreel",
  products: [
    .library(name: "ScrollCore", targets: ["ScrollCore"]),
    .library(name: "Newsreel", targets: ["Newsreel"]),
    .library(name: "X11", targets: ["X11"]),
    .library(name: "NewsreelSources", targets: ["NewsreelSources"]),
    .library(name: "NewsreelTesting", targets: ["NewsreelTesting"]),
    .library(name: "NewsreelDispatch", targets: ["NewsreelDispatch"]),
    .executable(name: "newsreel", targets: ["newsreel"]),
  ],
  traits: [
    .trait(
      name: "Program",
      description:
        "The program, with ArgumentParser, and warnings as errors. A package that uses a library has `traits: []`."),
    .default(enabledTraits: ["Program"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: linked + loaded + ground + picture + windows + news + library + ticker + examples + measurement + kits
    + testsByModule + (isFuzzing ? [fuzzer] : []))

// `make test` has what is tested optimised, and the tests not: what they call is then several times as fast, and their own code
// takes long to optimise. Preconditions stay.
if ProcessInfo.processInfo.environment["NEWSREEL_OPTIMIZED"] != nil {
  for target in package.targets where [.regular, .executable].contains(target.type) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"])]
  }
}
