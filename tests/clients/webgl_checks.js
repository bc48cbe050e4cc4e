// Checks that the pages webgl1.html and webgl2.html share: shaders and textures as programs use them, and the pixels that they give. The title says
// which checks failed, and whether a context was lost, as when the GPU process is restarted.

// Draws a triangle that covers a canvas of 4 by 4 pixels with a program; returns its middle pixel.
function drawn(gl, vertex, fragment, uniforms) {
  const program = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) return 'does not compile: ' + gl.getShaderInfoLog(shader);
    gl.attachShader(program, shader);
  }
  gl.bindAttribLocation(program, 0, 'corner');
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return 'does not link: ' + gl.getProgramInfoLog(program);
  gl.useProgram(program);
  for (const [name, set] of Object.entries(uniforms)) {
    // A driver may find that a uniform has no effect.
    const location = gl.getUniformLocation(program, name);
    if (location) set(location);
  }
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  gl.clear(gl.COLOR_BUFFER_BIT);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  const pixel = new Uint8Array(4);
  gl.readPixels(2, 2, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  const error = gl.getError();
  return error ? 'raises 0x' + error.toString(16) : pixel.join(' ');
}

// A 2 by 2 texture of floats with the red values 0, 1, 2 and 3 and generated mip maps, whose level 1 is 1.5.
function averages(gl, internal, format, components) {
  const texels = new Float32Array(4 * components);
  for (let texel = 0; texel < 4; texel++) texels[texel * components] = texel;
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texImage2D(gl.TEXTURE_2D, 0, internal, 2, 2, 0, format, gl.FLOAT, texels);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  gl.generateMipmap(gl.TEXTURE_2D);
}

// Runs the checks: functions that return a text, with the text that is right.
function check(kind, checks) {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 4;
  let lost = 0;
  canvas.addEventListener('webglcontextlost', () => { lost++; });
  const gl = canvas.getContext(kind, { preserveDrawingBuffer: true, antialias: false });
  if (!gl) {
    document.title = kind + ': no context';
    return;
  }
  const failed = [];
  for (const [name, work, wanted] of checks(gl)) {
    let found;
    try {
      found = work();
    } catch (error) {
      found = String(error);
    }
    if (found !== wanted) failed.push(`${name} ${found}`);
  }
  // The GPU process works behind the page: a loss arrives later.
  gl.finish();
  setTimeout(() => {
    if (lost || gl.isContextLost()) failed.push('the context was lost');
    document.title = `${kind}: ${failed.length ? failed.join('; ') : 'ok'}`;
  }, 500);
}
