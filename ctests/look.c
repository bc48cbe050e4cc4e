/* Prints how many of the screen's upper left pixels are mainly red, mainly green, and mainly blue.
 *
 *   look SIZE
 */
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int size = argc > 1 ? atoi(argv[1]) : 300, counts[3] = {0, 0, 0};
    Display *display = XOpenDisplay(NULL);
    if (display == NULL)
        return 1;
    XImage *image = XGetImage(display, DefaultRootWindow(display), 0, 0, size, size, AllPlanes, ZPixmap);
    if (image == NULL)
        return 1;
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            unsigned long pixel = XGetPixel(image, x, y);
            int colour[3] = {pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255};
            for (int n = 0; n < 3; n++)
                if (colour[n] > colour[(n + 1) % 3] + 40 && colour[n] > colour[(n + 2) % 3] + 40)
                    counts[n]++;
        }
    }
    printf("%d %d %d\n", counts[0], counts[1], counts[2]);
    XDestroyImage(image);
    XCloseDisplay(display);
    return 0;
}
