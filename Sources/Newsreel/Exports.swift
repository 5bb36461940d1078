// What the interface of the views is made of comes with the library. The engines behind the views, and the tables of their
// properties, are those of ScrollCore and Scene: import these to use them.

@_exported public import struct Scene.AutoScrollStyle
@_exported public import struct Scene.CounterProperties
@_exported public import struct Scene.CrawlStyle
@_exported public import struct Scene.StripStyle
@_exported public import enum ScrollCore.Alignment
@_exported public import struct ScrollCore.Badge
@_exported public import struct ScrollCore.Border
@_exported public import struct ScrollCore.Color
@_exported public import struct ScrollCore.DecimalNumber
@_exported public import enum ScrollCore.DigitScript
@_exported public import struct ScrollCore.Insets
@_exported public import enum ScrollCore.Key
@_exported public import struct ScrollCore.LabelPicture
@_exported public import struct ScrollCore.Modifiers
@_exported public import enum ScrollCore.NumberGrouping
@_exported public import enum ScrollCore.PadStyle
@_exported public import enum ScrollCore.Placement
@_exported public import struct ScrollCore.Point
@_exported public import struct ScrollCore.Rect
@_exported public import enum ScrollCore.RollStyle
@_exported public import enum ScrollCore.RollTrend
@_exported public import typealias ScrollCore.Seconds
@_exported public import enum ScrollCore.SignStyle
@_exported public import struct ScrollCore.Size
@_exported public import enum ScrollCore.TextMarkup
@_exported public import struct ScrollCore.TokenAppearance
@_exported public import enum ScrollCore.TokenEvent
@_exported public import struct ScrollCore.TokenFieldProperties
@_exported public import enum ScrollCore.TokenOverflow
@_exported public import struct ScrollCore.ValueError
