// On a view the properties' own names say "border" twice: `view.border.width` reads as it is meant.

extension Border {
  /// The same as `borderWidth`.
  public var width: Double {
    get { borderWidth }
    set { borderWidth = newValue }
  }

  /// The same as `borderColor`.
  public var color: Color {
    get { borderColor }
    set { borderColor = newValue }
  }

  /// The same as `cornerRadius`.
  public var radius: Double {
    get { cornerRadius }
    set { cornerRadius = newValue }
  }
}
