import { defineCommand } from '../command-line/command.js';
import { connect, SERVER_CHOICE } from '../operator-client/connect.js';
import { openBrowser } from '../process/open-browser.js';

export const command = defineCommand({
  name: 'console',
  words: '',
  about:
    'Prints a link to the console of a running server. It opens once, within 10 minutes, with all rights: run it as the user who runs the server.',
  flags: {
    open: { type: 'boolean', about: 'open it in the browser' },
    ...SERVER_CHOICE,
  },
  examples: ['console', 'console --open'],
  async run({ values }, shell) {
    const client = await connect(values, shell);
    const { url, page } = await client.call<{ readonly url: string; readonly page?: string }>(
      'POST',
      'console',
      values.open ? { page: true } : {},
    );
    const { print, complain, environment } = shell;
    print(values.json ? JSON.stringify({ url }) : url);
    if (values.open && (page === undefined || !(await openBrowser(page, environment))))
      complain('worldwire: no browser could be started here. Open the link yourself.');
    return 0;
  },
});
