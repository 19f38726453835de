import { numberOf, structure, textOf } from '../read/property-values.js';
import { sentence, tagText } from './phrases.js';
import type { Subject } from './subject.js';

/** The size, and what differs from the usual settings. */
export function texture({ main: { values }, tags }: Subject): string[] {
  const source = structure(values, 'Source');
  const imported = structure(values, 'ImportedSize');
  const width = numberOf(source, 'SizeX') ?? numberOf(imported, 'X') ?? numberOf(values, 'SizeX');
  const height = numberOf(source, 'SizeY') ?? numberOf(imported, 'Y') ?? numberOf(values, 'SizeY');
  const size =
    width === undefined || height === undefined ? tagText(tags, 'Dimensions') : `${width}x${height}`;
  const format = textOf(source, 'Format')?.replace(/^TSF_/, '');
  const stored = tagText(tags, 'Format');
  const compression = textOf(values, 'CompressionSettings')?.replace(/^TC_/, '');
  const group = textOf(values, 'LODGroup')?.replace(/^TEXTUREGROUP_/, '');
  const limit = numberOf(values, 'MaxTextureSize');
  return [
    sentence(
      size,
      format !== undefined && `source ${format}`,
      stored !== undefined && `stored as ${stored}`,
      compression !== undefined && `compression ${compression}`,
      values.SRGB === false ? 'linear' : 'sRGB',
      group !== undefined && `group ${group}`,
      limit !== undefined && limit > 0 && `at most ${limit} pixels`,
      values.VirtualTextureStreaming === true && 'virtual texture',
      textOf(values, 'AddressX') !== undefined && `${textOf(values, 'AddressX')?.slice(3)} in X`,
      textOf(values, 'AddressY') !== undefined && `${textOf(values, 'AddressY')?.slice(3)} in Y`,
    ),
  ];
}
