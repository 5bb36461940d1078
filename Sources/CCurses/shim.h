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

// nr_NAME calls NAME, of the library; only after nr_curses_library has answered.
#define NR_CURSES(name) ((__typeof__(&name))dlsym(nr_curses_library(), #name))
#define NR_CALL(type, own, name, parameters, ...) \
  static inline type nr_##own parameters { return NR_CURSES(name)(__VA_ARGS__); }
NR_CALL(SCREEN *, newterm, newterm, (void), NULL, stdout, stdin)
NR_CALL(void, delscreen, delscreen, (SCREEN *screen), screen)
NR_CALL(int, endwin, endwin, (void))
NR_CALL(int, cbreak, cbreak, (void))
NR_CALL(int, noecho, noecho, (void))
NR_CALL(int, nonl, nonl, (void))
NR_CALL(int, curs_set, curs_set, (int visibility), visibility)
NR_CALL(int, set_escdelay, set_escdelay, (int milliseconds), milliseconds)
NR_CALL(int, keypad, keypad, (WINDOW *window, bool on), window, on)
NR_CALL(int, nodelay, nodelay, (WINDOW *window, bool on), window, on)
NR_CALL(int, define_key, define_key, (const char *sequence, int code), sequence, code)
NR_CALL(int, resizeterm, resizeterm, (int rows, int columns), rows, columns)
NR_CALL(int, getmouse, getmouse, (MEVENT *event), event)
NR_CALL(bool, can_change_color, can_change_color, (void))
NR_CALL(int, init_color, init_extended_color, (int color, int red, int green, int blue), color, red, green, blue)
NR_CALL(int, init_pair, init_extended_pair, (int pair, int foreground, int background), pair, foreground, background)
NR_CALL(int, erase, werase, (WINDOW *window), window)
NR_CALL(int, redraw_all, clearok, (WINDOW *window), window, true)
NR_CALL(int, move, wmove, (WINDOW *window, int row, int column), window, row, column)
NR_CALL(int, set_style, wattr_set, (WINDOW *window, unsigned attributes, int pair), window, attributes, 0, &pair)
NR_CALL(int, add, waddnwstr, (WINDOW *window, const wchar_t *text, int count), window, text, count)

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

// No key holds the output, or ends the program without a word; after a pause, too.
static inline void nr_free_keys(void) {
  struct termios settings;
  if (tcgetattr(STDIN_FILENO, &settings) != 0) return;
  settings.c_iflag &= ~(tcflag_t)IXON;
  settings.c_cc[VQUIT] = _POSIX_VDISABLE;
  tcsetattr(STDIN_FILENO, TCSANOW, &settings);
  NR_CURSES(def_prog_mode)();
}
static inline void nr_watch_mouse(void) {
  NR_CURSES(mousemask)(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
  NR_CURSES(mouseinterval)(0);
}

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
static inline int nr_show(WINDOW *window) {
  NR_CURSES(wnoutrefresh)(window);
  return NR_CURSES(doupdate)();
}
static inline int nr_width(unsigned scalar) { return wcwidth((wchar_t)scalar); }

// Macros, and keys that have no names of their own there.
static const unsigned nr_bold = A_BOLD, nr_dim = A_DIM, nr_reverse = A_REVERSE, nr_underline = A_UNDERLINE;
static const unsigned nr_button_press = BUTTON1_PRESSED, nr_wheel_up = BUTTON4_PRESSED, nr_wheel_down = BUTTON5_PRESSED;
