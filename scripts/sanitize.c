// Loaded into each program that scripts/sanitize runs, before all others: what a sanitizer has to know, and where its reports go.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

extern void __sanitizer_set_report_fd(void *) __attribute__((weak));
extern void __asan_init(void) __attribute__((weak));
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

// Opens a file for the process's reports: one behind the fence could not do so later. Its descriptor is out of the way of those
// that tests count on.
__attribute__((constructor)) static void open_reports(void) {
  const char *folder = getenv("SANITIZER_REPORTS");
  char path[4096];
  if (!folder || !__sanitizer_set_report_fd) return;
  snprintf(path, sizeof path, "%s/%d", folder, getpid());
  int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600), far = fcntl(file, F_DUPFD_CLOEXEC, 900);
  if (far >= 0) close(file);
  if (file >= 0) __sanitizer_set_report_fd((void *)(long)(far >= 0 ? far : file));
}

// Swift's Mutex is handed over to those that wait by the system, or by turns, in a library that has no sanitizer: _MutexHandle's
// _lockSlow(_:) and _unlockSlow(), by their names there.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex
SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlock(SELF) __asm__(UNLOCK);
SWIFT void lock(uint32_t thread, SELF) {
  static SWIFT void (*next)(uint32_t thread, SELF);
  if (!next) next = (SWIFT void (*)(uint32_t thread, SELF))dlsym(RTLD_NEXT, LOCK);
  next(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}
SWIFT void unlock(SELF) {
  static SWIFT void (*next)(SELF);
  if (!next) next = (SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(mutex);
  next(mutex);
}

// Dispatch's main queue goes on in another thread once the first has ended with this, in a library that has no sanitizer.
extern char _dispatch_main_q __attribute__((weak));
void dispatch_main(void) {
  void (*next)(void) = (void (*)(void))dlsym(RTLD_NEXT, "dispatch_main");
  if (__tsan_release) __tsan_release(&_dispatch_main_q);
  next();
}

// A broker's reader bounds its memory, as which the system counts the terabytes of addresses that both of these reserve.
int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
  static int (*next)(int, const struct rlimit *);
  if (!next) next = (int (*)(int, const struct rlimit *))dlsym(RTLD_NEXT, "setrlimit");
  return resource == RLIMIT_DATA && (__asan_init || __tsan_release) ? 0 : next(resource, limit);
}
