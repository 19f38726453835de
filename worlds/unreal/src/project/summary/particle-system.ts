import { elements, isStructure, textOf } from '../read/property-values.js';
import { sentence } from './phrases.js';
import type { Part, Subject } from './subject.js';
import { listText, nameText, valueText } from './value-text.js';

const MAX_MODULES = 16;

/** A Cascade effect: each emitter with its material and modules in the first level of detail. */
export async function particleSystem(subject: Subject): Promise<string[]> {
  const { values } = subject.main;
  const lines: string[] = [];
  for (const emitter of await subject.parts(elements(values, 'Emitters'))) {
    const level = (await subject.parts(elements(emitter.values, 'LODLevels')))[0];
    lines.push(...(level === undefined ? [titleOf(emitter)] : await emitterLines(subject, emitter, level)));
  }
  for (const each of elements(values, 'InstanceParameters').filter(isStructure))
    lines.push(`parameter ${textOf(each, 'Name') ?? '?'}: ${valueText(each.ParamType)}`);
  return lines.length === 0 ? ['no emitters'] : lines;
}

async function emitterLines(subject: Subject, emitter: Part, level: Part): Promise<string[]> {
  const { values } = level;
  const required = await subject.part(values.RequiredModule);
  const type = await subject.part(values.TypeDataModule);
  const modules = await subject.parts([values.SpawnModule ?? null, ...elements(values, 'Modules')]);
  const material = textOf(required?.values, 'Material');
  const mesh = textOf(type?.values, 'Mesh');
  const kind = type?.class.replace(/^ParticleModuleTypeData/, '').toLowerCase();
  const facts = sentence(
    kind ?? 'sprite',
    material && nameText(material),
    mesh && nameText(mesh),
    values.bEnabled === false && 'disabled',
  );
  const names = modules.map(each => each.class.replace(/^ParticleModule/, ''));
  return [
    `${titleOf(emitter)}: ${facts}`,
    ...(names.length === 0
      ? []
      : [
          `  modules: ${listText(
            [...new Set(names)].map(name => () => name),
            MAX_MODULES,
          )}`,
        ]),
  ];
}

function titleOf({ values, name }: Part): string {
  return `emitter ${textOf(values, 'EmitterName') ?? name}`;
}
