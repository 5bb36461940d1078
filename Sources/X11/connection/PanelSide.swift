internal import ScrollCore

/// An edge along which a panel reserves space.
struct PanelSide: Hashable {
  let window: UInt
  let edge: Strut.Edge
}
