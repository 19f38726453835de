/** An HTTP request as bytes. Fields that differ between calls have a fixed width, so a call only patches them. */
export function requestTemplate(url, { method, headers, body = '', fields }) {
  const all = {
    host: url.host,
    ...headers,
    ...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = Buffer.from(
    `${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`,
  );
  return patchable(bytes, fields);
}

export function patchable(bytes, fields) {
  const patches = fields.map(({ placeholder, value }) => ({
    value,
    places: occurrences(bytes, placeholder),
  }));
  return {
    bytes,
    patch(id) {
      for (const { value, places } of patches) {
        const text = value(id);
        for (const place of places) bytes.write(text, place, 'latin1');
      }
    },
  };
}

function occurrences(bytes, needle) {
  const places = [];
  for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at + 1)) places.push(at);
  return places;
}
