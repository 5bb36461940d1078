import Scene
import ScrollCore
import Testing

@testable import App
@testable import Windows

@Suite("The menu of tokens") struct TokensMenuTests {
  @Test(
    "It shows keys that do what they say: a letter is typed there, where chips can be typed", arguments: [true, false])
  func keys(canEdit: Bool) throws {
    var request = ViewRequest<TokensKind>()
    try request.own.set("can-edit", to: "\(canEdit)")
    let controller = try TokensController(request)
    let last = controller.beginMenu(at: nil, Bindings(), t: 0).entries.last
    #expect(last?.title == "Quit" && last?.key == (canEdit ? "Ctrl+Q" : "Q"))
  }
}
