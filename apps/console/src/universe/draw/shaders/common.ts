/**
 * Depth by the logarithm of the distance, so that a moon at 1e3 and a nebula at 1e16 share one buffer. Per vertex: writing the
 * depth per pixel would cost the early depth test.
 */
export const DEEP = /* glsl */ `
vec4 deep(vec4 clip) {
  clip.z = (log2(max(clip.w, 0.0) * 1e6 + 1.0) * ${(2 / 73).toFixed(9)} - 1.0) * clip.w;
  return clip;
}
`;

export const NOISE = /* glsl */ `
float hash(vec3 p) {
  p = fract(p * 0.3183099 + 0.1);
  p *= 17.0;
  return fract(p.x * p.y * p.z * (p.x + p.y + p.z));
}
float noise(vec3 x) {
  vec3 i = floor(x);
  vec3 f = fract(x);
  f = f * f * (3.0 - 2.0 * f);
  return mix(
    mix(mix(hash(i), hash(i + vec3(1, 0, 0)), f.x), mix(hash(i + vec3(0, 1, 0)), hash(i + vec3(1, 1, 0)), f.x), f.y),
    mix(mix(hash(i + vec3(0, 0, 1)), hash(i + vec3(1, 0, 1)), f.x), mix(hash(i + vec3(0, 1, 1)), hash(i + vec3(1, 1, 1)), f.x), f.y),
    f.z);
}
float fbm(vec3 p, int octaves) {
  float sum = 0.0, size = 0.5;
  for (int i = 0; i < 7; i++) {
    if (i >= octaves) break;
    sum += size * noise(p);
    p = p * 2.03 + vec3(11.7, 5.3, 7.9);
    size *= 0.5;
  }
  return sum;
}
`;
