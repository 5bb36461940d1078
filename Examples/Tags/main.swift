import Newsreel

/// Stores the tags, and decides which are allowed and how they look.
final class Library: TokenFieldDataSource, TokenFieldDelegate {
  var tags = ["fixed", "red", "blue"]

  // The data source.
  func numberOfTokens() -> Int { tags.count }
  func token(at index: Int) -> String { tags[index] }
  func isTokenEditable(at index: Int) -> Bool { tags[index] != "fixed" }

  // A tag that names a colour gets a chip of that colour.
  func willDraw(at index: Int, _ look: inout TokenAppearance) {
    if tags[index] == "fixed" { look.label = "always here" }
    guard let color = try? Color(parsing: tags[index]) else { return }
    (look.background, look.border, look.textColor) = (color, .white, .white)
  }

  // The delegate's questions.
  func shouldReturn(_ text: String) -> Bool {
    let isAllowed = text.count >= 3
    if !isAllowed { print("too short: \(text)") }
    return isAllowed
  }

  func shouldDelete(at index: Int, label: String) -> Bool {
    let isAllowed = tags.count > 2
    if !isAllowed { print("the last one: \(label)") }
    return isAllowed
  }

  // The delegate's notifications.
  func didAdd(at index: Int, label: String) {
    tags.insert(label, at: index)
    print("added \(label)")
  }

  func didDelete(at index: Int, label: String) {
    tags.remove(at: index)
    print("removed \(label)")
  }

  func didMove(from source: Int, to destination: Int) { tags.insert(tags.remove(at: source), at: destination) }
}

let library = Library()
let field = TokenFieldView()
field.dataSource = library
field.delegate = library
field.placeholder = "Type a tag"
field.margins = 8
field.border = Border(width: 1, color: field.tintColor, radius: 6)

try Window(field, width: 420, height: 90).run()
