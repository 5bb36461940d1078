internal import Base
internal import ScrollCore

/// The manual page newsreel(1), generated from the declarations of the command line.
package enum Manual {
  /// The page as roff source, with the man macros.
  package static let page: String = {
    var page = Roff()
    page.request(#".TH NEWSREEL 1 "\#(Release.date)" "newsreel \#(Release.version)" "User Commands""#)
    head(&page)
    commands(&page)
    options(&page)
    for topic in HelpTopic.inManual { topic.page.write(to: &page) }
    return page.text
  }()

  private static func head(_ page: inout Roff) {
    page.section("NAME")
    page.paragraph(
      "newsreel - \(StripKind.text.abstract.prefix(1).lowercased() + StripKind.text.abstract.dropFirst())")
    page.section("SYNOPSIS")
    for (index, command) in Views.commands.enumerated() {
      if index > 0 { page.request(".br") }
      page.request(".B \(Roff.escaped(["newsreel", command.name].filter { !$0.isEmpty }.joined(separator: " ")))")
      let isSingle = [CounterKind.text.name, CommandText.properties.name].contains(command.name)
      let arguments = command.argument.isEmpty ? "" : " [\(command.argument)\(isSingle ? "" : " ...")]"
      page.line("[option ...]\(arguments)")
    }
    page.section("DESCRIPTION")
    page.paragraph(StripKind.text.discussion)
    page.paragraph("An argument that begins with a dash but is not an option goes after --.")
  }

  private static func commands(_ page: inout Roff) {
    page.section("SUBCOMMANDS")
    for command in Views.commands where !command.name.isEmpty {
      page.item(command.name, italic: command.argument, "\(command.abstract). \(command.discussion)")
    }
  }

  private static func options(_ page: inout Roff) {
    page.section("OPTIONS")
    page.paragraph(
      "A property that is true or false is set by --name, --no-name, --name true or --name=false. "
        + "Other values follow the name or an equals sign.")
    list("Sources", PropertyInfo.sources, &page)
    for view in PropertyInfo.views {
      let flags = PropertyInfo.all.flags.filter { $0.view == view }
      if !flags.isEmpty { list(PropertyInfo.title(of: view), flags, &page) }
    }
    list("Bar", PropertyInfo.bar, &page)
    list("Publish", PropertyInfo.publish, &page)
    list("Preview", PropertyInfo.preview, &page)
    list("Film", PropertyInfo.film, &page)
    list("Rundown", PropertyInfo.rundown, &page)
    let general = [
      PropertyInfo("help", "Shows the commonest options, or those of a command, and ends"), .helpAll,
      PropertyInfo("version", "Shows the version and ends, as -v does where it stands alone"),
      PropertyInfo(
        "generate-completion-script", takes: "bash|zsh|fish", "Prints a completion script for that shell and ends"),
      PropertyInfo("json", "With properties. \(PropertyInfo.jsonArray.meaning)"),
    ]
    list("General", general, &page)
  }

  private static func list(_ title: String, _ options: [PropertyInfo], _ page: inout Roff) {
    page.subsection(title)
    for option in options { page.item("--\(option.name)", italic: option.placeholder, option.help + ".") }
  }
}
