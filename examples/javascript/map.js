// A map of deck.gl's layers, with lit columns, arcs, points and outlines, of data from a formula instead of a file.
"use strict";

/** Returns a number from 0 to 1 for a place of the grid, the same each time. */
function height(x, y) {
  return (Math.imul(x * 31 + y * 17 + 7, 2654435761) >>> 8) / 2 ** 24;
}

/** Returns the corners of a column around a place, in degrees. */
function square([x, y]) {
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([right, up]) => [x + right / 300, y + up / 300]);
}

const places = [];
for (let y = -6; y <= 6; y++) for (let x = -6; x <= 6; x++) places.push({ at: [x / 100, y / 100], high: height(x + 6, y + 6) });
const busy = places.filter((place) => place.high > 0.85);
const district = [[-0.07, -0.07], [0.07, -0.07], [0.07, 0.03], [0.02, 0.07], [-0.07, 0.07]];

const layers = [
  new deck.PolygonLayer({ id: "district", data: [district], getPolygon: (d) => d, getFillColor: [32, 48, 64], getLineColor: [120, 160, 200], getLineWidth: 120 }),
  new deck.PolygonLayer({
    id: "columns", data: places, extruded: true, getPolygon: (d) => square(d.at),
    getElevation: (d) => 3000 * d.high, getFillColor: (d) => [255, 220 - 180 * d.high, 60],
  }),
  new deck.ArcLayer({
    id: "arcs", data: busy.slice(1), getWidth: 2, getSourcePosition: () => busy[0].at, getTargetPosition: (d) => d.at,
    getSourceColor: [80, 200, 255], getTargetColor: [255, 80, 200],
  }),
  new deck.ScatterplotLayer({ id: "points", data: busy, getPosition: (d) => [...d.at, 3200], getRadius: 260, getFillColor: [255, 255, 255, 160] }),
];

new deck.Deck({
  canvas: "map", width: 320, height: 240, useDevicePixels: false, controller: false, layers,
  initialViewState: { longitude: 0, latitude: 0, zoom: 10.1, pitch: 50, bearing: 20 },
  onError: (error) => console.error(error),
  onAfterRender: () => { document.title = "drawn"; },
});
