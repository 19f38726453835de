import { elements, isStructure, structure, textOf, type Values } from '../read/property-values.js';
import { counted, sentence, tagNumber, tagText } from './phrases.js';
import type { Part, Subject } from './subject.js';
import { isEmpty, listText, nameText, settingsText, valueText } from './value-text.js';

const SHAPES = [
  'SphereElems',
  'BoxElems',
  'SphylElems',
  'ConvexElems',
  'TaperedCapsuleElems',
  'LevelSetElems',
];
const MAX_BODIES = 30;

export async function staticMesh(subject: Subject): Promise<string[]> {
  const { values } = subject.main;
  const { tags } = subject;
  const lods = tagNumber(tags, 'LODs') ?? elements(values, 'SourceModels').length;
  const body = await subject.part(values.BodySetup);
  const nanite = structure(values, 'NaniteSettings').bEnabled === true;
  return [
    sentence(
      sizeOf(tags),
      counted(Math.max(lods, 1), 'LOD'),
      nanite && 'Nanite',
      tagText(tags, 'ApproxSize') && `size ${tagText(tags, 'ApproxSize')} cm`,
      tagNumber(tags, 'UVChannels') !== undefined && counted(Number(tags.UVChannels), 'UV channel'),
      boundsText(structure(values, 'ExtendedBounds')),
    ),
    ...slots(elements(values, 'StaticMaterials').filter(isStructure)),
    ...(elements(values, 'StaticMaterials').length === 0 ? materials(values, 'Materials') : []),
    ...collision(body),
    ...(await subject.parts(elements(values, 'Sockets'))).map(each => socket(each.values)),
  ];
}

export async function skeletalMesh(subject: Subject): Promise<string[]> {
  const { values } = subject.main;
  const { tags } = subject;
  const lods = tagNumber(tags, 'LODs') ?? elements(values, 'LODInfo').length;
  const reference = (name: string, what: string) => {
    const path = textOf(values, name) ?? tagText(tags, name);
    return path === undefined ? [] : [`${what} ${nameText(path)}`];
  };
  const morphs = elements(values, 'MorphTargets');
  return [
    sentence(
      sizeOf(tags),
      counted(Math.max(lods, 1), 'LOD'),
      tagNumber(tags, 'Bones') !== undefined && counted(Number(tags.Bones), 'bone'),
      morphs.length > 0 && `${morphs.length} morph targets`,
    ),
    ...reference('Skeleton', 'skeleton'),
    ...reference('PhysicsAsset', 'physics asset'),
    ...reference('PostProcessAnimBlueprint', 'post-process animation'),
    ...slots(elements(values, 'Materials').filter(isStructure)),
    ...(elements(values, 'Materials').length === 0 ? importedMaterials(subject) : []),
    ...elements(values, 'MeshClothingAssets')
      .slice(0, 1)
      .map(() => `clothing: ${elements(values, 'MeshClothingAssets').length}`),
    ...(await subject.parts(elements(values, 'Sockets'))).map(each => socket(each.values)),
  ];
}

/** Sockets, slots of montages, virtual bones and notifies; bones are in the meshes. */
export async function skeleton(subject: Subject): Promise<string[]> {
  const { values } = subject.main;
  const names = (list: string, name: string) =>
    elements(values, list)
      .filter(isStructure)
      .map(each => textOf(each, name) ?? '?');
  const bones = elements(values, 'BoneTree').length;
  const notifies = names('Notifies', 'Name');
  const compatible = elements(values, 'CompatibleSkeletons');
  return [
    counted(bones, 'bone'),
    ...elements(values, 'SlotGroups')
      .filter(isStructure)
      .map(group => {
        const slotNames = elements(group, 'SlotNames').map(String);
        return `slot group ${textOf(group, 'GroupName') ?? '?'}: ${listText(
          slotNames.map(each => () => each),
          20,
        )}`;
      }),
    ...elements(values, 'VirtualBones')
      .filter(isStructure)
      .map(bone => {
        const [from, to] = [textOf(bone, 'SourceBoneName') ?? '?', textOf(bone, 'TargetBoneName') ?? '?'];
        return `virtual bone ${textOf(bone, 'VirtualBoneName') ?? '?'} from ${from} to ${to}`;
      }),
    ...(notifies.length === 0
      ? []
      : [
          `notifies: ${listText(
            notifies.map(each => () => each),
            20,
          )}`,
        ]),
    ...(compatible.length === 0
      ? []
      : [`compatible with ${listText(compatible.map(each => () => valueText(each)))}`]),
    ...(await subject.parts(elements(values, 'Sockets'))).map(each => socket(each.values)),
  ];
}

