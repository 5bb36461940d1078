import Newsreel

/// Keeps the tags, and says which of them may be.
final class Library: TokenFieldDataSource, TokenFieldDelegate {
  var tags = ["fixed", "red", "blue"]

  func numberOfTokens() -> Int { tags.count }
  func token(at index: Int) -> String { tags[index] }
  func isTokenEditable(at index: Int) -> Bool { tags[index] != "fixed" }
  func dotOfToken(at index: Int) -> Color? { try? Color(parsing: tags[index]) }

  func shouldReturn(_ text: String) -> Bool {
    let isAllowed = text.count >= 3
    if !isAllowed { print("too short: \(text)") }
    return isAllowed
  }

  func didAdd(at index: Int, label: String) {
    tags.insert(label, at: index)
    print("added \(label)")
  }

  func didDelete(at index: Int, label: String) {
    tags.remove(at: index)
    print("removed \(label)")
  }
}

let library = Library()
let field = TokenFieldView()
field.dataSource = library
field.delegate = library
field.placeholder = "Type a tag"
field.margins = 8
field.border = Border(width: 1, color: field.tintColor, radius: 6)

try Window(field, width: 420, height: 90).run()
