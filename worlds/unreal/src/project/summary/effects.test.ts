import { describe, expect, it } from 'vitest';
import { ref, summaryOf } from './testing/written-asset.js';

describe('the summary of an effect', () => {
  it('has user parameters, emitters, modules and renderers of a Niagara system', async () => {
    const summary = await summaryOf([
      {
        class: 'NiagaraSystem',
        values: {
          ExposedParameters: {
            SortedParameterOffsets: [
              { Name: 'User.Color', TypeDef: { ClassStructOrEnum: '/Script/CoreUObject.LinearColor' } },
            ],
          },
          EmitterHandles: [
            { Name: 'Sparks', bIsEnabled: true, VersionedInstance: { Emitter: ref(1) } },
            { Name: 'Gone', bIsEnabled: false },
          ],
        },
      },
      {
        class: 'NiagaraEmitter',
        values: {
          VersionData: [{ SimTarget: 'ENiagaraSimTarget::GPUComputeSim', RendererProperties: [ref(2)] }],
        },
      },
      {
        class: 'NiagaraSpriteRendererProperties',
        inside: 1,
        values: {
          Material: '/Game/FX/M_Spark.M_Spark',
          Alignment: 'ENiagaraSpriteAlignment::VelocityAligned',
        },
      },
      { class: 'NiagaraGraph', inside: 1 },
      {
        class: 'NiagaraNodeFunctionCall',
        inside: 3,
        values: { FunctionScript: '/Niagara/Modules/Spawn/SpawnRate.SpawnRate' },
      },
      {
        class: 'NiagaraNodeAssignment',
        inside: 3,
        values: { AssignmentTargets: [{ Name: 'Particles.Color' }] },
      },
      { class: 'NiagaraNodeFunctionCall', values: { FunctionScript: '/Niagara/Modules/Other.Other' } },
    ]);
    expect(summary).toEqual([
      'user parameter Color (LinearColor)',
      'emitter Sparks (on the GPU)',
      '  modules: SpawnRate, set Particles.Color',
      '  sprite renderer: /Game/FX/M_Spark, VelocityAligned',
      'emitter Gone (disabled)',
    ]);
  });

  it('has emitters with materials and modules of a Cascade system', async () => {
    const summary = await summaryOf([
      { class: 'ParticleSystem', values: { Emitters: [ref(1)] } },
      { class: 'ParticleSpriteEmitter', values: { EmitterName: 'Beam', LODLevels: [ref(2)] } },
      {
        class: 'ParticleLODLevel',
        values: { RequiredModule: ref(3), SpawnModule: ref(4), Modules: [ref(5)], TypeDataModule: ref(6) },
      },
      { class: 'ParticleModuleRequired', values: { Material: '/Game/FX/M_Beam.M_Beam' } },
      { class: 'ParticleModuleSpawn' },
      { class: 'ParticleModuleLifetime' },
      { class: 'ParticleModuleTypeDataBeam2' },
    ]);
    expect(summary).toEqual(['emitter Beam: beam2, /Game/FX/M_Beam', '  modules: Spawn, Lifetime']);
  });
});
