// The WHATWG globals that every JavaScript platform has. Declared here because this package compiles with
// `types: []`, so that nothing belonging to one platform can slip in.

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
