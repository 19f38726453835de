import { DEEP, NOISE } from './common.js';

/** Particles on circles. All of one band turn together, by an angle that is computed with full precision. */
export const DUST_VERTEX = /* glsl */ `
${DEEP}
/** Radius as a share of the outer one, phase, height as a share of the outer radius, brightness. */
attribute vec4 grain;
attribute float band;
uniform vec3 centre;
uniform float outer;
uniform float angles[16];
uniform vec3 tint;
uniform vec3 accent;
uniform float alpha;
uniform float density;
varying vec4 vTint;
void main() {
  float angle = grain.y + angles[int(band + 0.5)];
  vec3 place = centre + outer * vec3(grain.x * cos(angle), grain.z, -grain.x * sin(angle));
  gl_Position = deep(projectionMatrix * viewMatrix * vec4(place, 1.0));
  gl_PointSize = (0.9 + 1.1 * grain.w * grain.w) * density;
  vTint = vec4(mix(tint, accent, grain.w), alpha * (0.3 + 0.7 * grain.w));
}
`;

export const DUST_FRAGMENT = /* glsl */ `
varying vec4 vTint;
void main() {
  gl_FragColor = vTint;
}
`;

/** A translucent annulus: gas and dust too fine for particles. */
export const DISK_FRAGMENT = /* glsl */ `
${NOISE}
uniform vec3 tint;
uniform vec3 accent;
uniform float inner;
uniform float alpha;
uniform float seed;
varying vec3 vPlace;
void main() {
  float r = length(vPlace.xz);
  float share = (r - inner) / (1.0 - inner);
  float swirl = fbm(vec3(vPlace.xz * 4.0, seed) + vec3(r * 9.0, 0.0, 0.0), 4);
  float bands = 0.75 + 0.25 * sin(r * 46.0 + seed + swirl * 4.0);
  float a = smoothstep(0.0, 0.1, share) * pow(max(1.0 - share, 0.0), 1.6) * bands * (0.5 + swirl);
  vec3 c = mix(accent, tint, smoothstep(0.0, 0.5, share));
  gl_FragColor = vec4(c * a * alpha, 1.0);
}
`;

export const NEBULA_BAKE_FRAGMENT = /* glsl */ `
${NOISE}
uniform vec3 tint;
uniform vec3 accent;
uniform vec3 seed;
uniform vec2 detail;
varying vec2 vUv;
void main() {
  vec2 p = (vUv - 0.5) * 2.0;
  int octaves = int(detail.y);
  vec3 q = vec3(p * detail.x, 0.0) + seed;
  vec3 warp = vec3(fbm(q, octaves), fbm(q + 5.2, octaves), fbm(q + 9.1, octaves)) - 0.5;
  float gas = fbm(q + warp * 2.6, octaves);
  float wisps = 1.0 - abs(fbm(q * 1.7 - warp * 3.2, octaves) - 0.5) * 2.0;
  float shape = smoothstep(1.0, 0.15, length(p) + (gas - 0.5) * 0.9);
  float dense = smoothstep(0.28, 0.75, gas) * shape;
  vec3 c = mix(tint, accent, smoothstep(0.35, 0.75, fbm(q * 0.8 + warp, octaves)));
  c = c * (0.35 + 0.9 * dense) + vec3(1.0, 0.95, 0.92) * pow(wisps, 9.0) * 0.35 * shape;
  gl_FragColor = vec4(c * dense, dense);
}
`;

export const SPRITE_FRAGMENT = /* glsl */ `
uniform sampler2D map;
uniform float alpha;
varying vec2 vUv;
void main() {
  gl_FragColor = vec4(texture2D(map, vUv).rgb * alpha, 1.0);
}
`;

/** A soft spot, for the light of stars too many to draw. */
export const HAZE_FRAGMENT = /* glsl */ `
uniform vec3 tint;
uniform float alpha;
varying vec2 vUv;
void main() {
  float away = length(vUv - 0.5) * 2.0;
  if (away > 1.0) discard;
  gl_FragColor = vec4(tint * (exp(-away * away * 7.0) * 0.8 + exp(-away * 16.0)) * alpha * smoothstep(1.0, 0.6, away), 1.0);
}
`;

export const BACKDROP_VERTEX = /* glsl */ `
attribute vec3 tint;
attribute float size;
uniform float density;
uniform float alpha;
varying vec4 vTint;
void main() {
  vec4 clip = projectionMatrix * viewMatrix * vec4(position, 1.0);
  gl_Position = vec4(clip.xy, clip.w * 0.9999, clip.w);
  gl_PointSize = size * density;
  vTint = vec4(tint, alpha);
}
`;

export const BACKDROP_FRAGMENT = /* glsl */ `
varying vec4 vTint;
void main() {
  float away = length(gl_PointCoord - 0.5) * 2.0;
  gl_FragColor = vec4(vTint.rgb * vTint.a * exp(-away * away * 2.2), 1.0);
}
`;
