/**
 * One line on standard error that says what is being measured; a new line each where it cannot be rewritten.
 */
const { stderr } = process;

export function progress(step) {
  stderr.write(stderr.isTTY ? `\r\u001b[K${step}` : `${step}\n`);
}

export function progressDone() {
  if (stderr.isTTY) stderr.write('\r\u001b[K');
}
