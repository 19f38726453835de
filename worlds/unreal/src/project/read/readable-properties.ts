import { type ExportProperties, type Package, PackageError } from '@worldwire/uasset';

/** The properties of one object among others, or the error, which must not hide the others. */
export async function readableProperties(
  opened: Package,
  index: number,
): Promise<ExportProperties | PackageError> {
  try {
    return await opened.properties(index);
  } catch (thrown) {
    if (thrown instanceof PackageError) return thrown;
    throw thrown;
  }
}
