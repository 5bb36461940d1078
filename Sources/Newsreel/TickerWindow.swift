internal import App
public import ScrollCore

/// A view in a window, for a program that has its own loop: what all such windows have.
///
/// It is shown at once, and closed with its last reference. Not for use from several threads.
public class TickerWindow {
  private let player: any Playable

  init(_ player: any Playable) { self.player = player }

  /// Makes a player for properties, by the names that `newsreel properties` lists.
  static func player<Kind: ViewKind>(_ properties: KeyValuePairs<String, String>) throws(NewsreelError) -> Player<Kind>
  {
    do throws(OpeningError) { return try Player(properties) } catch { throw NewsreelError(error) }
  }

  /// Changes a property while the window is shown, by the names that `newsreel properties` lists: the next frame has it,
  /// and what is on screen does not jump.
  ///
  /// - Throws: `NewsreelError.property` for a wrong name or value, and for what is said once, as the window's name.
  public func set(_ property: String, to value: String) throws(NewsreelError) {
    do throws(ValueError) { try player.set(property, to: value) } catch { throw NewsreelError(error) }
  }

  /// A property's value now, as it is written; nil where there is no such property.
  public func value(of property: String) -> String? { player.text(of: property) }

  /// The window's border and corners. The next frame has what is set.
  public var border: Border {
    get { player.border }
    set { player.border = newValue }
  }

  /// Handles what comes, and draws what moves, for so many seconds. False once the window is closed or the server gone.
  public func run(for seconds: Double) -> Bool { player.run(for: seconds) }
}

/// A window with a counter.
///
///     let window = try CounterWindow(["geometry": "480x120", "duration": "0.6"])
///     while window.run(for: 1) { window.show(Int.random(in: 0...999)) }
public final class CounterWindow: TickerWindow {
  private let player: Player<CounterKind>

  /// - Parameter properties: what `newsreel properties counter` and `newsreel properties window` list, by those names.
  /// - Throws: `NewsreelError` for a wrong name or value, or where no window can be opened.
  public init(_ properties: KeyValuePairs<String, String> = [:]) throws(NewsreelError) {
    player = try Self.player(properties)
    super.init(player)
  }

  /// Rolls to a number; the first one shows at rest.
  public func show(_ number: Int) { _ = player.show("\(number)") }

  /// Rolls to a number as it is written: "16.40" keeps its decimals, and any length its digits. False, and nothing else
  /// happens, where it is none.
  @discardableResult
  public func show(_ number: String) -> Bool { player.show(number) }
}

/// A window with a crawl.
///
/// A headline may hold live numbers: `{name}` shows the number that `setValue` gives that name, and rolls to the next.
public final class CrawlWindow: TickerWindow {
  private let player: Player<CrawlKind>

  /// - Parameter properties: what `newsreel properties crawl` and `newsreel properties window` list, by those names.
  /// - Throws: `NewsreelError` for a wrong name or value, or where no window can be opened.
  public init(_ properties: KeyValuePairs<String, String> = [:]) throws(NewsreelError) {
    player = try Self.player(properties)
    super.init(player)
  }

  /// Adds a headline behind the last one; each line of it is one.
  public func append(_ headline: String) { player.append(headline) }

  /// Rolls a placeholder's value to a number. False, and nothing else happens, where the name or the number is none.
  @discardableResult
  public func setValue(_ name: String, to number: String) -> Bool { player.setValue(name, to: number) }
}
