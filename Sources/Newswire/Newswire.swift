internal import CCurl
internal import CXML2

private let versions = (LIBCURL_VERSION_NUM, LIBXML_VERSION)
