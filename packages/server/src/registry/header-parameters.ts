import { isObject, type JsonObject, type JsonValue } from '@worldwire/protocol';

const ANNOTATION = 'x-mcp-header';
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** A tool argument that HTTP clients repeat in a header, so that a gateway can route by it. */
export interface HeaderParameter {
  /** The header's name in lower case. */
  readonly header: string;
  /** Property names from the arguments object to the value. */
  readonly path: readonly string[];
}

/** The annotated properties of an input schema. Throws for annotations that the specification forbids. */
export function headerParameters(tool: string, schema: JsonObject): readonly HeaderParameter[] {
  const found: HeaderParameter[] = [];
  collect(schema, [], found, tool);
  const total = JSON.stringify(schema).split(`"${ANNOTATION}":`).length - 1;
  if (total !== found.length) {
    throw new Error(
      `The tool ${tool} has ${ANNOTATION} in a place that no header can reach: only properties of plain objects can have it.`,
    );
  }
  if (new Set(found.map(parameter => parameter.header)).size !== found.length) {
    throw new Error(`The tool ${tool} uses one ${ANNOTATION} twice.`);
  }
  return found;
}

/** The value of the parameter in a call, or undefined. */
export function headerParameterValue(parameter: HeaderParameter, args: JsonObject): JsonValue | undefined {
  let value: JsonValue | undefined = args;
  for (const step of parameter.path) {
    if (!isObject(value)) return undefined;
    value = value[step];
  }
  return value === null ? undefined : value;
}

function collect(schema: JsonObject, path: readonly string[], found: HeaderParameter[], tool: string): void {
  const properties = schema.properties;
  if (!isObject(properties)) return;
  for (const [name, property] of Object.entries(properties)) {
    if (!isObject(property)) continue;
    const label = property[ANNOTATION];
    if (label !== undefined) {
      if (typeof label !== 'string' || !FIELD_NAME.test(label)) {
        throw new Error(`The tool ${tool} has an ${ANNOTATION} that is not a header name.`);
      }
      if (!['string', 'integer', 'boolean'].includes(String(property.type))) {
        throw new Error(
          `The tool ${tool} puts ${ANNOTATION} on ${name}, which is not a string, integer or boolean.`,
        );
      }
      found.push({ header: `mcp-param-${label.toLowerCase()}`, path: [...path, name] });
    }
    collect(property, [...path, name], found, tool);
  }
}
