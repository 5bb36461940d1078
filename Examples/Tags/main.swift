import Newsreel

/// Stores the tags.
final class Library: TokenFieldDataSource {
  var tags = ["fixed", "red", "blue"]

  func numberOfTokens(in field: TokenFieldView) -> Int { tags.count }
  func tokenField(_ field: TokenFieldView, tokenAt index: Int) -> String { tags[index] }
}

let library = Library()
let field = TokenFieldView()
field.placeholder = "Type a tag"
field.margins = 8
field.border = Border(color: field.tintColor, radius: 6)

// What may be typed and removed.
field.delegate.canEditToken = { _, index in library.tags[index] != "fixed" }
field.delegate.shouldReturn = { _, text in
  let isAllowed = text.count >= 3
  if !isAllowed { print("too short: \(text)") }
  return isAllowed
}
field.delegate.shouldDelete = { field, _, label in
  let isAllowed = field.items.count > 2
  if !isAllowed { print("the last one: \(label)") }
  return isAllowed
}

// What has happened.
field.delegate.didAdd = { _, index, label in
  library.tags.insert(label, at: index)
  print("added \(label)")
}
field.delegate.didDelete = { _, index, label in
  library.tags.remove(at: index)
  print("removed \(label)")
}
field.delegate.didMove = { _, source, destination in
  library.tags.insert(library.tags.remove(at: source), at: destination)
}

// A tag that names a colour gets a chip of that colour.
field.delegate.willDraw = { _, index, look in
  var look = look
  if library.tags[index] == "fixed" { look.label = "always here" }
  guard let color = try? Color(parsing: library.tags[index]) else { return look }
  (look.background, look.border, look.textColor) = (color, .white, .white)
  return look
}
// The one that stays is underlined.
field.delegate.draw = { field, index, _, canvas in
  guard library.tags[index] == "fixed" else { return }
  let size = canvas.size
  canvas.fill(Rect(x: 12, y: size.height - 5, width: size.width - 24, height: 2), field.tintColor, radius: 1)
}
field.dataSource = library

try Window(field, width: 420, height: 90).run()
