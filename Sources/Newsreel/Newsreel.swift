internal import TOMLKit

private typealias Table = TOMLTable
