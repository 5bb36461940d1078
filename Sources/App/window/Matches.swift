/// For each new element the index of an old one that stays for it, or nil. Rules are tried one after another; an old element
/// stays for one new one.
func matches<New, Old>(of new: [New], among old: [Old], by rules: [(New, Old) -> Bool]) -> [Int?] {
  var found = [Int?](repeating: nil, count: new.count)
  for rule in rules {
    for index in new.indices where found[index] == nil {
      found[index] = old.indices.first { !found.contains($0) && rule(new[index], old[$0]) }
    }
  }
  return found
}
