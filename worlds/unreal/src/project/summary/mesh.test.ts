import { describe, expect, it } from 'vitest';
import { ref, summaryOf } from './testing/written-asset.js';

const tags = { Triangles: '12', Vertices: '24', LODs: '2', ApproxSize: '100x50x10', Bones: '3' };

describe('the summary of a mesh', () => {
  it('has size, materials, collision and sockets of a static mesh', async () => {
    const summary = await summaryOf(
      [
        {
          class: 'StaticMesh',
          values: {
            StaticMaterials: [{ MaterialInterface: '/Game/M/M_Wood.M_Wood', MaterialSlotName: 'Wood' }],
            BodySetup: ref(1),
            Sockets: [ref(2)],
            NaniteSettings: { bEnabled: true },
          },
        },
        {
          class: 'BodySetup',
          values: {
            AggGeom: { BoxElems: [{ X: 1 }, { X: 2 }], ConvexElems: [{ X: 1 }] },
            CollisionTraceFlag: 'CTF_UseSimpleAsComplex',
          },
        },
        { class: 'StaticMeshSocket', values: { SocketName: 'Top', RelativeLocation: { X: 0, Y: 0, Z: 90 } } },
      ],
      { tags },
    );
    expect(summary).toEqual([
      '12 triangles, 24 vertices, 2 LODs, Nanite, size 100x50x10 cm',
      'material 0 Wood: /Game/M/M_Wood',
      'collision 2 box shapes, 1 convex hull, UseSimpleAsComplex',
      'socket Top, RelativeLocation (0, 0, 90)',
    ]);
  });

  it('has skeleton, physics asset and materials of a skeletal mesh', async () => {
    const values = {
      Skeleton: '/Game/C/SK.SK',
      PhysicsAsset: '/Game/C/PA.PA',
      Materials: [{ MaterialInterface: '/Game/M/M_Skin.M_Skin', MaterialSlotName: 'Skin' }],
    };
    expect(await summaryOf([{ class: 'SkeletalMesh', values }], { tags })).toEqual([
      '12 triangles, 24 vertices, 2 LODs, 3 bones',
      'skeleton /Game/C/SK',
      'physics asset /Game/C/PA',
      'material 0 Skin: /Game/M/M_Skin',
    ]);
  });

  it('has the imported materials of a skeletal mesh whose slots are not properties', async () => {
    const imported = { '/Game/M/M_Skin': 'MaterialInstanceConstant', '/Game/A/Walk': 'AnimSequence' };
    expect(await summaryOf([{ class: 'SkeletalMesh' }], { imported })).toEqual([
      '1 LOD',
      'material /Game/M/M_Skin',
    ]);
  });

  it('has bodies and joints of a physics asset', async () => {
    const summary = await summaryOf([
      { class: 'PhysicsAsset', values: { SkeletalBodySetups: [ref(1)], ConstraintSetup: [ref(2)] } },
      {
        class: 'SkeletalBodySetup',
        values: {
          BoneName: 'head',
          AggGeom: { SphereElems: [{ Radius: 10 }] },
          PhysicsType: 'PhysType_Kinematic',
        },
      },
      {
        class: 'PhysicsConstraintTemplate',
        values: { DefaultInstance: { ConstraintBone1: 'head', ConstraintBone2: 'neck' } },
      },
    ]);
    expect(summary).toEqual(['1 body, 1 joint', 'head: 1 sphere, Kinematic', 'joint head to neck']);
  });

  it('has slots, virtual bones and sockets of a skeleton', async () => {
    const summary = await summaryOf([
      {
        class: 'Skeleton',
        values: {
          BoneTree: [{ A: 1 }, { A: 2 }],
          SlotGroups: [{ GroupName: 'Body', SlotNames: ['Upper', 'Lower'] }],
          VirtualBones: [{ SourceBoneName: 'root', TargetBoneName: 'hand', VirtualBoneName: 'VB Hand' }],
          Sockets: [ref(1)],
        },
      },
      { class: 'SkeletalMeshSocket', values: { SocketName: 'Muzzle', BoneName: 'gun' } },
    ]);
    expect(summary).toEqual([
      '2 bones',
      'slot group Body: Upper, Lower',
      'virtual bone VB Hand from root to hand',
      'socket Muzzle, on gun',
    ]);
  });
});
