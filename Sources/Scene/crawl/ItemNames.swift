/// The numbers by which a crawl's owner knows its items: the ids that they came with. Where an item gets another text, all
/// get other ids, and these numbers stay.
struct ItemNames {
  private var names: [Int: Int] = [:]
  private var ids: [Int: Int] = [:]

  init() {}

  /// The items whose ids were `former` have got those of `new`, in the same order; nil for one that is gone.
  init(_ last: ItemNames, former: [Int], new: [Int?]) {
    for (old, id) in zip(former, new) {
      guard let id else { continue }
      let name = last.name(of: old)
      (names[id], ids[name]) = (name, id)
    }
  }

  func name(of id: Int) -> Int { names[id] ?? id }

  mutating func set(_ name: Int, of id: Int) { (names[id], ids[name]) = (name, id) }

  /// An item is gone: its name is free.
  mutating func remove(_ id: Int) { if let name = names.removeValue(forKey: id) { ids[name] = nil } }

  /// The id of the item that has, or had, that name.
  func id(of name: Int) -> Int { ids[name] ?? name }
}
