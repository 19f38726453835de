/** Text like an exported Blueprint: objects are declared first, with their properties in a second block (§6 L11). */
export const DOOR_T3D = `Begin Object Class=/Script/Engine.Blueprint Name="BP_Door"
   Begin Object Class=/Script/Engine.EdGraph Name="EventGraph"
      Begin Object Class=/Script/BlueprintGraph.K2Node_Event Name="K2Node_Event_0"
      End Object
      Begin Object Class=/Script/BlueprintGraph.K2Node_CallFunction Name="K2Node_CallFunction_0"
      End Object
   End Object
   Begin Object Class=/Script/Engine.EdGraph Name="Open"
   End Object
   Begin Object Class=/Script/Engine.SimpleConstructionScript Name="SimpleConstructionScript_0"
      Begin Object Class=/Script/Engine.SCS_Node Name="SCS_Node_0"
      End Object
      Begin Object Class=/Script/Engine.SCS_Node Name="SCS_Node_1"
      End Object
   End Object
   Begin Object Name="EventGraph"
      Begin Object Name="K2Node_Event_0"
         EventReference=(MemberParent="/Script/CoreUObject.Class'/Script/Engine.Actor'",MemberName="ReceiveBeginPlay")
         bOverrideFunction=True
         NodePosX=-16
         CustomProperties Pin (PinId=AF1D,PinName="then",Direction="EGPD_Output",LinkedTo=(K2Node_CallFunction_0 BC2E,))
      End Object
      Begin Object Name="K2Node_CallFunction_0"
         FunctionReference=(MemberName="Open",bSelfContext=True)
         NodePosX=240
      End Object
      Nodes(0)=K2Node_Event'"K2Node_Event_0"'
      Nodes(1)=K2Node_CallFunction'"K2Node_CallFunction_0"'
   End Object
   Begin Object Name="SimpleConstructionScript_0"
      Begin Object Name="SCS_Node_0"
         ComponentClass="/Script/CoreUObject.Class'/Script/Engine.SceneComponent'"
         ChildNodes(0)=SCS_Node'"SCS_Node_1"'
         InternalVariableName="Hinge"
      End Object
      Begin Object Name="SCS_Node_1"
         ComponentClass="/Script/CoreUObject.Class'/Script/Engine.StaticMeshComponent'"
         InternalVariableName="Leaf"
      End Object
   End Object
   ParentClass="/Script/CoreUObject.Class'/Script/Engine.Actor'"
   GeneratedClass="/Script/Engine.BlueprintGeneratedClass'/Game/Doors/BP_Door.BP_Door_C'"
   UbergraphPages(0)=EdGraph'"EventGraph"'
   FunctionGraphs(0)=EdGraph'"Open"'
   NewVariables(0)=(VarName="IsOpen",VarGuid=0A1B2C3D,VarType=(PinCategory="bool"),FriendlyName="Is Open",Category=NSLOCTEXT("KismetSchema", "Default", "Door"),DefaultValue="false")
   NewVariables(1)=(VarName="Grüße",VarType=(PinCategory="object",PinSubCategoryObject="/Script/CoreUObject.Class'/Script/Engine.StaticMesh'",ContainerType=Array))
End Object
`;

export function plainT3d(className: string, name: string): string {
  return `Begin Object Class=${className} Name="${name}"\n   Comment="a \\"plain\\" one"\nEnd Object\n`;
}

export function encoded(text: string, encoding: 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be'): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  if (encoding === 'utf-8-bom') return Buffer.from(`\uFEFF${text}`, 'utf8');
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}
