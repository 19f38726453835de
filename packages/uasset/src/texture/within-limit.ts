import { PictureTooLarge } from '@worldwire/picture';
import { PackageError } from '../bytes/package-error.js';

/** Every failure of this package is a PackageError. */
export async function withinLimit(file: Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await file;
  } catch (thrown) {
    throw thrown instanceof PictureTooLarge ? new PackageError('too-large', thrown.message) : thrown;
  }
}
