import { writePackage } from '@worldwire/uasset/testing';
import { expect, it } from 'vitest';
import { TempProject } from '../temp-project.test.js';

const CLASSES = [
  'Blueprint',
  'BlueprintGeneratedClass',
  'Function',
  'SCS_Node',
  'SpringArmComponent',
  'CharacterMovementComponent',
  'InheritableComponentHandler',
];
const class_ = (name: string) => -2 - CLASSES.indexOf(name);
const int = (name: string, value: number) => ({ name, type: 'IntProperty', value });
const text = (name: string, value: string) => ({ name, type: 'NameProperty', value });
const object = (name: string, value: number) => ({ name, type: 'ObjectProperty', value });

it('a Blueprint has the values that it changes, of its class and of own and inherited components', async () => {
  const bytes = writePackage({
    imports: [
      { name: '/Script/Engine', className: 'Package', classPackage: '/Script/CoreUObject' },
      ...CLASSES.map(name => ({
        name,
        className: 'Class',
        classPackage: '/Script/CoreUObject',
        outer: -1,
      })),
    ],
    exports: [
      {
        name: 'BP_Hero',
        classIndex: class_('Blueprint'),
        isAsset: true,
        properties: [object('GeneratedClass', 2), int('BlueprintSystemVersion', 2), int('Priority', 4)],
      },
      { name: 'BP_Hero_C', classIndex: class_('BlueprintGeneratedClass') },
      {
        name: 'Default__BP_Hero_C',
        classIndex: 2,
        properties: [int('Lives', 3), object('CharacterMovement', 4), int('UberGraphFrame', 0)],
      },
      {
        name: 'CharMoveComp',
        classIndex: class_('CharacterMovementComponent'),
        outer: 3,
        properties: [int('JumpZVelocity', 500), int('UCSSerializationIndex', 1)],
      },
      {
        name: 'SCS_Node_0',
        classIndex: class_('SCS_Node'),
        outer: 2,
        properties: [object('ComponentTemplate', 6), text('InternalVariableName', 'Boom')],
      },
      {
        name: 'Boom_GEN_VARIABLE',
        classIndex: class_('SpringArmComponent'),
        outer: 2,
        properties: [int('TargetArmLength', 400)],
      },
      {
        name: 'Handler',
        classIndex: class_('InheritableComponentHandler'),
        outer: 2,
        properties: [
          {
            name: 'Records',
            type: 'ArrayProperty(StructProperty(ComponentOverrideRecord))',
            value: [
              [
                object('ComponentTemplate', 8),
                {
                  name: 'ComponentKey',
                  type: 'StructProperty(ComponentKey)',
                  value: [text('SCSVariableName', 'Camera')],
                },
              ],
            ],
          },
        ],
      },
      {
        name: 'Camera_GEN_VARIABLE',
        classIndex: class_('SpringArmComponent'),
        outer: 7,
        properties: [int('Lag', 2)],
      },
      { name: 'Jump', classIndex: class_('Function'), outer: 2 },
      { name: 'InpActEvt_Jump_K2Node_InputActionEvent_0', classIndex: class_('Function'), outer: 2 },
      { name: 'Swing__UpdateFunc', classIndex: class_('Function'), outer: 2 },
    ],
  });
  const project = new TempProject();
  project.write('Content/BP_Hero.uasset', bytes);
  const detail = await (await project.open()).call('asset.describe', { path: '/Game/BP_Hero' });
  expect(detail.blueprint).toMatchObject({
    defaults: { Lives: 3 },
    functions: [{ name: 'Jump' }],
    components: [
      { name: 'Boom', class: 'SpringArmComponent', values: { TargetArmLength: 400 } },
      {
        name: 'CharMoveComp',
        class: 'CharacterMovementComponent',
        inherited: true,
        values: { JumpZVelocity: 500 },
      },
      { name: 'Camera', class: 'SpringArmComponent', inherited: true, values: { Lag: 2 } },
    ],
  });
  expect(detail.blueprint?.defaults).toEqual({ Lives: 3 });
  expect(detail.blueprint?.components[1]?.values).toEqual({ JumpZVelocity: 500 });
  expect(Object.keys(detail.properties ?? {})).toEqual(['GeneratedClass', 'Priority']);
});
