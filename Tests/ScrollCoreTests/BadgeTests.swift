import ScrollCore
import Testing

@Suite("Layout of badges") struct BadgeLayoutTests {
  private let container = Size(width: 320, height: 480)
  private let image = Size(width: 69, height: 53)

  private func layout(label width: Double, dy: Double = -75) -> BadgeLayout {
    BadgeLayout(image: image, labelSize: Size(width: width, height: 20), in: container, dy: dy)
  }

  @Test("The cases of the specification hold") func casesOfTheSpecification() {
    let badge = layout(label: 89)
    #expect(badge.group == Rect(x: 76, y: 138.5, width: 168, height: 53))
    #expect(badge.image == Rect(x: 76, y: 138.5, width: 69, height: 53))
    #expect(badge.label == Rect(x: 150, y: 138.5, width: 89, height: 53))
    #expect(layout(label: 0).group.minX == 120.5)
    #expect(layout(label: 241).group.minX == 0)
    #expect(layout(label: 241).label.width == 241)
  }

  @Test("Long labels are cut") func longLabelsAreCut() {
    let badge = layout(label: 1000)
    #expect(badge.group.minX == 0 && badge.group.width == 320 && badge.label.width == 241)
  }

  @Test("It stays centred, whatever comes") func staysCentredWhateverComes() {
    for step in 0..<100 {
      let badge = layout(label: Double(step * 37 % 241) + Double(step) / 7 / 100)
      #expect(abs(badge.group.midX - 160) < 1e-9)
      #expect(badge.image.midY == badge.group.midY && badge.label.midY == badge.group.midY)
      #expect(badge.label.minX == badge.image.maxX + 5 && abs(badge.group.maxX - badge.label.maxX - 5) < 1e-9)
    }
  }

  @Test("Without an image the label stands alone") func withoutImageTheLabelStandsAlone() {
    let badge = BadgeLayout(image: nil, labelSize: Size(width: 100, height: 20), in: container)
    #expect(badge.group == Rect(x: 110, y: 230, width: 100, height: 20))
    #expect(badge.label == badge.group && badge.image.isEmpty)
  }

  @Test("It never stands left of the container") func neverLeftOfTheContainer() {
    for width in [0.0, 10, 60, 79, 80, 320] {
      let badge = BadgeLayout(
        image: image, labelSize: Size(width: 500, height: 70), in: Size(width: width, height: 30), dx: -40)
      #expect(badge.group.minX >= 0 && badge.label.width >= 0)
    }
  }

  @Test("What is fitted shrinks in proportion") func fittedShrinksInProportion() {
    #expect(Size(width: 200, height: 100).fitted(in: Size(width: 50, height: 50)) == Size(width: 50, height: 25))
    #expect(Size(width: 20, height: 10).fitted(in: Size(width: 50, height: 50)) == Size(width: 20, height: 10))
    #expect(Size(width: 0, height: 10).fitted(in: Size(width: 50, height: 50)) == .zero)
  }

  @Test("The properties are in the table") func propertiesInTheTable() throws {
    var badge = Badge()
    try #require(Badge.property(named: "offset-y")).set(text: "-75", of: &badge)
    #expect(badge.offsetY == -75 && badge.spacing == 5)
    for property in Badge.properties { try property.set(property.value(of: badge), of: &badge) }
  }
}
