#pragma once
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>
#include <stddef.h>

// libcurl brings two dozen libraries with it, whose loading would be paid for at every start (ARCHITECTURE.md has the
// figures). So it is not linked: it is loaded by the first feed.

static inline void *newsreel_curl_library(void) {
  static void *library;
  static const char *const names[] = {"libcurl-gnutls.so.4", "libcurl.so.4", "libcurl-openssl.so.4"};
  for (size_t i = 0; !library && i < sizeof names / sizeof *names; i++)
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  return library;
}

// newsreel_NAME calls curl_NAME; only after newsreel_curl_library has answered.
#define NEWSREEL_CURL(name) ((__typeof__(&name))dlsym(newsreel_curl_library(), #name))
#define NEWSREEL_CALL(type, name, parameters, ...) \
  static inline type newsreel_##name parameters { return NEWSREEL_CURL(curl_##name)(__VA_ARGS__); }
NEWSREEL_CALL(CURLcode, global_init, (long flags), flags)
NEWSREEL_CALL(void, global_cleanup, (void))
NEWSREEL_CALL(CURL *, easy_init, (void))
NEWSREEL_CALL(CURLcode, easy_perform, (CURL *handle), handle)
NEWSREEL_CALL(void, easy_cleanup, (CURL *handle), handle)
NEWSREEL_CALL(CURLcode, easy_pause, (CURL *handle, int mask), handle, mask)
NEWSREEL_CALL(const char *, easy_strerror, (CURLcode code), code)
NEWSREEL_CALL(CURLM *, multi_init, (void))
NEWSREEL_CALL(CURLMcode, multi_cleanup, (CURLM *multi), multi)
NEWSREEL_CALL(CURLMcode, multi_add_handle, (CURLM *multi, CURL *handle), multi, handle)
NEWSREEL_CALL(CURLMcode, multi_remove_handle, (CURLM *multi, CURL *handle), multi, handle)
NEWSREEL_CALL(CURLMsg *, multi_info_read, (CURLM *multi, int *left), multi, left)
NEWSREEL_CALL(CURLMcode, multi_socket_action, (CURLM *multi, curl_socket_t socket, int events, int *running),
              multi, socket, events, running)
NEWSREEL_CALL(struct curl_slist *, slist_append, (struct curl_slist *list, const char *text), list, text)
NEWSREEL_CALL(void, slist_free_all, (struct curl_slist *list), list)

// Swift calls no C function with variable arguments: one name for each kind of argument.
#define NEWSREEL_OPTION(type, kind, handle, option, value, function) \
  static inline type newsreel_##kind(handle *of, option what, value argument) { \
    return NEWSREEL_CURL(function)(of, what, argument); \
  }
NEWSREEL_OPTION(CURLcode, easy_set_long, CURL, CURLoption, long, curl_easy_setopt)
NEWSREEL_OPTION(CURLcode, easy_set_size, CURL, CURLoption, curl_off_t, curl_easy_setopt)
NEWSREEL_OPTION(CURLcode, easy_set_text, CURL, CURLoption, const char *, curl_easy_setopt)
NEWSREEL_OPTION(CURLcode, easy_set_pointer, CURL, CURLoption, void *, curl_easy_setopt)
NEWSREEL_OPTION(CURLcode, easy_set_list, CURL, CURLoption, struct curl_slist *, curl_easy_setopt)
NEWSREEL_OPTION(CURLcode, easy_set_writer, CURL, CURLoption, curl_write_callback, curl_easy_setopt)
NEWSREEL_OPTION(CURLcode, easy_set_prereq, CURL, CURLoption, curl_prereq_callback, curl_easy_setopt)
NEWSREEL_OPTION(CURLcode, easy_get_long, CURL, CURLINFO, long *, curl_easy_getinfo)
NEWSREEL_OPTION(CURLcode, easy_get_size, CURL, CURLINFO, curl_off_t *, curl_easy_getinfo)
NEWSREEL_OPTION(CURLcode, easy_get_text, CURL, CURLINFO, char **, curl_easy_getinfo)
NEWSREEL_OPTION(CURLcode, easy_get_pointer, CURL, CURLINFO, void **, curl_easy_getinfo)
NEWSREEL_OPTION(CURLcode, easy_get_list, CURL, CURLINFO, struct curl_slist **, curl_easy_getinfo)
NEWSREEL_OPTION(CURLMcode, multi_set_long, CURLM, CURLMoption, long, curl_multi_setopt)
NEWSREEL_OPTION(CURLMcode, multi_set_pointer, CURLM, CURLMoption, void *, curl_multi_setopt)
NEWSREEL_OPTION(CURLMcode, multi_set_socket_call, CURLM, CURLMoption, curl_socket_callback, curl_multi_setopt)
NEWSREEL_OPTION(CURLMcode, multi_set_timer_call, CURLM, CURLMoption, curl_multi_timer_callback, curl_multi_setopt)
