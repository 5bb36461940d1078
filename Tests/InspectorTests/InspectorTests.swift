import Testing
@testable import Inspector

