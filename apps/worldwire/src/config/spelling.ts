/** Finds a key by another spelling: TlsCert, tls_cert, bReadOnly. */
export function knownKey(written: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.replace(/[-_]/g, '').toLowerCase();
  const wanted = plain(written);
  return (
    known.find(key => plain(key) === wanted) ??
    (/^b[A-Z]/.test(written) ? known.find(key => plain(key) === wanted.slice(1)) : undefined)
  );
}
