import { defineWorld } from 'worldwire';
import { clear } from './elicitation.js';
import { events, water } from './event.js';
import { batch, listWrites, setMoisture, undoWrites } from './guards.js';
import { inspect } from './progress.js';
import { plan } from './prompt.js';
import { overview } from './resource.js';
import { pruning } from './skill.js';
import { compost } from './task.js';
import { bedTemplate } from './template.js';
import { readMoisture } from './tool.js';
import { bedsView, showBeds } from './view.js';

export const garden = defineWorld({
  name: 'garden',
  version: '1.0.0',
  description: 'A garden with beds that dry out.',
  instructions: 'Start with read_moisture. water changes a bed where the operator allows writes.',
  tools: [readMoisture, water, setMoisture, undoWrites, listWrites, batch, inspect, clear, compost, showBeds],
  resources: [overview],
  templates: [bedTemplate],
  prompts: [plan],
  skills: [pruning],
  apps: [bedsView],
  events,
});
