// On a view the property names would repeat "border": `view.border.width` reads better.

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
