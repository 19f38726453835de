import { functionWrite, propertyOf, propertyWrite } from './object-writes.js';
import type { Handlers, SampleContext } from './sample-context.js';

/** Properties and functions of any object. */
export function objectOperations(
  context: SampleContext,
): Handlers<'property.read' | 'property.write' | 'function.call'> {
  return {
    'property.read': ({ object: path, property: name }) => {
      const object = context.project.object(path);
      if (name === undefined) return { value: object.all() };
      const property = propertyOf(object, name);
      return { value: object.get(property), type: property.type.name };
    },

    'property.write': params => propertyWrite(context, params).apply(),
    'function.call': params => functionWrite(context, params).apply(),
  };
}
