#pragma once
#include <zlib.h>

// inflateInit2 is a macro.
static inline int newsreel_inflate_start(z_streamp stream) {
  // The largest window, and gzip's head.
  return inflateInit2(stream, 15 + 16);
}
