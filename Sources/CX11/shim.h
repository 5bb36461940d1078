#pragma once
#include <X11/Xlib.h>
#include <X11/Xlib-xcb.h>
#include <X11/Xutil.h>
#include <X11/Xatom.h>
#include <X11/Xresource.h>
#include <X11/XKBlib.h>
#include <X11/cursorfont.h>
#include <X11/keysym.h>
#include <X11/extensions/Xfixes.h>
#include <X11/extensions/Xpresent.h>
#include <X11/extensions/Xrandr.h>
#include <X11/extensions/Xrender.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/scrnsaver.h>
#include <X11/extensions/dpms.h>
#include <X11/extensions/shape.h>
#include <X11/extensions/sync.h>
#include <X11/Xft/Xft.h>

/* What Xlib has for extensions (Xlib, appendix C); its header would lay the connection open. */
extern void _XSend(Display *display, const char *data, long size);

/* Macros that Swift cannot see, and fields of unions; nothing here decides anything. */
static inline int nr_event_type(const XEvent *event) { return event->type; }
static inline int nr_queue_length(Display *display) { return QLength(display); }
static inline XGenericEventCookie *nr_cookie(XEvent *event) { return &event->xcookie; }
static inline void nr_destroy_image(XImage *image) { XDestroyImage(image); }
static inline Atom nr_selection(const XEvent *event) { return ((const XFixesSelectionNotifyEvent *)event)->selection; }
static inline int nr_saver_state(const XEvent *event) { return ((const XScreenSaverNotifyEvent *)event)->state; }

/* Xlib's input methods take lists of arguments of any length. */
static inline XIMStyles *nr_im_styles(XIM im) {
  XIMStyles *styles = NULL;
  return XGetIMValues(im, XNQueryInputStyle, &styles, NULL) == NULL ? styles : NULL;
}
static inline void nr_im_on_destroy(XIM im, XIMCallback *callback) { XSetIMValues(im, XNDestroyCallback, callback, NULL); }
static inline XIC nr_create_ic(XIM im, XIMStyle style, Window window) {
  return XCreateIC(im, XNInputStyle, style, XNClientWindow, window, XNFocusWindow, window, NULL);
}
static inline XIC nr_create_ic_with_preedit(
  XIM im, XIMStyle style, Window window, XICCallback *begin, XICCallback *draw, XICCallback *caret) {
  XVaNestedList list = XVaCreateNestedList(
    0, XNPreeditStartCallback, begin, XNPreeditDoneCallback, begin, XNPreeditDrawCallback, draw, XNPreeditCaretCallback,
    caret, NULL);
  XIC ic = XCreateIC(
    im, XNInputStyle, style, XNClientWindow, window, XNFocusWindow, window, XNPreeditAttributes, list, NULL);
  XFree(list);
  return ic;
}
static inline void nr_set_spot(XIC ic, XPoint *spot) {
  XVaNestedList list = XVaCreateNestedList(0, XNSpotLocation, spot, NULL);
  XSetICValues(ic, XNPreeditAttributes, list, NULL);
  XFree(list);
}
static inline unsigned long nr_ic_events(XIC ic) {
  unsigned long mask = 0;
  return XGetICValues(ic, XNFilterEvents, &mask, NULL) == NULL ? mask : 0;
}

#include <sys/timerfd.h>
static inline unsigned long nr_get_pixel(XImage *image, int x, int y) { return XGetPixel(image, x, y); }
