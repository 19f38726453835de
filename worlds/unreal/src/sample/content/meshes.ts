import { fixed, property } from '../model/object-class.js';
import type { AssetPlan } from '../model/plans.js';
import { bool, int, list, struct } from '../model/property-type.js';
import { objectPath } from '../model/sample-object-path.js';
import { PATHS } from './paths.js';

export const MESHES: readonly AssetPlan[] = [
  mesh(PATHS.doorPanel, [4, 50, 105], 212, { Panel: PATHS.wood }),
  mesh(PATHS.ferryHull, [450, 160, 90], 3_480, { Hull: PATHS.wood }),
  mesh(PATHS.house, [300, 260, 240], 1_964, { Roof: PATHS.wood, Walls: PATHS.stone }),
  mesh(PATHS.lanternPost, [14, 14, 120], 640, { Post: PATHS.wood, Glass: PATHS.glass }),
  mesh(PATHS.quayBlock, [200, 200, 60], 96, { Block: PATHS.wetStone }),
  mesh(PATHS.tower, [220, 220, 700], 5_210, { Tower: PATHS.whitewash }),
];

/** The map shows the colour of the first material. */
function mesh(
  path: string,
  extent: readonly [number, number, number],
  triangles: number,
  materials: Readonly<Record<string, string>>,
): AssetPlan {
  const [X, Y, Z] = extent;
  const slots = Object.entries(materials).map(([name, material]) => ({
    MaterialSlotName: name,
    MaterialInterface: objectPath(material),
  }));
  return {
    path,
    class: 'StaticMesh',
    extent,
    properties: [
      fixed('StaticMaterials', list(struct('StaticMaterial')), slots),
      fixed('ExtendedBounds', struct('BoxSphereBounds'), {
        Origin: { X: 0, Y: 0, Z: 0 },
        BoxExtent: { X, Y, Z },
        SphereRadius: Math.round(Math.hypot(X, Y, Z)),
      }),
      property('LightMapResolution', int(4, 4_096), 64),
      property('bAllowCPUAccess', bool, false),
    ],
    tags: {
      Triangles: String(triangles),
      Materials: String(slots.length),
      ApproxSize: `${2 * X}x${2 * Y}x${2 * Z}`,
      NaniteEnabled: 'False',
    },
  };
}
