import { elements, isStructure, structure, textOf, type Values } from '../read/property-values.js';
import { sentence } from './phrases.js';
import type { Part, Subject } from './subject.js';
import { lastName, listText, nameText, valueText } from './value-text.js';

const MAX_MODULES = 16;
const MAX_DEPTH = 12;
const MODULE_CALL = /^NiagaraNode(FunctionCall|Assignment)$/;

/** User parameters, then each emitter with its modules and renderers. */
export async function niagaraSystem(subject: Subject): Promise<string[]> {
  const { values } = subject.main;
  const warmup = values.WarmupTime ?? values.WarmupTickCount;
  const effect = textOf(values, 'EffectType');
  const head = sentence(
    warmup !== undefined && warmup !== 0 && `warmup ${valueText(warmup)}`,
    values.bFixedBounds === true && `fixed bounds ${valueText(values.FixedBounds)}`,
    effect && `effect type ${nameText(effect)}`,
  );
  const lines = [...(head === '' ? [] : [head]), ...userParameters(structure(values, 'ExposedParameters'))];
  for (const handle of elements(values, 'EmitterHandles').filter(isStructure)) {
    const versioned = structure(handle, 'VersionedInstance');
    const emitter =
      (await subject.part(versioned.Emitter)) ??
      (await subject.part(handle.Instance)) ??
      (await subject.part(handle.StatelessEmitter));
    lines.push(
      ...(await emitterLines(
        subject,
        emitter,
        textOf(handle, 'Name') ?? emitter?.name ?? '?',
        handle.bIsEnabled !== false,
      )),
    );
  }
  return lines;
}

export async function niagaraEmitter(subject: Subject): Promise<string[]> {
  return emitterLines(subject, subject.main, subject.main.name, true);
}

async function emitterLines(
  subject: Subject,
  emitter: Part | undefined,
  name: string,
  isEnabled: boolean,
): Promise<string[]> {
  if (emitter === undefined) return [`emitter ${name}${isEnabled ? '' : ' (disabled)'}`];
  const version = elements(emitter.values, 'VersionData').filter(isStructure).at(-1) ?? {};
  const data: Values = { ...emitter.values, ...version };
  const target = textOf(data, 'SimTarget')?.replace(/^.*::/, '');
  const parent = textOf(structure(data, 'VersionedParent'), 'Emitter') ?? textOf(data, 'Parent');
  const facts = sentence(
    !isEnabled && 'disabled',
    target === 'GPUComputeSim' && 'on the GPU',
    data.bLocalSpace === true && 'local space',
    parent !== undefined && !subject.isOwn(parent) && `from ${nameText(parent)}`,
  );
  const renderers = await subject.parts(elements(data, 'RendererProperties'));
  return [
    `emitter ${name}${facts === '' ? '' : ` (${facts})`}`,
    ...moduleLines(subject, emitter, await subject.all(MODULE_CALL)),
    ...renderers.map(rendererLine),
  ];
}

function rendererLine({ class: kind, values }: Part): string {
  const title = kind.replace(/^Niagara|RendererProperties$/g, '').toLowerCase();
  const material = textOf(values, 'Material');
  const meshes = elements(values, 'Meshes')
    .filter(isStructure)
    .map(each => textOf(each, 'Mesh'))
    .filter(each => each !== undefined);
  const facts = sentence(
    material && nameText(material),
    ...meshes.map(nameText),
    textOf(values, 'Alignment') && valueText(values.Alignment),
    textOf(values, 'FacingMode') && valueText(values.FacingMode),
    values.bIsEnabled === false && 'disabled',
  );
  return `  ${title} renderer${facts === '' ? '' : `: ${facts}`}`;
}

/** The calls of modules in the graph of an emitter, which the stack of the editor shows. */
function moduleLines(subject: Subject, emitter: Part, calls: readonly Part[]): string[] {
  const names: string[] = [];
  for (const call of calls) {
    if (!isInside(subject, call.index, emitter.index)) continue;
    const script = textOf(call.values, 'FunctionScript');
    if (script !== undefined && /Dynamic ?Inputs?\//i.test(script)) continue;
    const targets = elements(call.values, 'AssignmentTargets').filter(isStructure);
    if (targets.length > 0) {
      names.push(`set ${targets.map(each => textOf(each, 'Name') ?? '?').join(' ')}`);
      continue;
    }
    names.push(
      textOf(call.values, 'FunctionDisplayName') ?? (script === undefined ? call.name : lastName(script)),
    );
  }
  const distinct = [...new Set(names)];
  return distinct.length === 0
    ? []
    : [
        `  modules: ${listText(
          distinct.map(name => () => name),
          MAX_MODULES,
        )}`,
      ];
}

function isInside(subject: Subject, index: number, wanted: number): boolean {
  let at: number | undefined = index;
  for (let depth = 0; at !== undefined && depth < MAX_DEPTH; depth++) {
    if (at === wanted) return true;
    at = subject.outerOf(at);
  }
  return false;
}

function userParameters(store: Values): string[] {
  const listed = elements(store, 'SortedParameterOffsets').filter(isStructure);
  return listed.map(each => {
    const variable = isStructure(each.key) ? each.key : each;
    const definition = structure(variable, 'TypeDef');
    const handle = structure(variable, 'TypeDefHandle');
    const type =
      textOf(definition, 'ClassStructOrEnum') ??
      textOf(definition, 'Struct') ??
      textOf(handle, 'ClassStructOrEnum');
    const name = (textOf(variable, 'Name') ?? '?').replace(/^User\./, '');
    return `user parameter ${name}${type === undefined ? '' : ` (${lastName(type).replace(/^Niagara(?=Float|Int32|Bool|Position|DataInterface)/, '')})`}`;
  });
}
