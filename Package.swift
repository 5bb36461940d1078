// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The rules of the house (see ARCHITECTURE.md): imports are internal unless said otherwise,
// a module's members are visible only where it is imported, and a warning is an error.
let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]
// Modules without a pointer in them: the compiler checks that it stays so.
let pure: [SwiftSetting] = house + [.strictMemorySafety()]

let x11Packages = [
  "libx11-dev", "libx11-xcb-dev", "libxrender-dev", "libxrandr-dev",
  "libxpresent-dev", "libxext-dev", "libxfixes-dev", "libxss-dev", "libxft-dev", "libfontconfig1-dev",
]
let renderPackages = ["libpango1.0-dev", "libfreetype-dev", "libimlib2-dev"]

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
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // The standard library's rounding of numbers is in libm.
    .target(name: "ScrollCore", swiftSettings: pure, linkerSettings: [.linkedLibrary("m")]),
    .target(name: "Scene", dependencies: ["ScrollCore"], swiftSettings: pure),
    .systemLibrary(
      name: "CX11",
      pkgConfig: "x11 x11-xcb xrender xrandr xpresent xext xfixes xscrnsaver xft fontconfig",
      providers: [.apt(x11Packages)]),
    // What CRender needs, with Pango's own needs. pkg-config is not asked for Pango itself: it would bring in GIO, and with
    // it -pthread, of which SwiftPM warns in every build.
    .systemLibrary(
      name: "CRenderLibraries", pkgConfig: "gobject-2.0 harfbuzz freetype2 fontconfig imlib2",
      providers: [.apt(renderPackages)]),
    .target(name: "CRender", dependencies: ["CRenderLibraries"]),
    // Its headers only: the library is loaded by the first feed.
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-gnutls-dev"])]),
    // Its headers only: the library is loaded by the first connection to a broker.
    .systemLibrary(name: "CMosquitto", providers: [.apt(["libmosquitto-dev"])]),
    // Its headers only: the library is loaded by processes with a fence.
    .systemLibrary(name: "CSeccomp", providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .target(name: "X11", dependencies: ["CX11", "Base", "ScrollCore"], swiftSettings: house),
    .target(name: "Neighbours", dependencies: ["CX11", "ScrollCore", "X11"], swiftSettings: house),
    .target(
      name: "Render", dependencies: ["CRender", "CX11", "Base", "Scene", "ScrollCore", "X11"], swiftSettings: house),
    .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "Newswire",
      dependencies: ["CCurl", "CMosquitto", "CPCRE2", "CSeccomp", "CXML2", "CZlib", "Base", "Formats", "ScrollCore"],
      resources: [.embedInCode("parse/entities.tsv")], swiftSettings: house),
    .target(name: "Newsroom", dependencies: ["Newswire", "ScrollCore"], swiftSettings: pure),
    // Its headers only: the library is loaded where there is a terminal to draw on.
    .systemLibrary(name: "CCurses", providers: [.apt(["libncurses-dev"])]),
    .target(name: "Inspector", dependencies: ["ScrollCore"], swiftSettings: pure),
    .target(name: "Terminal", dependencies: ["CCurses", "Base", "Inspector", "ScrollCore"], swiftSettings: house),
    .systemLibrary(name: "CBase"),
    .target(name: "Base", dependencies: ["CBase", "ScrollCore"], swiftSettings: house),
    .target(name: "Formats", dependencies: ["Base", "ScrollCore"], swiftSettings: house),
    .target(name: "Accessibility", dependencies: ["Base", "Scene", "ScrollCore"], swiftSettings: house),
    .target(
      name: "Windows",
      dependencies: ["Accessibility", "Base", "Neighbours", "Render", "Scene", "ScrollCore", "X11"],
      swiftSettings: house),
    .target(
      name: "Panels",
      dependencies: ["Base", "Neighbours", "Render", "Scene", "ScrollCore", "Windows", "X11"], swiftSettings: house),
    .target(
      name: "App",
      dependencies: [
        "Base", "Formats", "Inspector", "Neighbours", "Newsroom", "Newswire", "Panels", "Render", "Scene", "ScrollCore",
        "Terminal", "Windows", "X11",
      ],
      resources: [
        .embedInCode("headlines.tsv"), .embedInCode("themes/dark.toml"), .embedInCode("themes/light.toml"),
        .embedInCode("themes/amber.toml"), .embedInCode("themes/broadcast-red.toml"),
        .embedInCode("themes/high-contrast.toml"),
      ],
      swiftSettings: house),
    .target(name: "Newsreel", dependencies: ["Base", "Scene", "ScrollCore", "Windows"], swiftSettings: house),
    .target(
      name: "NewsreelSources", dependencies: ["Base", "Newsreel", "Newswire", "ScrollCore"], swiftSettings: house),
    // For tests of views: a window without a screen, and its user.
    .target(name: "NewsreelTesting", dependencies: ["Newsreel", "ScrollCore"], swiftSettings: house),
    .target(name: "NewsreelDispatch", dependencies: ["Newsreel"], swiftSettings: house),
    .executableTarget(
      name: "newsreel",
      dependencies: [
        "App", "Base", "ScrollCore", "Windows", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: house),
    .executableTarget(
      name: "newsreel-bench",
      dependencies: [
        "Base", "CX11", "Formats", "TestKit", "X11",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: house),
    .executableTarget(
      name: "CaptionExample", dependencies: ["Newsreel"], path: "Examples/Caption", swiftSettings: house),
    .executableTarget(
      name: "CounterExample", dependencies: ["Newsreel"], path: "Examples/Counter", swiftSettings: house),
    .executableTarget(
      name: "DeskExample", dependencies: ["NewsreelDispatch", "NewsreelSources"], path: "Examples/Desk",
      swiftSettings: house),
    // Pango's development package brings it.
    .systemLibrary(name: "CGLib", path: "Examples/CGLib", pkgConfig: "glib-2.0"),
    .executableTarget(
      name: "GlibExample", dependencies: ["CGLib", "Newsreel"], path: "Examples/Glib", swiftSettings: house),
    .executableTarget(name: "LyricsExample", dependencies: ["Newsreel"], path: "Examples/Lyrics", swiftSettings: house),
    .executableTarget(
      name: "OwnViewsExample", dependencies: ["Newsreel"], path: "Examples/OwnViews", swiftSettings: house),
    .executableTarget(name: "TagsExample", dependencies: ["Newsreel"], path: "Examples/Tags", swiftSettings: house),
    .executableTarget(name: "TopicsExample", dependencies: ["Newsreel"], path: "Examples/Topics", swiftSettings: house),
    .executableTarget(
      name: "XlibExample", dependencies: ["X11"], path: "Examples/Xlib", swiftSettings: house),
    .testTarget(name: "BaseTests", dependencies: ["Base", "TestKit", "TestTags"], swiftSettings: house),
    .testTarget(
      name: "FormatsTests", dependencies: ["Base", "Formats", "ScrollCore", "TestKit", "TestTags"],
      swiftSettings: house),
    .testTarget(
      name: "PanelsTests", dependencies: ["Panels", "Scene", "ScrollCore", "TestKit", "ViewKit"], swiftSettings: house),
    .testTarget(
      name: "ScrollCoreTests", dependencies: ["ScrollCore", "TestKit", "TestTags"], exclude: ["Bars"],
      swiftSettings: house),
    .testTarget(name: "SceneTests", dependencies: ["Scene", "ScrollCore", "TestKit", "ViewKit"], swiftSettings: house),
    .testTarget(
      name: "X11Tests", dependencies: ["Base", "CX11", "Neighbours", "X11", "ScrollCore", "TestKit", "TestTags"],
      swiftSettings: house),
    .testTarget(
      name: "RenderTests", dependencies: ["CX11", "Render", "X11", "Scene", "ScrollCore", "TestKit", "TestTags"],
      exclude: ["Pictures"], swiftSettings: house),
    .testTarget(
      name: "NewswireTests",
      dependencies: ["Base", "FenceDoor", "Formats", "Newsroom", "Newswire", "ScrollCore", "TestKit", "TestTags"],
      exclude: ["Corpus", "Cases", "differences.json", "wire/recorded.tsv"],
      swiftSettings: house),
    .testTarget(
      name: "NewsroomTests", dependencies: ["Newsroom", "Newswire", "ScrollCore", "TestKit"], swiftSettings: house),
    .testTarget(
      name: "InspectorTests", dependencies: ["Inspector", "ScrollCore", "TestKit", "TestTags"], swiftSettings: house),
    .testTarget(
      name: "NewsreelTests",
      dependencies: [
        "Accessibility", "App", "Base", "CRender", "CX11", "Formats", "Inspector", "Neighbours", "Newsreel",
        "NewsreelDispatch", "NewsreelSources", "NewsreelTesting", "Newsroom", "Newswire", "Panels", "Render", "Scene",
        "ScrollCore",
        "Windows", "X11",
        "newsreel",
        "CaptionExample",
        "CounterExample", "DeskExample", "GlibExample", "LyricsExample", "OwnViewsExample", "TagsExample",
        "TopicsExample", "XlibExample",
        "TestKit",
        "TestTags",
        "ViewKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["HomeAssistant.json", "Scenes"], swiftSettings: house),
    .testTarget(name: "BenchTests", dependencies: ["Base", "newsreel-bench", "TestKit"], swiftSettings: house),
    // A reader of feeds with a door in it: an icon has it try what the fence forbids.
    .systemLibrary(name: "CDoor", path: "Tests/CDoor"),
    .executableTarget(
      name: "FenceDoor", dependencies: ["Base", "CDoor", "Newswire"], path: "Tests/FenceDoor", swiftSettings: house),
    .testTarget(name: "TestKitTests", dependencies: ["TestKit", "TestTags"], swiftSettings: house),
    // What tests and benchmark share: processes, X servers, what is on their screens and on their wires.
    .target(
      name: "TestKit", dependencies: ["Base", "CBase", "ScrollCore"], path: "Tests/TestKit", swiftSettings: house),
    // Views without a screen: a typesetter of fixed pitch, and a harness that does what a user does.
    .target(
      name: "ViewKit", dependencies: ["Scene", "ScrollCore", "TestKit"], path: "Tests/ViewKit", swiftSettings: house),
    // What fuzzing gives bytes to, and what has to be true of the results; the tests replay it.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "App", "Base", "CRender", "Formats", "Neighbours", "Newsroom", "Newswire", "Panels", "Render", "Scene",
        "ScrollCore", "TestKit", "ViewKit", "Windows", "X11",
      ],
      path: "Tests/FuzzTargets", swiftSettings: house),
    .testTarget(
      name: "FuzzTests", dependencies: ["Base", "FuzzTargets", "TestKit"], exclude: ["Corpus"], swiftSettings: house),
    // The tags of suites: what needs a server, what is slow.
    .target(name: "TestTags", path: "Tests/TestTags", swiftSettings: house),
  ]
)

// `make fuzz`, and nobody else, builds the program that libFuzzer drives.
if ProcessInfo.processInfo.environment["NEWSREEL_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "newsreel-fuzz", dependencies: ["Base", "FuzzTargets"], path: "Tests/Fuzzer",
      swiftSettings: house + [.unsafeFlags(["-parse-as-library"])]))
}
