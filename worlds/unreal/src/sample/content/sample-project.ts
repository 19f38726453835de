import type { ProjectInfo } from '../../port/operations.js';
import { classPath, objectPath } from '../model/sample-object-path.js';
import { PATHS } from './paths.js';

export const ENGINE_VERSION = '5.4.4-35576357+++UE5+Release-5.4';
/** The version in the assets. */
export const SAVED_BY = '5.4.4';

export const PROJECT: ProjectInfo = {
  name: 'Saltmere',
  engineVersion: ENGINE_VERSION,
  description:
    'A sample that comes with Worldwire: a small harbour with a tavern, a ferry, and a lighthouse on its island. It is in memory, without an editor or files. Changes are lost when the server stops.',
  modules: [
    { name: 'Saltmere', type: 'Runtime', files: 6 },
    { name: 'SaltmereEditor', type: 'Editor', files: 2 },
  ],
  plugins: [
    { name: 'EnhancedInput', enabled: true, where: 'engine', version: '1.0' },
    { name: 'ModelingToolsEditorMode', enabled: true, where: 'engine', version: '0.1' },
    { name: 'PythonScriptPlugin', enabled: false, where: 'engine', version: '1.0' },
    { name: 'RemoteControl', enabled: false, where: 'engine', version: '0.1' },
    { name: 'TideTables', enabled: true, where: 'project', version: '0.3' },
  ],
  settings: {
    '/Script/EngineSettings.GameMapsSettings': {
      EditorStartupMap: objectPath(PATHS.harbour),
      GameDefaultMap: objectPath(PATHS.harbour),
      GlobalDefaultGameMode: classPath(PATHS.gameMode),
    },
    '/Script/EngineSettings.GeneralProjectSettings': {
      CompanyName: 'Worldwire',
      ProjectName: 'Saltmere',
      ProjectVersion: '0.1.0',
    },
    '/Script/Engine.RendererSettings': {
      'r.DefaultFeature.AutoExposure': 'False',
      'r.Shadow.Virtual.Enable': '1',
    },
  },
};
