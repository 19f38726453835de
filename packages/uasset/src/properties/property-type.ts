/** "ArrayProperty" of "StructProperty" of "Vector" as a tree. Older tags omit some parameters. */
export interface PropertyType {
  readonly name: string;
  readonly parameters: readonly PropertyType[];
}

export function plainType(name: string, ...parameters: PropertyType[]): PropertyType {
  return { name, parameters };
}

/** "ArrayProperty(StructProperty(Vector))", without the packages of structs and enums. */
export function typeLabel({ name, parameters }: PropertyType): string {
  if (parameters.length === 0) return name;
  const named = name === 'StructProperty' || name === 'EnumProperty' || name === 'ByteProperty';
  const inner = named ? parameters[0]?.name : parameters.map(typeLabel).join(',');
  return `${name}(${inner})`;
}
