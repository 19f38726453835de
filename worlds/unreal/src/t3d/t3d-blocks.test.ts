import { expect, it } from 'vitest';
import { t3dBlocks } from './t3d-blocks.js';

const TEXT = `Begin Object Class=/Script/Engine.Blueprint Name="BP_Door"
   Begin Object Class=/Script/Engine.EdGraph Name="EventGraph"
      Begin Object Class=/Script/BlueprintGraph.K2Node_Event Name="K2Node_Event_0"
      End Object
   End Object
   Begin Object Name="EventGraph"
      Begin Object Name="K2Node_Event_0"
         NodePosX=16
      End Object
   End Object
   ParentClass=None
End Object
`;

it('the text of one object is all of its blocks', () => {
  expect(t3dBlocks(TEXT, 'eventgraph.K2Node_Event_0')).toBe(
    `      Begin Object Class=/Script/BlueprintGraph.K2Node_Event Name="K2Node_Event_0"
      End Object
      Begin Object Name="K2Node_Event_0"
         NodePosX=16
      End Object
`,
  );
  expect(t3dBlocks(TEXT, 'EventGraph')?.match(/NodePosX/g)).toHaveLength(1);
  expect(t3dBlocks(TEXT, 'EventGraph')).not.toContain('ParentClass');
  expect(t3dBlocks(TEXT, 'Graph')).toBeUndefined();
});
