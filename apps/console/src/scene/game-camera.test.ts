import { describe, expect, it } from 'vitest';
import { orbitOfCamera } from './game-camera.js';
import { eyeOf } from './orbit.js';

describe('orbitOfCamera', () => {
  it('stands where the camera of Unity stands, and looks down', () => {
    const camera = { Name: 'Main', Fov: 60, Pos: { X: 0, Y: 10, Z: -16 }, Rot: { X: 30, Y: 0, Z: 0 } };
    const orbit = orbitOfCamera(camera, { z: -1 }, [0, 0, 0]);
    const eye = eyeOf(orbit);
    expect(eye[0]).toBeCloseTo(0);
    expect(eye[1]).toBeCloseTo(10);
    expect(eye[2]).toBeCloseTo(16);
    expect(orbit.pitch).toBeCloseTo(Math.PI / 6);
  });

  it('stands where the camera of Godot stands', () => {
    const camera = { Name: 'Camera', Fov: 70, Pos: { X: 3, Y: 2, Z: 5 }, Rot: { X: -20, Y: 40, Z: 0 } };
    const eye = eyeOf(orbitOfCamera(camera, { z: 1 }, [0, 0, 0]));
    expect(eye[0]).toBeCloseTo(3);
    expect(eye[1]).toBeCloseTo(2);
    expect(eye[2]).toBeCloseTo(5);
  });
});
