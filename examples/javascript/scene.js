// A scene with lights, a shadow, a texture and antialiasing. It depends on neither time nor chance, so that each run draws the same.
import * as THREE from "three";

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(320, 240);
renderer.shadowMap.enabled = true;
document.body.append(renderer.domElement);

const scene = new THREE.Scene();
scene.background = new THREE.Color(0x203040);
const camera = new THREE.PerspectiveCamera(45, 320 / 240, 0.1, 50);
camera.position.set(3, 3, 5);
camera.lookAt(0, 0.4, 0);

const sun = new THREE.DirectionalLight(0xffffff, 3);
sun.position.set(2, 5, 3);
sun.castShadow = true;
scene.add(sun, new THREE.HemisphereLight(0x8899ff, 0x443322, 1));

const squares = new Uint8Array(8 * 8 * 4);
for (let i = 0; i < 64; i++) squares.set((i + (i >> 3)) % 2 ? [230, 220, 200, 255] : [90, 110, 130, 255], 4 * i);
const texture = new THREE.DataTexture(squares, 8, 8);
texture.colorSpace = THREE.SRGBColorSpace;
texture.generateMipmaps = true;
texture.minFilter = THREE.LinearMipmapLinearFilter;
texture.needsUpdate = true;

const floor = new THREE.Mesh(new THREE.PlaneGeometry(6, 6), new THREE.MeshStandardMaterial({ map: texture }));
floor.rotation.x = -Math.PI / 2;
floor.receiveShadow = true;
const knot = new THREE.Mesh(new THREE.TorusKnotGeometry(0.6, 0.2, 128, 16), new THREE.MeshStandardMaterial({ color: 0xff6600, roughness: 0.3 }));
knot.position.y = 1.1;
knot.castShadow = true;
knot.receiveShadow = true;
scene.add(floor, knot);

renderer.render(scene, camera);
document.title = "drawn";
