export interface TarballListing {
  readonly name: string;
  readonly files: readonly string[];
  readonly unpackedSize: number;
}
export function listTarballs(root: string): Promise<readonly TarballListing[]>;
