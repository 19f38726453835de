import { DEEP } from './common.js';

/**
 * An ellipse from the body on: the point at the eccentric anomaly E + d is body + major·(cos(E+d) − cos E) + minor·(sin(E+d) − sin E).
 * The differences are products, so that the line is exact where the body is, and its points are closest there.
 */
export const ORBIT_VERTEX = /* glsl */ `
${DEEP}
attribute float step;
attribute vec3 body;
attribute vec3 major;
attribute vec3 minor;
attribute vec2 anomaly;
attribute vec4 tint;
varying vec4 vTint;
void main() {
  float turn = 3.14159265 * (0.45 * step + 0.55 * step * step * step);
  float half_ = 0.5 * turn;
  float mid = anomaly.x + half_;
  float chord = 2.0 * sin(half_);
  vec3 place = body + major * (-sin(mid) * chord) + minor * (cos(mid) * chord);
  gl_Position = deep(projectionMatrix * viewMatrix * vec4(place, 1.0));
  // Behind the body the line is bright, and fades until it meets the body again.
  float behind = fract(-turn * anomaly.y / 6.2831853 + 1.0);
  if (abs(step) < 1e-4) behind = 0.0;
  vTint = vec4(tint.rgb, tint.a * mix(1.0, 0.22, smoothstep(0.0, 0.85, behind)));
}
`;

export const ORBIT_FRAGMENT = /* glsl */ `
varying vec4 vTint;
void main() {
  gl_FragColor = vTint;
}
`;
