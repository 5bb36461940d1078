#pragma once
#include <dlfcn.h>
#include <seccomp.h>

// Only the processes that read feeds and brokers have a fence, and they need the library while it goes up: so it is not
// linked, as libcurl is not.

static inline void *newsreel_seccomp_library(void) {
  static void *library;
  if (!library) library = dlopen("libseccomp.so.2", RTLD_NOW | RTLD_LOCAL);
  return library;
}

// newsreel_seccomp_NAME calls seccomp_NAME; only after newsreel_seccomp_library has answered.
#define NEWSREEL_SECCOMP(type, name, parameters, ...) \
  static inline type newsreel_seccomp_##name parameters { \
    return ((__typeof__(&seccomp_##name))dlsym(newsreel_seccomp_library(), "seccomp_" #name))(__VA_ARGS__); \
  }
NEWSREEL_SECCOMP(scmp_filter_ctx, init, (uint32_t otherwise), otherwise)
NEWSREEL_SECCOMP(void, release, (scmp_filter_ctx filter), filter)
NEWSREEL_SECCOMP(int, load, (scmp_filter_ctx filter), filter)
NEWSREEL_SECCOMP(int, attr_set, (scmp_filter_ctx filter, enum scmp_filter_attr name, uint32_t value), filter, name, value)
NEWSREEL_SECCOMP(int, syscall_resolve_name, (const char *name), name)
NEWSREEL_SECCOMP(int, rule_add_array,
                 (scmp_filter_ctx filter, uint32_t action, int call, unsigned count, const struct scmp_arg_cmp *arguments),
                 filter, action, call, count, arguments)
