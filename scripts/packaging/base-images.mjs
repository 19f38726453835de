// The images that a Dockerfile begins with.
const DIGEST = /^[^\s@]+:[^\s@]+@sha256:[0-9a-f]{64}$/;

/** The images of a Dockerfile without a digest: their content may change under the same tag. Its own stages are none. */
export function unpinnedImages(dockerfile) {
  const lines = dockerfile.replaceAll('\\\n', ' ').split('\n');
  const stages = new Set();
  const images = [];
  for (const line of lines) {
    const syntax = /^#\s*syntax\s*=\s*(\S+)/i.exec(line)?.[1];
    if (syntax !== undefined) images.push(syntax);
    const [keyword, ...words] = line.trim().split(/\s+/);
    if (keyword.toUpperCase() === 'FROM') {
      const [image = '', as, name] = words.filter(word => !word.startsWith('--'));
      if (!stages.has(image)) images.push(image);
      if (as?.toUpperCase() === 'AS') stages.add(name);
    }
    const from = words.find(word => word.startsWith('--from='))?.slice('--from='.length);
    if (keyword.toUpperCase() === 'COPY' && from !== undefined && !stages.has(from)) images.push(from);
  }
  return images.filter(image => !DIGEST.test(image));
}
