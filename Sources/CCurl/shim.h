#pragma once
#include <curl/curl.h>

// Swift calls no C function with variable arguments: one name for each kind of argument.

static inline CURLcode newsreel_easy_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode newsreel_easy_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode newsreel_easy_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode newsreel_easy_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode newsreel_easy_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode newsreel_easy_set_writer(CURL *handle, CURLoption option, curl_write_callback value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode newsreel_easy_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode newsreel_easy_get_size(CURL *handle, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode newsreel_easy_get_text(CURL *handle, CURLINFO info, char **value) {
  return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode newsreel_easy_get_pointer(CURL *handle, CURLINFO info, void **value) {
  return curl_easy_getinfo(handle, info, value);
}
static inline CURLMcode newsreel_multi_set_long(CURLM *handle, CURLMoption option, long value) {
  return curl_multi_setopt(handle, option, value);
}
static inline CURLMcode newsreel_multi_set_pointer(CURLM *handle, CURLMoption option, void *value) {
  return curl_multi_setopt(handle, option, value);
}
static inline CURLMcode newsreel_multi_set_socket_call(CURLM *handle, curl_socket_callback value) {
  return curl_multi_setopt(handle, CURLMOPT_SOCKETFUNCTION, value);
}
static inline CURLMcode newsreel_multi_set_timer_call(CURLM *handle, curl_multi_timer_callback value) {
  return curl_multi_setopt(handle, CURLMOPT_TIMERFUNCTION, value);
}
