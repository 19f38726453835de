/** The code of a symbol: its bits, and how many they are. */
export interface Code {
  readonly bits: number;
  readonly length: number;
}

/** A table of ITU-T T.81, Annex K.3: how many codes have each length from 1 to 16, and the symbols in their order. */
export class HuffmanTable {
  readonly bytes: Uint8Array;
  readonly codes: readonly (Code | undefined)[];

  constructor(counts: readonly number[], symbols: Uint8Array) {
    this.bytes = Uint8Array.from([...counts, ...symbols]);
    const codes: Code[] = [];
    let [bits, at] = [0, 0];
    for (const [index, count] of counts.entries()) {
      for (let one = 0; one < count; one++) codes[symbols[at++]!] = { bits: bits++, length: index + 1 };
      bits <<= 1;
    }
    this.codes = codes;
  }
}

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));
const SIZES = hex('000102030405060708090a0b');

/** For brightness and for colour: of the first coefficient, and of the others. */
export const TABLES = {
  brightness: {
    dc: new HuffmanTable([0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], SIZES),
    ac: new HuffmanTable(
      [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
      hex(
        '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a' +
          '434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8' +
          'a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
      ),
    ),
  },
  colour: {
    dc: new HuffmanTable([0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], SIZES),
    ac: new HuffmanTable(
      [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119],
      hex(
        '000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a3536373839' +
          '3a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6' +
          'a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa',
      ),
    ),
  },
} as const;
