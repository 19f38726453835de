import { cutText } from '@worldwire/server/kit';
import type { Summarise } from '../read/saved-asset.js';
import { animBlueprint } from './anim-blueprint.js';
import { animComposite, animMontage, animSequence, blendSpace, poseAsset } from './animation.js';
import { behaviorTree, blackboard } from './behavior.js';
import { compositeTable } from './composite-table.js';
import { curve } from './curve.js';
import { inputAction, inputContext } from './input.js';
import { material, materialFunction, materialInstance, parameterCollection } from './material.js';
import { physicsAsset, skeletalMesh, skeleton, staticMesh } from './mesh.js';
import { niagaraEmitter, niagaraSystem } from './niagara.js';
import { objectOutline } from './object-outline.js';
import { particleSystem } from './particle-system.js';
import { redirector } from './redirector.js';
import { levelSequence } from './sequence.js';
import { metaSound, soundCue, soundWave } from './sound.js';
import { stateTree } from './state-tree.js';
import { Subject } from './subject.js';
import { texture } from './texture.js';
import { userEnum, userStruct } from './user-types.js';
import { widgetTree } from './widget.js';

const MAX_LINES = 500;
const MAX_LINE = 400;

type Summariser = (subject: Subject) => readonly string[] | Promise<readonly string[]>;

/** The first rule that matches the class applies. */
const SUMMARISERS: readonly [RegExp, Summariser][] = [
  [/^SoundWave$/, soundWave],
  [/^AnimSequence$/, animSequence],
  [
    /^(Texture2D|TextureCube|Texture2DArray|VolumeTexture|TextureRenderTarget\w*|LightMapTexture2D)$/,
    texture,
  ],
  [/^Material$/, material],
  [/^MaterialFunction(?!Instance)\w*$/, materialFunction],
  [/^(MaterialInstance\w*|MaterialFunctionInstance|LandscapeMaterialInstanceConstant)$/, materialInstance],
  [/^MaterialParameterCollection$/, parameterCollection],
  [/^StaticMesh$/, staticMesh],
  [/^SkeletalMesh$/, skeletalMesh],
  [/^Skeleton$/, skeleton],
  [/^PhysicsAsset$/, physicsAsset],
  [/^AnimMontage$/, animMontage],
  [/^AnimComposite$/, animComposite],
  [/^(BlendSpace|AimOffset)/, blendSpace],
  [/^PoseAsset$/, poseAsset],
  [/^InputAction$/, inputAction],
  [/^InputMappingContext$/, inputContext],
  [/^Curve(Float|Vector|LinearColor)$/, curve],
  [/^(EditorUtility)?WidgetBlueprint$/, widgetTree],
  [/^AnimBlueprint$/, animBlueprint],
  [/^MetaSound(Source|Patch)?$/, metaSound],
  [/^SoundCue$/, soundCue],
  [/^ParticleSystem$/, particleSystem],
  [/^NiagaraSystem$/, niagaraSystem],
  [/^NiagaraEmitter$/, niagaraEmitter],
  [/^LevelSequence$/, levelSequence],
  [/^BehaviorTree$/, behaviorTree],
  [/^BlackboardData$/, blackboard],
  [/^StateTree$/, stateTree],
  [/^ObjectRedirector$/, redirector],
  [/^UserDefinedEnum$/, userEnum],
  [/^UserDefinedStruct$/, userStruct],
  [/^Composite(Data|Curve)Table$/, compositeTable],
  // Blueprints have their outline, tables their rows, and levels their actors.
  [/Blueprint$|Table$|^World$/, () => []],
  [/./, objectOutline],
];

/** What a developer would say of an asset, as short indented lines. */
export const summarise: Summarise = async parts => {
  const subject = new Subject(parts);
  const [, summariser] = SUMMARISERS.find(([pattern]) => pattern.test(subject.main.class)) ?? [];
  const lines = summariser === undefined ? [] : await summariser(subject);
  const shown = lines.filter(line => line.trim() !== '').slice(0, MAX_LINES);
  return {
    lines: shown.map(line => cutText(line, MAX_LINE)),
    notes: subject.notes.member.notes ?? [],
  };
};
