import { type ExportProperties, type Package, PackageError } from '@worldwire/uasset';

/** Of one object among others, or why it cannot be read: that must not hide the others. */
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
