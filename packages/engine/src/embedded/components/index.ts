import { TypeRegistry } from '../reflection/type-registry.js';
import { audioListenerType, audioManagerType } from './audio.js';
import { behaviourType, colliderType, componentType, monoBehaviourType, rendererType } from './base.js';
import { orbiterType, rotatorType } from './behaviours.js';
import { cameraType } from './camera.js';
import { canvasType } from './canvas.js';
import { canvasGroupType } from './canvas-group.js';
import { boxColliderType, sphereColliderType } from './colliders.js';
import { frameStatsType } from './frame-stats.js';
import { gameObjectType } from './game-object-type.js';
import { healthType } from './health.js';
import { lightType } from './light.js';
import { meshFilterType, meshRendererType } from './mesh.js';
import { playerControlType } from './player-control.js';
import { rectTransformType } from './rect-transform.js';
import { rigidbodyType } from './rigidbody.js';
import {
  buttonType,
  eventSystemType,
  inputFieldType,
  selectableType,
  sliderType,
  toggleType,
} from './selectables.js';
import { spawnerType } from './spawner.js';
import { transformType } from './transform.js';
import { graphicType, imageType, textType } from './user-interface.js';

/** All component types and their base types. */
export const TYPES = new TypeRegistry([
  gameObjectType,
  componentType,
  behaviourType,
  monoBehaviourType,
  colliderType,
  rendererType,
  graphicType,
  transformType,
  rectTransformType,
  cameraType,
  lightType,
  meshFilterType,
  meshRendererType,
  boxColliderType,
  sphereColliderType,
  rigidbodyType,
  canvasType,
  canvasGroupType,
  imageType,
  textType,
  selectableType,
  buttonType,
  toggleType,
  sliderType,
  inputFieldType,
  eventSystemType,
  audioListenerType,
  rotatorType,
  orbiterType,
  spawnerType,
  playerControlType,
  healthType,
  audioManagerType,
  frameStatsType,
]);
