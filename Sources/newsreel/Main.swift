import ArgumentParser

@main
struct NewsreelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "newsreel")
}
