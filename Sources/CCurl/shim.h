#pragma once
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>
#include <stddef.h>

// libcurl brings two dozen libraries with it, whose loading would be paid for at every start. So it is not linked: it is
// loaded by the first feed.

static inline void *newsreel_curl_library(void) {
  static void *library;
  static const char *const names[] = {"libcurl-gnutls.so.4", "libcurl.so.4", "libcurl-openssl.so.4"};
  for (size_t i = 0; !library && i < sizeof names / sizeof *names; i++)
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  return library;
}

// The function of that name; only after newsreel_curl_library has answered.
#define NEWSREEL_CURL(name) ((__typeof__(&name))dlsym(newsreel_curl_library(), #name))

static inline CURLcode newsreel_global_init(long flags) { return NEWSREEL_CURL(curl_global_init)(flags); }
static inline void newsreel_global_cleanup(void) { NEWSREEL_CURL(curl_global_cleanup)(); }
static inline CURL *newsreel_easy_init(void) { return NEWSREEL_CURL(curl_easy_init)(); }
static inline void newsreel_easy_cleanup(CURL *handle) { NEWSREEL_CURL(curl_easy_cleanup)(handle); }
static inline CURLcode newsreel_easy_pause(CURL *handle, int mask) {
  return NEWSREEL_CURL(curl_easy_pause)(handle, mask);
}
static inline const char *newsreel_easy_strerror(CURLcode code) { return NEWSREEL_CURL(curl_easy_strerror)(code); }
static inline CURLM *newsreel_multi_init(void) { return NEWSREEL_CURL(curl_multi_init)(); }
static inline CURLMcode newsreel_multi_cleanup(CURLM *multi) { return NEWSREEL_CURL(curl_multi_cleanup)(multi); }
static inline CURLMcode newsreel_multi_add_handle(CURLM *multi, CURL *handle) {
  return NEWSREEL_CURL(curl_multi_add_handle)(multi, handle);
}
static inline CURLMcode newsreel_multi_remove_handle(CURLM *multi, CURL *handle) {
  return NEWSREEL_CURL(curl_multi_remove_handle)(multi, handle);
}
static inline CURLMsg *newsreel_multi_info_read(CURLM *multi, int *left) {
  return NEWSREEL_CURL(curl_multi_info_read)(multi, left);
}
static inline CURLMcode newsreel_multi_socket_action(CURLM *multi, curl_socket_t socket, int events, int *running) {
  return NEWSREEL_CURL(curl_multi_socket_action)(multi, socket, events, running);
}
static inline struct curl_slist *newsreel_slist_append(struct curl_slist *list, const char *text) {
  return NEWSREEL_CURL(curl_slist_append)(list, text);
}
static inline void newsreel_slist_free_all(struct curl_slist *list) { NEWSREEL_CURL(curl_slist_free_all)(list); }

// Swift calls no C function with variable arguments: one name for each kind of argument.

static inline CURLcode newsreel_easy_set_long(CURL *handle, CURLoption option, long value) {
  return NEWSREEL_CURL(curl_easy_setopt)(handle, option, value);
}
static inline CURLcode newsreel_easy_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return NEWSREEL_CURL(curl_easy_setopt)(handle, option, value);
}
static inline CURLcode newsreel_easy_set_text(CURL *handle, CURLoption option, const char *value) {
  return NEWSREEL_CURL(curl_easy_setopt)(handle, option, value);
}
static inline CURLcode newsreel_easy_set_pointer(CURL *handle, CURLoption option, void *value) {
  return NEWSREEL_CURL(curl_easy_setopt)(handle, option, value);
}
static inline CURLcode newsreel_easy_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return NEWSREEL_CURL(curl_easy_setopt)(handle, option, value);
}
static inline CURLcode newsreel_easy_set_writer(CURL *handle, CURLoption option, curl_write_callback value) {
  return NEWSREEL_CURL(curl_easy_setopt)(handle, option, value);
}
static inline CURLcode newsreel_easy_set_prereq(CURL *handle, curl_prereq_callback value) {
  return NEWSREEL_CURL(curl_easy_setopt)(handle, CURLOPT_PREREQFUNCTION, value);
}
static inline CURLcode newsreel_easy_get_long(CURL *handle, CURLINFO info, long *value) {
  return NEWSREEL_CURL(curl_easy_getinfo)(handle, info, value);
}
static inline CURLcode newsreel_easy_get_size(CURL *handle, CURLINFO info, curl_off_t *value) {
  return NEWSREEL_CURL(curl_easy_getinfo)(handle, info, value);
}
static inline CURLcode newsreel_easy_get_text(CURL *handle, CURLINFO info, char **value) {
  return NEWSREEL_CURL(curl_easy_getinfo)(handle, info, value);
}
static inline CURLcode newsreel_easy_get_pointer(CURL *handle, CURLINFO info, void **value) {
  return NEWSREEL_CURL(curl_easy_getinfo)(handle, info, value);
}
static inline CURLMcode newsreel_multi_set_long(CURLM *handle, CURLMoption option, long value) {
  return NEWSREEL_CURL(curl_multi_setopt)(handle, option, value);
}
static inline CURLMcode newsreel_multi_set_pointer(CURLM *handle, CURLMoption option, void *value) {
  return NEWSREEL_CURL(curl_multi_setopt)(handle, option, value);
}
static inline CURLMcode newsreel_multi_set_socket_call(CURLM *handle, curl_socket_callback value) {
  return NEWSREEL_CURL(curl_multi_setopt)(handle, CURLMOPT_SOCKETFUNCTION, value);
}
static inline CURLMcode newsreel_multi_set_timer_call(CURLM *handle, curl_multi_timer_callback value) {
  return NEWSREEL_CURL(curl_multi_setopt)(handle, CURLMOPT_TIMERFUNCTION, value);
}
