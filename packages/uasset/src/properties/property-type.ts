/** "ArrayProperty" of "StructProperty" of "Vector" as a tree. What an older tag leaves open has no parameter. */
export interface PropertyType {
  readonly name: string;
  readonly parameters: readonly PropertyType[];
}

export function plainType(name: string, ...parameters: PropertyType[]): PropertyType {
  return { name, parameters };
}

/** "ArrayProperty(StructProperty(Vector))": of structs and enums the name is enough, without the package it comes from. */
export function typeLabel({ name, parameters }: PropertyType): string {
  if (parameters.length === 0) return name;
  const named = name === 'StructProperty' || name === 'EnumProperty' || name === 'ByteProperty';
  const inner = named ? parameters[0]?.name : parameters.map(typeLabel).join(',');
  return `${name}(${inner})`;
}
