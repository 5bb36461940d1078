import ScrollCore
import TestKit
import Testing

@testable import Accessibility
@testable import App
@testable import Scene
@testable import Windows

@Suite("Accessible objects") struct AccessibleObjectsTests {
  private func list(_ names: [(Int, String)], focused: Int? = nil) -> AccessibleNode {
    var list = AccessibleNode(0, .list, "list")
    list.children = names.map { key, name in
      var child = AccessibleNode(key, .link, name)
      if key == focused { child.states.insert(.focused) }
      return child
    }
    return list
  }

  @Test("The first look reports only the focus; later ones only the differences") func differences() {
    var objects = AccessibleObjects()
    #expect(objects.update(to: list([(1, "a"), (2, "b")])) == [])
    #expect(objects.update(to: list([(1, "a"), (2, "b")])) == [])
    #expect(objects.update(to: list([(1, "a"), (2, "c")])) == [.renamed(2)])
    #expect(objects.update(to: list([(1, "a"), (3, "d"), (2, "c")])) == [.added(3, to: 0, index: 1)])
    #expect(objects.update(to: list([(3, "d"), (2, "c")])) == [.removed(1, from: 0, index: 0)])
    #expect(objects.count == 3 && objects.path(of: 2) == [2])
  }

  @Test("The focus leaves before it comes, after all else") func focus() {
    var objects = AccessibleObjects()
    // The one that has it when the first look is taken.
    #expect(objects.update(to: list([(1, "a"), (2, "b")], focused: 2)) == [.changed(2, .focused, isOn: true)])
    #expect(
      objects.update(to: list([(1, "x"), (2, "b")], focused: 1))
        == [.renamed(1), .changed(2, .focused, isOn: false), .changed(1, .focused, isOn: true)])
  }

  @Test("What stands elsewhere goes and comes again, as the same object") func order() {
    var objects = AccessibleObjects()
    _ = objects.update(to: list([(1, "a"), (2, "b")]))
    #expect(
      objects.update(to: list([(2, "b"), (1, "a")]))
        == [
          .removed(2, from: 0, index: 1), .removed(1, from: 0, index: 0), .added(2, to: 0, index: 0),
          .added(1, to: 0, index: 1),
        ])
  }

  @Test("Items are counted in their list, from 1, without what stands beside them") func places() {
    var objects = AccessibleObjects()
    var tree = list([(1, "a"), (2, "b"), (3, "c")])
    tree.children.insert(AccessibleNode(9, .notification, "now"), at: 1)
    tree.children[2].role = .listItem
    for _ in 0..<2 {
      _ = objects.update(to: tree)
      let numbers = objects[AccessibleObjects.root]?.children ?? []
      #expect(numbers.map { objects.place(of: $0)?.place } == [1, nil, 2, 3])
      #expect(numbers.compactMap { objects.place(of: $0)?.count } == [3, 3, 3])
    }
    tree.children.removeFirst()
    _ = objects.update(to: tree)
    #expect((objects[AccessibleObjects.root]?.children ?? []).map { objects.place(of: $0)?.place } == [nil, 1, 2])
    #expect(objects.place(of: AccessibleObjects.root) == nil)
  }

  @Test("What cannot wait is announced when it comes, and another kind of thing is another one") func announcing() {
    var objects = AccessibleObjects()
    var tree = AccessibleNode(0, .group, "")
    _ = objects.update(to: tree)
    tree.children = [AccessibleNode(1, .notification, "now")]
    #expect(objects.update(to: tree) == [.added(1, to: 0, index: 0), .announced(1)])
    tree.children[0].role = .label
    #expect(objects.update(to: tree) == [.removed(1, from: 0, index: 0), .added(2, to: 0, index: 0)])
  }

  @Test("After 1,000 changes there are as many objects as things, whose events lead from each tree to the next")
  func storm() {
    var objects = AccessibleObjects()
    var random = SeededRandom(seed: 35)
    var children: [Int] = []
    for round in 0..<1000 {
      let count = Int.random(in: 0...20, using: &random)
      let names = (0..<60).shuffled(using: &random).prefix(count).map { ($0, "\($0 * round % 7)") }
      for event in objects.update(to: list(Array(names))) {
        switch event {
        case .removed(let child, _, let index): #expect(children.remove(at: index) == child)
        case .added(let child, _, let index): children.insert(child, at: index)
        default: break
        }
      }
      // The first look reports nothing.
      if round == 0 { children = objects[0]?.children ?? [] }
      #expect(objects[0]?.children == children && objects.count == names.count + 1)
    }
  }

  @Test("Keys that are not each thing's own do no harm") func doubles() {
    var objects = AccessibleObjects()
    for _ in 0..<3 {
      _ = objects.update(to: list([(1, "a"), (1, "b"), (1, "c")]))
      #expect(objects.count == 4)
    }
  }

  @Test("Whatever changes in an object alone is told, by an event of its kind") func eachDifference() {
    let before = { () -> AccessibleNode in
      var node = AccessibleNode(1, .number, "a")
      (node.value, node.details, node.text) = (7, "of it", AccessibleNode.Text("line", caret: 2))
      return node
    }()
    let text = before.text ?? AccessibleNode.Text("", caret: 0)
    let changes: [(AccessibleEvent, (inout AccessibleNode) -> Void)] = [
      (.renamed(1), { $0.name = "b" }), (.described(1), { $0.details = "" }), (.counted(1), { $0.value = 8 }),
      (.counted(1), { $0.value = nil }), (.typed(1, before: text), { $0.text?.line = "lines" }),
      (.typed(1, before: text), { $0.text?.caret = 3 }),
    ]
    func tree(_ child: AccessibleNode) -> AccessibleNode {
      var tree = AccessibleNode(0, .group, "")
      tree.children = [child]
      return tree
    }
    for (event, change) in changes {
      var (objects, node) = (AccessibleObjects(), before)
      _ = objects.update(to: tree(node))
      change(&node)
      #expect(objects.update(to: tree(node)) == [event] && objects.update(to: tree(node)).isEmpty)
    }
    for state in AccessibleNode.States.all {
      var (objects, node) = (AccessibleObjects(), before)
      _ = objects.update(to: tree(node))
      for isOn in [true, false] {
        node.states.formSymmetricDifference(state)
        #expect(objects.update(to: tree(node)) == [.changed(1, state, isOn: isOn)])
      }
    }
  }
}
