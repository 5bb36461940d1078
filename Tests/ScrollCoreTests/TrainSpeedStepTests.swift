import ScrollCore
import Testing

@Suite("Steps of a train's speed") struct TrainSpeedStepTests {
  @Test(
    "The speed is a multiple, or a whole part",
    arguments: [(47.3, 60.0), (29, 30), (14, 15), (31, 30), (100, 120), (89, 60), (160, 180)])
  func theSpeedIsEven(asked: Double, shown: Double) {
    var crawl = Crawl()
    crawl.scrollTime = 0
    crawl.scrollSpeed = asked
    crawl.delayAtStart = 0
    var train = Train(crawl, viewWidth: 300)
    train.speedStep = 60
    let source = WidthSource([500])
    train.start(at: 0, from: source)
    _ = train.update(to: 1, from: source)
    #expect(train.distance(at: 2) - train.distance(at: 1) == shown)
  }
}
