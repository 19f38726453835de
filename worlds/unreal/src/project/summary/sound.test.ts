import { describe, expect, it } from 'vitest';
import { ref, summaryOf } from './testing/written-asset.js';

describe('the summary of a sound', () => {
  it('has length, channels and rate of a wave', async () => {
    const summary = await summaryOf([
      {
        class: 'SoundWave',
        values: { Duration: 1.5, NumChannels: 2, SampleRate: 48_000, bLooping: true, Volume: 0.5 },
      },
    ]);
    expect(summary).toEqual(['1.5 s, stereo, 48 kHz, looping', 'Volume 0.5']);
  });

  it('takes what the properties lack from the asset registry', async () => {
    const tags = { Duration: '2.25', NumChannels: '1', SampleRate: '44100' };
    expect(await summaryOf([{ class: 'SoundWave' }], { tags })).toEqual(['2.25 s, mono, 44.1 kHz']);
  });

  it('has the nodes of a cue as a tree, a shared node once', async () => {
    const summary = await summaryOf([
      { class: 'SoundCue', values: { FirstNode: ref(1), VolumeMultiplier: 0.75 } },
      { class: 'SoundNodeRandom', values: { ChildNodes: [ref(2), ref(3)], Weights: [1, 2] } },
      { class: 'SoundNodeWavePlayer', values: { SoundWaveAssetPtr: '/Game/S/Step.Step', bLooping: true } },
      { class: 'SoundNodeMixer', name: 'Mix', values: { ChildNodes: [ref(2), ref(3)] } },
    ]);
    expect(summary).toEqual([
      'VolumeMultiplier 0.75',
      'Random: Weights [1, 2]',
      '  WavePlayer: /Game/S/Step, bLooping true',
      '  Mixer',
      '    WavePlayer: /Game/S/Step, bLooping true, see SoundNodeWavePlayer_2',
      '    Mixer: see Mix',
    ]);
  });

  it('says that a cue has no node', async () => {
    expect(await summaryOf([{ class: 'SoundCue' }])).toEqual(['no node']);
  });

  it('has inputs with defaults, outputs and nodes of a MetaSound', async () => {
    const summary = await summaryOf([
      {
        class: 'MetaSoundSource',
        values: {
          RootMetaSoundDocument: {
            Interfaces: [{ Name: 'UE.Source' }],
            RootGraph: {
              Interface: {
                Inputs: [
                  { Name: 'Play', TypeName: 'Trigger', DefaultLiteral: { AsBoolean: [false] } },
                  { Name: 'Gain', TypeName: 'Float', DefaultLiteral: { AsFloat: [0.5] } },
                ],
                Outputs: [{ Name: 'Out', TypeName: 'Audio' }],
              },
              Graph: { Nodes: [{ Name: 'Input' }, { Name: 'Delay' }, { Name: 'Delay' }, { Name: 'Out' }] },
            },
          },
        },
      },
    ]);
    expect(summary).toEqual([
      'interfaces UE.Source',
      'input Play (Trigger)',
      'input Gain (Float) = 0.5',
      'output Out (Audio)',
      'nodes: Delay x2',
    ]);
  });
});
