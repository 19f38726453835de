/** Shows the current step on standard error, on a terminal in one line. */
const { stderr } = process;

export function progress(step) {
  stderr.write(stderr.isTTY ? `\r\u001b[K${step}` : `${step}\n`);
}

export function progressDone() {
  if (stderr.isTTY) stderr.write('\r\u001b[K');
}
