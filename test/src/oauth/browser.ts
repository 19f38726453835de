const MAX_STEPS = 20;

/** A person with a browser: signs in and consents on the pages of the authorization server, until it redirects to the client. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  constructor(readonly login: string) {}

  /** The parameters of the redirect to the client. */
  async authorize(start: URL, redirect: string): Promise<URLSearchParams> {
    let url = start;
    let form: URLSearchParams | undefined;
    for (let step = 0; step < MAX_STEPS; step++) {
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form !== undefined && { method: 'POST', body: form }),
      });
      this.#keep(response);
      const location = response.headers.get('location');
      form = undefined;
      if (location !== null) {
        url = new URL(location, url);
        if (url.href.startsWith(redirect)) return url.searchParams;
        continue;
      }
      const page = await response.text();
      const action = /action="([^"]+)"/.exec(page)?.[1];
      const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
      if (action === undefined || prompt === undefined) throw new Error(`${response.status} ${page}`);
      url = new URL(action, url);
      form = new URLSearchParams({ prompt, login: this.login, password: 'any' });
    }
    throw new Error(`No redirect to the client after ${MAX_STEPS} pages.`);
  }

  #keep(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}