/** The shapes of each bone, and the joints. */
export async function physicsAsset(subject: Subject): Promise<string[]> {
  const { values } = subject.main;
  const bodies = await subject.parts(elements(values, 'SkeletalBodySetups'));
  const joints = await subject.parts(elements(values, 'ConstraintSetup'));
  const preview = textOf(values, 'PreviewSkeletalMesh');
  return [
    sentence(
      counted(bodies.length, 'body').replace(/bodys$/, 'bodies'),
      counted(joints.length, 'joint'),
      preview && `preview mesh ${nameText(preview)}`,
    ),
    ...bodies.slice(0, MAX_BODIES).map(({ values: body }) => {
      const kind = textOf(body, 'PhysicsType')?.replace(/^PhysType_/, '');
      return sentence(`${textOf(body, 'BoneName') ?? '?'}: ${shapes(structure(body, 'AggGeom'))}`, kind);
    }),
    ...(bodies.length > MAX_BODIES ? [`… ${bodies.length - MAX_BODIES} more bodies`] : []),
    ...joints.map(({ values: joint }) => {
      const one = structure(joint, 'DefaultInstance');
      return `joint ${textOf(one, 'ConstraintBone1') ?? '?'} to ${textOf(one, 'ConstraintBone2') ?? '?'}`;
    }),
  ];
}

function sizeOf(tags: Readonly<Record<string, string>>): string {
  const [triangles, vertices] = [tagNumber(tags, 'Triangles'), tagNumber(tags, 'Vertices')];
  return sentence(
    triangles !== undefined && counted(triangles, 'triangle'),
    vertices !== undefined && `${vertices} vertices`,
  );
}

function boundsText(bounds: Values): string | undefined {
  const extent = structure(bounds, 'BoxExtent');
  return isEmpty(extent) ? undefined : `box extent ${valueText(extent)}`;
}

function slots(list: readonly Values[]): string[] {
  return list.map((slot, at) => {
    const name = textOf(slot, 'MaterialSlotName');
    const path = textOf(slot, 'MaterialInterface');
    return `material ${at}${name === undefined ? '' : ` ${name}`}: ${path === undefined ? 'none' : nameText(path)}`;
  });
}

/** A mesh has its slots behind its properties; the materials in them are among its imports. */
function importedMaterials({ opened }: Subject): string[] {
  const paths = opened.imports.flatMap(({ className }, at) =>
    /^Material(Instance\w*)?$/.test(className) ? (opened.pathOf(-at - 1) ?? []) : [],
  );
  return paths.map(path => `material ${nameText(path)}`);
}

function materials(values: Values, name: string): string[] {
  return elements(values, name).map((each, at) => `material ${at}: ${valueText(each)}`);
}

function collision(body: Part | undefined): string[] {
  if (body === undefined) return [];
  const { values } = body;
  const trace = textOf(values, 'CollisionTraceFlag')?.replace(/^CTF_/, '');
  const profile = textOf(structure(values, 'DefaultInstance'), 'CollisionProfileName');
  return [
    `collision ${sentence(shapes(structure(values, 'AggGeom')), trace, profile && `profile ${profile}`)}`,
  ];
}

function shapes(geometry: Values): string {
  const found = SHAPES.map(name => {
    const count = elements(geometry, name).length;
    return count === 0 ? undefined : counted(count, SHAPE_NAMES[name] ?? name);
  });
  return sentence(...found) || 'no simple shapes';
}

const SHAPE_NAMES: Readonly<Record<string, string>> = {
  SphereElems: 'sphere',
  BoxElems: 'box shape',
  SphylElems: 'capsule',
  ConvexElems: 'convex hull',
  TaperedCapsuleElems: 'tapered capsule',
  LevelSetElems: 'level set',
};

function socket(values: Values): string {
  const bone = textOf(values, 'BoneName');
  const place = settingsText(values, name => /^Relative/.test(name));
  return sentence(`socket ${textOf(values, 'SocketName') ?? '?'}`, bone && `on ${bone}`, place);
}
