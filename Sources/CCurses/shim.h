#pragma once
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <dlfcn.h>
#include <langinfo.h>
#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

// ncurses with wide characters. A window on the screen has no use for it, so it is not linked: it is loaded where a
// terminal is to be drawn on.

static inline void *nr_curses_library(void) {
  static void *library;
  if (!library) library = dlopen("libncursesw.so.6", RTLD_NOW | RTLD_LOCAL);
  return library;
}

// The function of that name; only after nr_curses_library has answered.
#define NR_CURSES(name) ((__typeof__(&name))dlsym(nr_curses_library(), #name))

// Of the library's variables.
static inline WINDOW *nr_stdscr(void) { return *(WINDOW **)dlsym(nr_curses_library(), "stdscr"); }
static inline int nr_colors(void) { return *(int *)dlsym(nr_curses_library(), "COLORS"); }
static inline int nr_color_pairs(void) { return *(int *)dlsym(nr_curses_library(), "COLOR_PAIRS"); }

// The locale that the environment names; whether its characters are UTF-8's.
static inline bool nr_set_locale(void) {
  const char *name = setlocale(LC_CTYPE, "");
  const char *set = nl_langinfo(CODESET);
  return name && set && set[0] == 'U' && set[1] == 'T' && set[2] == 'F';
}

static inline SCREEN *nr_newterm(void) { return NR_CURSES(newterm)(NULL, stdout, stdin); }
static inline void nr_delscreen(SCREEN *screen) { NR_CURSES(delscreen)(screen); }
static inline int nr_endwin(void) { return NR_CURSES(endwin)(); }
static inline int nr_cbreak(void) { return NR_CURSES(cbreak)(); }
static inline int nr_noecho(void) { return NR_CURSES(noecho)(); }
static inline int nr_nonl(void) { return NR_CURSES(nonl)(); }
// No key holds the output, or ends the program without a word; after a pause, too.
static inline void nr_free_keys(void) {
  struct termios settings;
  if (tcgetattr(STDIN_FILENO, &settings) != 0) return;
  settings.c_iflag &= ~(tcflag_t)IXON;
  settings.c_cc[VQUIT] = _POSIX_VDISABLE;
  tcsetattr(STDIN_FILENO, TCSANOW, &settings);
  NR_CURSES(def_prog_mode)();
}
static inline int nr_curs_set(int visibility) { return NR_CURSES(curs_set)(visibility); }
static inline int nr_set_escdelay(int milliseconds) { return NR_CURSES(set_escdelay)(milliseconds); }
static inline int nr_keypad(WINDOW *window, bool on) { return NR_CURSES(keypad)(window, on); }
static inline int nr_nodelay(WINDOW *window, bool on) { return NR_CURSES(nodelay)(window, on); }
static inline int nr_define_key(const char *sequence, int code) { return NR_CURSES(define_key)(sequence, code); }
static inline int nr_resizeterm(int rows, int columns) { return NR_CURSES(resizeterm)(rows, columns); }
static inline void nr_watch_mouse(void) {
  NR_CURSES(mousemask)(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
  NR_CURSES(mouseinterval)(0);
}
static inline int nr_getmouse(MEVENT *event) { return NR_CURSES(getmouse)(event); }

// A key: OK for a character, KEY_CODE_YES for another key, ERR for none.
static inline int nr_get_key(WINDOW *window, unsigned *code) {
  wint_t character = 0;
  int status = NR_CURSES(wget_wch)(window, &character);
  *code = (unsigned)character;
  return status;
}

static inline bool nr_start_color(void) {
  if (!NR_CURSES(has_colors)() || NR_CURSES(start_color)() == ERR) return false;
  NR_CURSES(use_default_colors)();
  return true;
}
static inline bool nr_can_change_color(void) { return NR_CURSES(can_change_color)(); }
static inline int nr_init_color(int color, int red, int green, int blue) {
  return NR_CURSES(init_extended_color)(color, red, green, blue);
}
static inline int nr_init_pair(int pair, int foreground, int background) {
  return NR_CURSES(init_extended_pair)(pair, foreground, background);
}

static inline int nr_erase(WINDOW *window) { return NR_CURSES(werase)(window); }
static inline int nr_redraw_all(WINDOW *window) { return NR_CURSES(clearok)(window, true); }
static inline int nr_move(WINDOW *window, int row, int column) { return NR_CURSES(wmove)(window, row, column); }
static inline int nr_set_style(WINDOW *window, unsigned attributes, int pair) {
  return NR_CURSES(wattr_set)(window, attributes, 0, &pair);
}
static inline int nr_add(WINDOW *window, const wchar_t *text, int count) {
  return NR_CURSES(waddnwstr)(window, text, count);
}
static inline int nr_show(WINDOW *window) {
  NR_CURSES(wnoutrefresh)(window);
  return NR_CURSES(doupdate)();
}
static inline int nr_width(unsigned scalar) { return wcwidth((wchar_t)scalar); }

// Macros, and keys that have no names of their own there.
static const unsigned nr_bold = A_BOLD, nr_dim = A_DIM, nr_reverse = A_REVERSE, nr_underline = A_UNDERLINE;
static const unsigned nr_button_press = BUTTON1_PRESSED, nr_wheel_up = BUTTON4_PRESSED, nr_wheel_down = BUTTON5_PRESSED;
