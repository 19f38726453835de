export type NodeKind = 'event' | 'call' | 'variable' | 'flow' | 'entry' | 'comment' | 'knot' | 'other';

/** What is at the head of a node, and the kind that has its colour. */
export function titleOf(
  type: string,
  name: string,
  properties: Readonly<Record<string, unknown>>,
): { readonly title: string; readonly kind: NodeKind } {
  const member = (of: string) => textOf((properties[of] as Record<string, unknown> | undefined)?.MemberName);
  const called = member('FunctionReference');
  const variable = member('VariableReference');
  if (/Comment$/.test(type)) return { title: 'Comment', kind: 'comment' };
  if (/Knot$/.test(type)) return { title: 'Reroute', kind: 'knot' };
  if (/FunctionEntry$/.test(type)) return { title: called ?? 'Entry', kind: 'entry' };
  if (/FunctionResult$/.test(type)) return { title: 'Return', kind: 'entry' };
  if (/CustomEvent$/.test(type))
    return { title: words(textOf(properties.CustomFunctionName) ?? 'Custom event'), kind: 'event' };
  if (/Event$/.test(type)) {
    const event = member('EventReference') ?? textOf(properties.EventSignatureName);
    return { title: `Event ${words((event ?? name).replace(/^Receive/, ''))}`, kind: 'event' };
  }
  if (/Call/.test(type)) return { title: words((called ?? name).replace(/^K2_/, '')), kind: 'call' };
  if (/VariableSet$/.test(type)) return { title: `Set ${variable ?? ''}`, kind: 'variable' };
  if (/VariableGet$/.test(type)) return { title: `Get ${variable ?? ''}`, kind: 'variable' };
  if (/IfThenElse$/.test(type)) return { title: 'Branch', kind: 'flow' };
  if (/Sequence|Switch|Loop|MultiGate|Delay|Macro/.test(type))
    return { title: words(type.replace(/^K2Node_/, '')), kind: 'flow' };
  return { title: words(type.replace(/^(?:K2Node|EdGraphNode)_/, '')), kind: 'other' };
}

export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** `SetRelativeRotation` is `Set Relative Rotation`. */
function words(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
}
