// A test framework of one test: WebGL draws on the pipeline.

window.__karma__.start = () => {
  const gl = document.createElement("canvas").getContext("webgl2");
  const renderer = gl ? gl.getParameter(gl.getExtension("WEBGL_debug_renderer_info").UNMASKED_RENDERER_WEBGL) : "no context";
  const success = renderer === "ANGLE (glmeter, glmeter software pipeline, OpenGL ES 3.2)";
  window.__karma__.info({ total: 1 });
  window.__karma__.result({ id: "1", description: "the renderer", suite: [], success, skipped: false, time: 0, log: [renderer] });
  window.__karma__.complete();
};
