/* A small renderer, the code under test: a grid of turning discs. */
#ifndef RENDERER_H
#define RENDERER_H

#ifdef __cplusplus
extern "C" {
#endif

enum { COLUMNS = 4, ROWS = 3, VERTICES_OF_A_DISC = 26 };

/* Creates the objects in the current context. */
void renderer_open(void);

/* Clears the framebuffer and draws a frame. */
void renderer_draw(int frame);

#ifdef __cplusplus
}
#endif

#endif
