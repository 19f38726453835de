import { describe, expect, it } from 'vitest';
import { ref, summaryOf } from './testing/written-asset.js';

const ID = 'A'.repeat(32);
const range = (lower: number, upper: number) => ({ LowerBound: lower, UpperBound: upper });

describe('the summary of a level sequence', () => {
  it('has length, frame rate, tracks and bound objects', async () => {
    const summary = await summaryOf([
      { class: 'LevelSequence', values: { MovieScene: ref(1) } },
      {
        class: 'MovieScene',
        values: {
          PlaybackRange: range(0, 48_000),
          TickResolution: { Numerator: 24_000 },
          DisplayRate: { Numerator: 30 },
          Tracks: [ref(2)],
          Possessables: [{ Guid: ID, Name: 'Door', PossessedObjectClass: '/Script/Engine.StaticMeshActor' }],
          Spawnables: [{ Guid: 'B'.repeat(32), Name: 'Camera', ObjectTemplate: ref(6) }],
          ObjectBindings: [{ ObjectGuid: ID, Tracks: [ref(4)] }],
        },
      },
      { class: 'MovieSceneAudioTrack', inside: 1, values: { AudioSections: [], Sections: [ref(3)] } },
      {
        class: 'MovieSceneAudioSection',
        inside: 2,
        values: { SectionRange: range(0, 24_000), Sound: '/Game/S/Hum.Hum' },
      },
      {
        class: 'MovieScene3DTransformTrack',
        inside: 1,
        values: { Sections: [ref(5)], DisplayName: { text: 'Transform' } },
      },
      { class: 'MovieScene3DTransformSection', inside: 4, values: { SectionRange: range(12_000, 36_000) } },
      { class: 'CineCameraActor', inside: 1 },
    ]);
    expect(summary).toEqual([
      '2 s, 30 fps',
      'track Audio: 0 to 1 s, /Game/S/Hum',
      'possessable Door (StaticMeshActor)',
      '  track 3DTransform "Transform": 0.5 to 1.5 s',
      'spawnable Camera (CineCameraActor)',
    ]);
  });

  it('says that the scene is missing', async () => {
    expect(await summaryOf([{ class: 'LevelSequence' }])).toEqual(['no movie scene']);
  });
});
