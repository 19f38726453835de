import { DEEP, NOISE } from './common.js';

export const SPHERE_VERTEX = /* glsl */ `
${DEEP}
varying vec3 vNormal;
varying vec3 vView;
void main() {
  vNormal = normal;
  vec4 place = modelMatrix * vec4(position, 1.0);
  vView = -place.xyz;
  gl_Position = deep(projectionMatrix * viewMatrix * place);
}
`;

/** Colour in rgb, height in alpha, of the direction that a pixel of the map stands for. */
export const BAKE_FRAGMENT = /* glsl */ `
${NOISE}
uniform int surface;
uniform vec3 tint;
uniform float contrast;
uniform vec3 seed;
varying vec2 vUv;

float craters(vec3 p, float size) {
  vec3 q = p * size;
  vec3 cell = floor(q);
  float deep_ = 0.0;
  for (int i = -1; i <= 1; i++) for (int j = -1; j <= 1; j++) for (int k = -1; k <= 1; k++) {
    vec3 at = cell + vec3(i, j, k);
    float pick = hash(at + seed);
    if (pick < 0.55) continue;
    vec3 centre = at + 0.5 + 0.5 * (vec3(hash(at + 3.1), hash(at + 7.7), hash(at + 13.3)) - 0.5);
    float radius = 0.18 + 0.3 * (pick - 0.55);
    float away = length(q - centre) / radius;
    deep_ += (smoothstep(0.75, 1.0, away) * smoothstep(1.35, 1.0, away) * 0.7 - smoothstep(0.95, 0.35, away)) * (0.5 + pick * 0.5);
  }
  return deep_;
}

vec4 rock(vec3 d) {
  float large = fbm(d * 1.7 + seed, 4);
  float small = fbm(d * 7.0 + seed, 5);
  float pits = craters(d, 3.2) * 0.5 + craters(d, 8.0) * 0.3 + craters(d, 19.0) * 0.18;
  float plain = smoothstep(0.42, 0.58, large);
  float height = 0.5 + (small - 0.5) * 0.55 + pits * 0.28 * mix(1.0, 0.45, plain);
  vec3 c = tint * mix(1.12, 0.62, plain * contrast * 0.8) * (0.72 + 0.56 * small);
  c *= 1.0 + pits * 0.22 * contrast;
  c = mix(c, c * vec3(1.12, 0.98, 0.86), fbm(d * 3.0 - seed, 3) * 0.6);
  return vec4(c, clamp(height, 0.0, 1.0));
}

vec4 ocean(vec3 d) {
  vec3 warp = vec3(fbm(d * 2.1 + seed, 3), fbm(d * 2.1 + seed.zxy, 3), fbm(d * 2.1 - seed, 3)) - 0.5;
  float land = fbm(d * 1.45 + warp * 1.1 + seed, 6);
  float shore = 0.505;
  float above = smoothstep(shore, shore + 0.006, land);
  float height = max(0.0, land - shore) * 3.4;
  float cold = smoothstep(0.72, 0.93, abs(d.y) + (fbm(d * 5.0, 3) - 0.5) * 0.22);
  float dry = smoothstep(0.42, 0.6, fbm(d * 3.1 + seed.yzx, 4) + 0.18 - abs(abs(d.y) - 0.38) * 0.9);
  vec3 deep_ = tint * vec3(0.16, 0.3, 0.5);
  vec3 shallow = tint * vec3(0.42, 0.78, 0.86);
  vec3 sea = mix(deep_, shallow, smoothstep(shore - 0.11, shore, land) * 0.75);
  vec3 green = mix(vec3(0.13, 0.26, 0.09), vec3(0.30, 0.36, 0.15), fbm(d * 9.0, 3));
  vec3 sand = vec3(0.66, 0.53, 0.34);
  vec3 ground = mix(mix(green, sand, dry), vec3(0.42, 0.38, 0.34), smoothstep(0.35, 0.75, height));
  vec3 c = mix(sea, ground * (0.75 + 0.5 * fbm(d * 22.0, 3)), above);
  c = mix(c, vec3(0.93, 0.96, 0.98), cold * mix(0.8, 1.0, above));
  vec3 swirl = d + 0.35 * vec3(fbm(d * 3.0 - seed, 4) - 0.5, 0.0, fbm(d * 3.0 + 4.0, 4) - 0.5);
  float cloud = smoothstep(0.5, 0.74, fbm(swirl * vec3(3.1, 5.2, 3.1) + seed.zyx, 6) + 0.05 * cos(d.y * 14.0));
  c = mix(c, vec3(0.97), cloud * 0.88);
  return vec4(c, clamp(0.04 + above * (0.1 + height) + cloud * 0.12, 0.0, 1.0) * max(above, max(cold, cloud)));
}

vec4 gas(vec3 d) {
  float turbulence = fbm(vec3(d.x * 2.0, d.y * 9.0, d.z * 2.0) + seed, 5) - 0.5;
  float fine = fbm(vec3(d.x * 5.0, d.y * 34.0, d.z * 5.0) - seed, 4) - 0.5;
  float y = d.y + turbulence * 0.055 * contrast + fine * 0.012;
  float bands = 0.5 + 0.5 * sin(y * 21.0 + seed.x + 2.0 * sin(y * 7.0 + seed.y));
  bands = mix(bands, fbm(vec3(0.0, y * 16.0, 0.0) + seed, 4), 0.55);
  vec3 light = mix(tint, vec3(1.0, 0.97, 0.9), 0.42);
  vec3 dark = tint * mix(vec3(0.9), vec3(0.84, 0.68, 0.54), contrast);
  vec3 c = mix(dark, light, smoothstep(0.25, 0.75, mix(0.5, bands, 0.35 + 0.65 * contrast)));
  c *= 1.0 + fine * 0.28 * contrast;
  vec3 eye = normalize(vec3(sin(seed.x * 3.0), -0.36, cos(seed.x * 3.0)));
  vec3 off = d - eye;
  float spot = length(vec2(length(off.xz) * 0.55, off.y * 1.5));
  c = mix(c, tint * vec3(0.95, 0.5, 0.36), smoothstep(0.13, 0.07, spot + turbulence * 0.05) * contrast * 0.85);
  c *= mix(1.0, 0.78, smoothstep(0.6, 1.0, abs(d.y)) * contrast);
  return vec4(c, 0.5);
}

vec4 ice(vec3 d) {
  float base = fbm(d * 2.2 + seed, 5);
  float crack = 0.0;
  for (int i = 0; i < 3; i++) {
    float line = abs(noise(d * (3.0 + 3.5 * float(i)) + seed * float(i + 1)) - 0.5) * 2.0;
    crack += smoothstep(0.085, 0.0, line) * (0.55 - 0.13 * float(i));
  }
  float pits = craters(d, 6.0) * 0.2 + craters(d, 15.0) * 0.12;
  vec3 c = tint * (0.82 + 0.34 * base) * (1.0 + pits * 0.3);
  c = mix(c, tint * vec3(0.66, 0.5, 0.4), clamp(crack, 0.0, 1.0) * 0.5 * contrast);
  c = mix(c, tint * 0.72, smoothstep(0.5, 0.66, fbm(d * 1.3 - seed, 4)) * 0.45);
  return vec4(min(c, 1.0), clamp(0.5 + (base - 0.5) * 0.3 + pits * 0.4 - crack * 0.12, 0.0, 1.0));
}

vec4 clouds(vec3 d) {
  vec3 warp = vec3(fbm(d * 1.6 + seed, 4), 0.3 * fbm(d * 1.6 - seed, 4), fbm(d * 1.6 + seed.zxy, 4));
  float veil = fbm(vec3(d.x * 1.3, d.y * 3.4, d.z * 1.3) + warp * 1.5 + seed, 6);
  vec3 c = mix(tint * vec3(0.78, 0.68, 0.56), mix(tint, vec3(1.0), 0.35), smoothstep(0.3, 0.7, veil));
  return vec4(c, 0.5);
}

vec4 star(vec3 d) {
  float cells = fbm(d * 26.0 + seed, 4);
  float flow = fbm(d * 5.0 - seed, 5);
  float spots = smoothstep(0.69, 0.76, fbm(d * 3.3 + seed.zxy, 4) * (1.0 - 0.5 * abs(d.y)) + 0.12);
  vec3 hot = mix(tint, vec3(1.0), 0.62);
  vec3 c = mix(tint * vec3(1.0, 0.82, 0.66), hot, smoothstep(0.3, 0.68, cells * 0.6 + flow * 0.45));
  return vec4(c * (1.0 - 0.5 * spots), 0.5);
}

void main() {
  float lon = (vUv.x - 0.5) * 6.2831853;
  float lat = (vUv.y - 0.5) * 3.14159265;
  vec3 d = vec3(cos(lat) * cos(lon), sin(lat), cos(lat) * sin(lon));
  gl_FragColor =
    surface == 0 ? rock(d) : surface == 1 ? ocean(d) : surface == 2 ? gas(d) :
    surface == 3 ? ice(d) : surface == 4 ? clouds(d) : star(d);
}
`;

