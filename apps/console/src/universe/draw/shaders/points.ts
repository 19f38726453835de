import { DEEP } from './common.js';

export const POINT_VERTEX = /* glsl */ `
${DEEP}
attribute vec3 tint;
/** Radius (km), number of the kind, semi-major axis (km; 0 for a root), brightness. */
attribute vec4 look;
uniform vec3 camera;
uniform float scale;
uniform float pixels;
uniform float density;
uniform float crowd;
uniform float largest;
varying vec3 vTint;
varying float vAlpha;
varying float vGlow;
void main() {
  vec3 place = (position - camera) * scale;
  float far = max(length(place), 1e-20);
  gl_Position = deep(projectionMatrix * viewMatrix * vec4(place, 1.0));
  float apparent = look.x * scale / far * pixels;
  bool star = look.y < 0.5;
  float least = star ? mix(0.75, 2.4, look.w) : look.y < 1.5 ? 2.1 : look.y < 2.5 ? 1.5 : 1.15;
  float size = max(apparent, least * density);
  vTint = tint;
  vGlow = star ? 1.0 : 0.0;
  vAlpha = star ? mix(crowd, 1.0, look.w * look.w * look.w * look.w) : 1.0;
  // A satellite close to its parent on the picture would only be a speck on it.
  if (look.z > 0.0) vAlpha *= smoothstep(3.0, 11.0, look.z * scale / far * pixels / density);
  gl_PointSize = star ? size * 3.2 + 1.0 : size * 2.0 + 1.5;
  if (look.x < 0.0 || vAlpha < 0.02 || apparent > largest) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
`;

export const POINT_FRAGMENT = /* glsl */ `
varying vec3 vTint;
varying float vAlpha;
varying float vGlow;
void main() {
  // Polynomials: without a graphics card each exp and branch of so many pixels is felt.
  vec2 apart = gl_PointCoord - 0.5;
  float inside = max(0.0, 1.0 - 4.0 * dot(apart, apart));
  float halo = inside * inside * inside;
  float core = min(1.0, inside * 2.4);
  vec3 shade = mix(vTint, vec3(1.0), vGlow * 0.75 * max(0.0, inside * 8.0 - 7.0));
  gl_FragColor = vec4(shade, vAlpha * mix(core, halo, vGlow));
}
`;
