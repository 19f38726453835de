import { type FileHandle, open } from 'node:fs/promises';
import type { ByteSource } from './byte-source.js';

/** An open file. The caller closes it. */
export class FileBytes implements ByteSource {
  readonly size: number;
  readonly #handle: FileHandle;

  /** `handle` may have been checked by the caller. */
  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
  }

  static async open(path: string): Promise<FileBytes> {
    const handle = await open(path, 'r');
    try {
      return new FileBytes(handle, (await handle.stat()).size);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Returns fewer bytes where the file became shorter. */
  async read(offset: number, length: number): Promise<Uint8Array> {
    const buffer = Buffer.allocUnsafe(length);
    let read = 0;
    while (read < length) {
      const { bytesRead } = await this.#handle.read(buffer, read, length - read, offset + read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return buffer.subarray(0, read);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
