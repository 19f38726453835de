import { describe, expect, it } from 'vitest';
import { ref, summaryOf } from './testing/written-asset.js';

const SKELETON = '/Game/C/SK_Hero.SK_Hero';

describe('the summary of an animation', () => {
  it('has length, frames, skeleton, notifies in order, markers and curves', async () => {
    const summary = await summaryOf(
      [
        {
          class: 'AnimSequence',
          values: {
            SequenceLength: 2,
            SamplingFrameRate: { Numerator: 30 },
            Skeleton: SKELETON,
            bEnableRootMotion: true,
            AdditiveAnimType: 'AAT_LocalSpaceBase',
            AuthoredSyncMarkers: [{ MarkerName: 'Left', Time: 0.25 }],
            Notifies: [
              { NotifyName: 'Late', LinkValue: 1.5 },
              { NotifyName: 'Step', LinkValue: 0.5, Duration: 0.25, NotifyStateClass: ref(1) },
            ],
          },
        },
        { class: 'BP_Step_C', values: { Volume: 0.75 } },
      ],
      { tags: { 'Number of Frames': '60', CurveNameList: ';Speed;Lean;' } },
    );
    expect(summary).toEqual([
      '2 s, 60 frames, 30 fps, root motion, additive (LocalSpaceBase)',
      'skeleton /Game/C/SK_Hero',
      'notify at 0.5 s for 0.25 s: BP_Step (Volume 0.75)',
      'notify at 1.5 s: Late',
      'sync markers: Left 0.25 s',
      '2 curves: Speed, Lean',
    ]);
  });

  it('has slots with segments and sections of a montage', async () => {
    const summary = await summaryOf([
      {
        class: 'AnimMontage',
        values: {
          SequenceLength: 3,
          BlendIn: { BlendTime: 0.25 },
          SlotAnimTracks: [
            {
              SlotName: 'Upper',
              AnimTrack: {
                AnimSegments: [{ AnimReference: '/Game/A/Hit.Hit', StartPos: 0, LoopingCount: 2 }],
              },
            },
          ],
          CompositeSections: [
            { SectionName: 'Start', NextSectionName: 'Loop', LinkValue: 0 },
            { SectionName: 'Loop', NextSectionName: 'None', LinkValue: 1.5 },
          ],
        },
      },
    ]);
    expect(summary).toEqual([
      '3 s, blend in 0.25 s',
      'slot Upper',
      '  0 s: /Game/A/Hit, 2 times',
      'section Start at 0 s, then Loop',
      'section Loop at 1.5 s',
    ]);
  });

  it('has axes and samples of a blend space', async () => {
    const sample = (X: number, Y: number, name: string) => ({
      Animation: `/Game/A/${name}.${name}`,
      SampleValue: { X, Y, Z: 0 },
    });
    const axes = {
      BlendParameters: { DisplayName: 'Speed', Min: 0, Max: 600 },
      'BlendParameters[1]': { DisplayName: 'Direction', Min: -180, Max: 180 },
    };
    const values = { ...axes, SampleData: [sample(0, 0, 'Idle'), sample(600, 90, 'Run')] };
    expect(await summaryOf([{ class: 'BlendSpace', values }])).toEqual([
      'axis Speed: 0 to 600',
      'axis Direction: -180 to 180',
      '(0, 0): /Game/A/Idle',
      '(600, 90): /Game/A/Run',
    ]);
    expect(await summaryOf([{ class: 'BlendSpace1D', values }])).toEqual([
      'axis Speed: 0 to 600',
      '0: /Game/A/Idle',
      '600: /Game/A/Run',
    ]);
  });

  it('has the names of poses', async () => {
    const values = { PoseContainer: { PoseNames: ['Smile', 'Blink'] }, Skeleton: SKELETON };
    expect(await summaryOf([{ class: 'PoseAsset', values }])).toEqual([
      '2 poses: Smile, Blink',
      'skeleton /Game/C/SK_Hero',
    ]);
  });
});