export const QUAD_VERTEX = /* glsl */ `
varying vec2 vUv;
void main() {
  vUv = uv;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

export const PLANET_FRAGMENT = /* glsl */ `
uniform sampler2D map;
uniform sampler2D ringMap;
uniform vec3 sun;
uniform vec3 light;
uniform vec3 tint;
uniform float air;
uniform float sea;
uniform float relief;
uniform vec3 ring;
varying vec3 vNormal;
varying vec3 vView;

vec2 place(vec3 n) {
  return vec2(atan(n.z, n.x) / 6.2831853 + 0.5, asin(clamp(n.y, -1.0, 1.0)) / 3.14159265 + 0.5);
}

void main() {
  vec3 n = normalize(vNormal);
  vec3 view = normalize(vView);
  vec2 at = place(n);
  vec4 ground = texture2D(map, at);
  vec3 bent = n;
  if (relief > 0.0) {
    vec3 east = normalize(vec3(-n.z, 0.0, n.x) + vec3(1e-5, 0.0, 0.0));
    vec3 north = cross(east, n);
    vec2 pixel = vec2(1.0 / 1024.0, 1.0 / 512.0);
    float dx = texture2D(map, at + vec2(pixel.x, 0.0)).a - ground.a;
    float dy = texture2D(map, at + vec2(0.0, pixel.y)).a - ground.a;
    bent = normalize(n - relief * (east * dx * max(0.2, 1.0 - abs(n.y)) - north * dy));
  }
  float day = dot(bent, sun);
  float slant = dot(n, sun);
  float lit = smoothstep(-0.02, 0.45, slant) * max(day, 0.0) + 0.12 * smoothstep(0.0, 0.5, slant) * max(day, 0.0);
  // Air scatters light a little beyond the terminator.
  lit = mix(lit, pow(smoothstep(-0.22, 1.0, slant), 1.4), min(0.75, air));
  if (ring.z > 0.0 && sun.y * n.y < 0.0) {
    vec3 hit = n - sun * (n.y / sun.y);
    float r = length(hit.xz);
    if (r > ring.x && r < ring.y) lit *= 1.0 - 0.85 * ring.z * texture2D(ringMap, vec2((r - ring.x) / (ring.y - ring.x), 0.5)).a;
  }
  vec3 albedo = pow(ground.rgb, vec3(2.2));
  vec3 c = albedo * light * (lit * 1.25 + 0.012);
  if (sea > 0.0) {
    vec3 mid = normalize(sun + view);
    c += light * pow(max(dot(n, mid), 0.0), 60.0) * 0.55 * smoothstep(0.05, 0.0, ground.a) * max(dot(n, sun), 0.0);
  }
  float rim = pow(1.0 - max(dot(n, view), 0.0), 2.6);
  vec3 sky = pow(mix(tint, vec3(0.55, 0.75, 1.0), sea * 0.7), vec3(2.2));
  c += sky * light * rim * air * smoothstep(-0.25, 0.5, dot(n, sun)) * 0.9;
  gl_FragColor = vec4(pow(c / (1.0 + 0.18 * c), vec3(1.0 / 2.2)), 1.0);
}
`;

export const STAR_FRAGMENT = /* glsl */ `
uniform sampler2D map;
uniform vec3 tint;
varying vec3 vNormal;
varying vec3 vView;
void main() {
  vec3 n = normalize(vNormal);
  vec3 c = texture2D(map, vec2(atan(n.z, n.x) / 6.2831853 + 0.5, asin(clamp(n.y, -1.0, 1.0)) / 3.14159265 + 0.5)).rgb;
  float face = max(dot(n, normalize(vView)), 0.0);
  c = mix(c * tint * 0.75, mix(c, vec3(1.0), 0.25), pow(face, 0.65));
  gl_FragColor = vec4(c * 1.08, 1.0);
}
`;

export const FLAT_VERTEX = /* glsl */ `
${DEEP}
varying vec3 vPlace;
varying vec2 vUv;
void main() {
  vPlace = position;
  vUv = uv;
  gl_Position = deep(projectionMatrix * viewMatrix * modelMatrix * vec4(position, 1.0));
}
`;

export const RING_FRAGMENT = /* glsl */ `
uniform sampler2D ringMap;
uniform vec3 sun;
uniform vec3 light;
uniform vec3 ring;
/** Whether the camera is on the side that the sun shines on. */
uniform float front;
varying vec3 vPlace;
void main() {
  float r = length(vPlace.xz);
  vec4 grain = texture2D(ringMap, vec2((r - ring.x) / (ring.y - ring.x), 0.5));
  float along = dot(vPlace, sun);
  float off = length(vPlace - sun * along);
  float shade = along < 0.0 ? smoothstep(0.97, 1.01, off) : 1.0;
  float bright = mix(0.42, 1.0, front) * (0.06 + 0.94 * shade);
  vec3 c = pow(grain.rgb, vec3(2.2)) * light * bright * 1.05;
  gl_FragColor = vec4(pow(c, vec3(1.0 / 2.2)), grain.a * ring.z);
}
`;

export const GLOW_FRAGMENT = /* glsl */ `
uniform vec3 tint;
/** The radius of the body in the quad, strength, and 1 for the ring of light around a black hole. */
uniform vec3 shape;
varying vec2 vUv;
void main() {
  vec2 p = (vUv - 0.5) * 2.0;
  float away = length(p);
  if (away > 1.0) discard;
  float out_ = max(away - shape.x, 0.0) / max(1.0 - shape.x, 1e-4);
  // Close up the disk itself is seen, and the light around it is only a corona.
  float close = smoothstep(0.04, 0.28, shape.x);
  float halo = pow(1.0 - out_, 2.6) * (0.16 + 0.055 / (out_ + mix(0.03, 0.11, close))) + exp(-out_ * 26.0) * mix(0.9, 0.12, close);
  float angle = atan(p.y, p.x);
  float rays = 0.9 + 0.1 * sin(angle * 6.0 + 1.0) * sin(angle * 9.0 + 2.0);
  float edge = smoothstep(1.0, 0.7, away);
  if (shape.z > 0.5) {
    float thin = exp(-pow((away - shape.x * 1.28) / (shape.x * 0.13), 2.0));
    float disk = exp(-pow(p.y / 0.035, 2.0)) * smoothstep(1.0, 0.2, away) * step(shape.x, away);
    gl_FragColor = vec4(mix(tint, vec3(1.0, 0.9, 0.75), 0.5) * (thin + 0.8 * disk) , 1.0) * shape.y;
    return;
  }
  gl_FragColor = vec4(mix(tint, vec3(1.0), exp(-out_ * 16.0) * mix(0.85, 0.3, close)) * halo * rays * edge * shape.y, 1.0);
}
`;

export const TAIL_FRAGMENT = /* glsl */ `
uniform vec3 tint;
uniform float strength;
varying vec2 vUv;
void main() {
  float along = vUv.x;
  float across = abs(vUv.y - 0.5) * 2.0 / (0.12 + 0.88 * along);
  float a = exp(-across * across * 3.0) * pow(1.0 - along, 1.7) * smoothstep(0.0, 0.02, along);
  gl_FragColor = vec4(tint * a * strength, 1.0);
}
`;
