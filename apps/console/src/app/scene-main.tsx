import { startView } from './frame/start-view.js';
import { SceneApp } from './scene/scene-app.js';

startView('Worldwire scene', SceneApp);
