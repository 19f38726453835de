// WHATWG globals of all JavaScript platforms. This package compiles with `types: []`, so that it cannot use the globals of
// one platform.

interface TextDecoder {
  decode(bytes: Uint8Array): string;
}
declare var TextDecoder: {
  new (label: 'utf-8', options: { fatal: boolean; ignoreBOM: boolean }): TextDecoder;
};

interface TextEncoder {
  encode(text: string): Uint8Array;
  encodeInto(text: string, target: Uint8Array): { read: number; written: number };
}
declare var TextEncoder: { new (): TextEncoder };

declare function atob(base64: string): string;
declare function btoa(binary: string): string;
