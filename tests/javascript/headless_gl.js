"use strict";

// Draws with headless-gl, and prints a pixel. The extension of the renderer's name is not among those of headless-gl.

const gl = require("gl")(16, 16);
gl.clearColor(1, 0.5, 0, 1);
gl.clear(gl.COLOR_BUFFER_BIT);
const pixel = new Uint8Array(4);
gl.readPixels(8, 8, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
console.log(pixel.join());
