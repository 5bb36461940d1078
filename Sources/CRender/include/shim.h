#pragma once
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_MULTIPLE_MASTERS_H
#include FT_OUTLINE_H
#include FT_SYNTHESIS_H
/* By the link beside this file, or where CPATH says. */
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>
#include <Imlib2.h>
#include <stdlib.h>
#include <string.h>

/* Macros that Swift cannot see, and fields of unions; nothing here decides anything. */
static inline FcPattern *nr_pattern(PangoFont *font) {
  return PANGO_IS_FC_FONT(font) ? pango_fc_font_get_pattern(PANGO_FC_FONT(font)) : NULL;
}
static inline void nr_unref(void *object) { g_object_unref(object); }
static inline void *nr_ref(void *object) { return g_object_ref(object); }
static inline PangoFcFontMap *nr_fc_font_map(PangoFontMap *map) { return PANGO_FC_FONT_MAP(map); }

/* Outlines of straight lines: the types of FT_Outline's fields differ between versions of FreeType. */
static inline int nr_fill_polygons(
  FT_Library library, FT_Vector *points, int count, short *ends, int contours, int flags, FT_Raster_Params *params) {
  FT_Outline outline = {0};
  outline.n_points = count, outline.n_contours = contours;
  outline.points = points, outline.contours = (void *)ends, outline.flags = flags;
  outline.tags = malloc(count);
  if (outline.tags == NULL) return FT_Err_Out_Of_Memory;
  memset(outline.tags, FT_CURVE_TAG_ON, count);
  int error = FT_Outline_Render(library, &outline, params);
  free(outline.tags);
  return error;
}
static inline int nr_is_outline(FT_GlyphSlot slot) { return slot->format == FT_GLYPH_FORMAT_OUTLINE; }
static inline int nr_is_bitmap(FT_GlyphSlot slot) { return slot->format == FT_GLYPH_FORMAT_BITMAP; }
