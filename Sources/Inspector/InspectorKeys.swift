/// What keys do in the inspector, for its own help, `newsreel help inspect` and the manual.
package enum InspectorKeys {
  /// Headings where the meaning is empty.
  package static let rows: [(term: String, meaning: String)] = [
    ("In the list", ""),
    ("Up, Down, j, k", "selects a property; PgUp, PgDn, Home, End, g and G further away, and a click or the wheel"),
    ("Tab, Shift-Tab", "goes to the next view or window; a click on its name does, too"),
    ("/", "searches names and meanings while one types; Enter keeps what was found, Escape shows all again"),
    ("Left, Right, -, +", "changes a number by a step, a choice to the word beside it, true to false"),
    ("Shift with arrows, <, >", "changes a number by ten steps"),
    ("Space", "turns true to false, or a choice to its next word"),
    ("Enter", "opens the value, and what is typed takes its place; of a choice it shows all words"),
    ("0 to 9, ., #", "begins a new value of what is typed, without Enter"),
    ("F2", "edits the value where it stands"),
    ("d, Delete", "takes the value back to what it is where nobody sets it"),
    ("u, Ctrl-R", "takes the last change back, and does it again"),
    ("w", "writes what is set into the configuration, after showing what and where"),
    ("r", "asks the program anew; looks for one that has ended"),
    ("?, q, Ctrl-C", "shows these keys; ends the inspector, not the program"),
    ("While a value is typed", ""),
    ("Left, Right, Home, End, F2", "keeps the old value and moves the caret in it; with Shift an arrow selects"),
    ("Ctrl-W, Ctrl-K, Ctrl-U", "deletes a word, the rest, all; Ctrl-Y takes that back"),
    ("Up, Down, PgUp, PgDn", "changes a number by one step, or ten"),
    ("Enter, Escape", "sets the value, or leaves it as it was"),
  ]
}
