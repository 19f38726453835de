const MAX_SLUG = 60;

/** Lower case letters and digits with dashes. */
export function slug(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (
    plain
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, MAX_SLUG) || 'body'
  );
}
