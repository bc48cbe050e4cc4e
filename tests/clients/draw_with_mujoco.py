"""Draws a simulated scene with MuJoCo, which uses EGL or OSMesa and the fixed function, and writes pictures as PPM files.  Arguments: the folder."""

import sys

import mujoco
from OpenGL import GL

SCENE = """<mujoco>
  <visual><quality shadowsize="1024" offsamples="%d"/><map fogstart="3" fogend="12"/></visual>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1=".4 .6 .8" rgb2="0 0 0" width="64" height="64"/>
    <texture name="floor" type="2d" builtin="checker" rgb1=".2 .3 .4" rgb2=".1 .15 .2" width="128" height="128"/>
    <texture name="cross" type="cube" builtin="flat" mark="cross" width="64" height="64" rgb1=".8 .6 .4" markrgb="1 1 1"/>
    <material name="floor" texture="floor" texrepeat="4 4" reflectance=".3"/>
    <material name="cross" texture="cross" texuniform="true"/>
  </asset>
  <worldbody>
    <light pos="0 0 4" dir="0 0 -1"/>
    <light pos="2 -2 3" dir="-1 1 -1.5" diffuse=".5 .4 .3"/>
    <geom type="plane" size="4 4 .1" material="floor"/>
    <body pos="0 0 1"><freejoint/><geom type="box" size=".2 .2 .2" material="cross"/></body>
    <body pos=".6 .1 1.2"><freejoint/><geom type="sphere" size=".25" rgba=".8 .2 .2 1"/></body>
    <body pos="-.6 .2 1.2"><freejoint/><geom type="capsule" size=".12 .25" rgba=".2 .8 .2 .5"/></body>
    <body pos="0 .7 1"><freejoint/><geom type="cylinder" size=".2 .2" rgba=".2 .3 .9 1"/></body>
  </worldbody>
</mujoco>"""

for samples in (0, 4):
    model = mujoco.MjModel.from_xml_string(SCENE % samples)
    data = mujoco.MjData(model)
    camera = mujoco.MjvCamera()
    camera.distance, camera.azimuth, camera.elevation, camera.lookat = 4, 125, -25, [0, 0, 0.4]
    with mujoco.Renderer(model, 240, 320) as renderer:
        print("renderer", GL.glGetString(GL.GL_RENDERER).decode())
        for fog in (0, 1):
            while data.time < 0.3 * (fog + 1):
                mujoco.mj_step(model, data)
            renderer.scene.flags[mujoco.mjtRndFlag.mjRND_FOG] = fog
            renderer.update_scene(data, camera)
            pixels = renderer.render()
            with open(f"{sys.argv[1]}/scene-{samples}-{fog}.ppm", "wb") as file:
                file.write(b"P6\n320 240\n255\n" + pixels.tobytes())
        assert GL.glGetError() == 0
