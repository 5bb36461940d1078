#pragma once
#include <libxml/xmlversion.h>
// libxml2 may be built with ICU, whose headers Foundation brings in a version of its own: a program that imports both
// would not compile. All that they are needed for here are two members at the end of a structure that is never looked into.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/xmlreader.h>
