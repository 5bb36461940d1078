/// The inspector's keys, for its own help, `newsreel help inspect` and the manual.
package enum InspectorKeys {
  /// Rows with an empty meaning are headings.
  package static let rows: [(term: String, meaning: String)] = [
    ("In the list", ""),
    ("Up, Down, j, k", "selects a property; PgUp, PgDn, Home, End, g, G go further; a click or the wheel do it, too"),
    ("Tab, Shift-Tab", "goes to the next view or window, as a click on its name does"),
    ("/", "searches names and meanings while you type; Enter keeps the matches, Escape shows all again"),
    ("Left, Right, -, +", "changes a number by a step, a choice to the word beside it, true to false"),
    ("Shift with arrows, <, >", "changes a number by ten steps"),
    ("Space", "turns true to false, or a choice to its next word"),
    ("Enter", "opens the value, and typing replaces it; of a choice it shows all words"),
    ("0 to 9, ., #", "starts a new value with this character, without Enter"),
    ("F2", "edits the present value"),
    ("d, Delete", "unsets the value, so that the default or the theme's applies"),
    ("u, Ctrl-R", "undoes the last change, and redoes it"),
    ("w", "writes the set values into the configuration, after showing what and where"),
    ("r", "reads all values again; looks for a program that has ended"),
    ("?, q, Ctrl-C", "shows these keys; quits the inspector, not the program"),
    ("While a value is typed", ""),
    ("Left, Right, Home, End, F2", "keeps the old value and moves the caret in it; with Shift an arrow selects"),
    ("Ctrl-W, Ctrl-K, Ctrl-U", "deletes a word, the rest, or all; Ctrl-Y undoes that"),
    ("Up, Down, PgUp, PgDn", "changes a number by one step, or ten"),
    ("Enter, Escape", "sets the value, or leaves it as it was"),
  ]
}
