import { startView } from './frame/start-view.js';
import { UniverseApp } from './universe/universe-app.js';

startView('Worldwire universe', UniverseApp);
