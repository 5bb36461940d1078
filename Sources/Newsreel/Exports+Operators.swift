// swift-format-ignore-file

// What counts a number up and down: `counter.number += 1`. The name of an operator takes a space before the dot.
@_exported public import func ScrollCore . +=
@_exported public import func ScrollCore . -
@_exported public import func ScrollCore . -=
