import TestTags
import Testing

/// What needs an X server.
@Suite("The window system", .serialized, .tags(.x11)) struct OnServer {}
