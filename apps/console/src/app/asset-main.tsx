import { AssetApp } from './asset/asset-app.js';
import { startView } from './frame/start-view.js';

startView('Worldwire asset', AssetApp);
