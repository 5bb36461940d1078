import Base
import TestKit
import Testing

@testable import App

/// The pages of `newsreel help`: Markdown in doc/help, in the terminal and in the manual.
@Suite("Pages of help") struct HelpPageTests {
  private static let sample = """
    # A *page*

    Two lines of
    `code` and words.

    ## A heading

    - `%{A1:x:}`, b: what it does: this,
      and that
    {table}
    - The date: `date +%H:%M`
    - none

    """

  private static let page = HelpPage(markdown: sample) {
    $0 == "table" ? [.init(term: "t", meaning: "from a table")] : nil
  }

  @Test("A page is read: title, introduction, headings, items, tables and examples") func reading() {
    #expect(Self.page.title == "A *page*" && Self.page.introduction == "Two lines of code and words.")
    #expect(
      Self.page.rows == [
        .init(term: "A heading"), .init(term: "%{A1:x:}, b", meaning: "what it does: this, and that"),
        .init(term: "t", meaning: "from a table"),
        .init(term: "The date", meaning: "date +%H:%M", isExample: true), .init(term: "none"),
      ])
  }

  @Test("A terminal gets columns, and examples a line of their own") func text() {
    #expect(
      Self.page.text(columns: 40)
        == """
        Two lines of code and words.

        A heading
          %{A1:x:}, b  what it does: this, and
                       that
          t            from a table
          The date:
              date +%H:%M

        none

        """)
  }

  @Test("The manual gets a section, tagged paragraphs and examples") func manual() {
    var roff = Roff()
    Self.page.write(to: &roff)
    for part in [
      ".SH A *PAGE*\n", ".SS A heading\n", ".TP\n\\fBt\\fR\nFrom a table.\n",
      "The date:\n.PP\n.RS 4\n.nf\ndate +%H:%M\n",
    ] {
      #expect(roff.text.contains(part), "\(roff.text)")
    }
  }

  @Test("A name in braces is a table only where it stands alone") func placeholders() {
    #expect(HelpPage.placeholder(in: "{row-parts}") == "row-parts")
    for line in ["{}", "{A}", "{a} b", "{a", "- {a}"] { #expect(HelpPage.placeholder(in: line) == nil) }
  }

  @Test("Each file of doc/help is a topic, and each topic is part of the program", arguments: HelpTopic.all.map(\.name))
  func topic(_ name: String) throws {
    let text = try Project.text(of: "doc/help/\(name).md")
    #expect(try Project.text(of: "Sources/App/help/\(name).md") == text)
    let page = try #require(HelpTopic.named(name)).page
    #expect(!page.title.isEmpty && !page.rows.isEmpty && text.filter { $0 == "`" }.count.isMultiple(of: 2))
    // Whatever it asks for is filled in.
    let shown = page.text(columns: 80)
    #expect(!shown.contains("`") && !shown.contains { $0.isNewline && $0 != "\n" })
    for word in text.matches(of: /(?:^|\n)\{([a-z-]+)\}/).map({ String($0.1) }) {
      #expect(HelpTables.rows(named: word)?.isEmpty == false, "\(word)")
    }
    for line in shown.split(separator: "\n") { #expect(HelpPage.placeholder(in: String(line)) == nil, "\(line)") }
  }

  @Test("No page of doc/help is left out") func files() {
    let files = Files.names(in: Project.folder + "/doc/help")
    #expect(Set(files) == Set(HelpTopic.all.map { $0.name + ".md" }))
    #expect(Set(Files.names(in: Project.folder + "/Sources/App/help")) == Set(files))
  }
}
