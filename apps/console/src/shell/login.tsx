import { useSignal } from '@preact/signals';
import { addressOf } from '../api/http.js';
import { session, signIn } from '../state/session.js';
import { Untrusted } from '../text/untrusted.js';
import { Command } from '../ui/command.js';
import { Field } from '../ui/field.js';
import { Mark } from './mark.js';

/** The page of a person who is not signed in. The address stays: it is shown after the login. */
export function Login() {
  const token = useSignal('');
  const busy = useSignal(false);
  const { value } = session;
  if (value.state !== 'signed-out') return null;
  const submit = async (event: Event) => {
    event.preventDefault();
    if (token.value === '') return;
    busy.value = true;
    await signIn({ token: token.value });
    busy.value = false;
  };
  return (
    <main class="shell-center" data-testid="login">
      <div class="shell-login">
        <Mark />
        <h1>Sign in to the console</h1>
        {value.reason !== undefined && (
          <div class="ui-failure" role="alert">
            <p>
              <Untrusted text={value.reason} max={400} />
            </p>
            {value.hint !== undefined && (
              <p class="ui-muted">
                <Untrusted text={value.hint} max={400} />
              </p>
            )}
          </div>
        )}
        <p>At the machine of the server, type this. It prints a link that opens the console once.</p>
        <Command text={value.command} />
        {value.tokens && (
          <form class="ui-form shell-login-form" onSubmit={submit}>
            <Field
              label="Or enter a token"
              hint="It needs the right operate, and approve to decide on calls that wait."
            >
              <input
                class="ui-input"
                type="password"
                autocomplete="current-password"
                value={token.value}
                data-testid="login-token"
                onInput={event => {
                  token.value = event.currentTarget.value;
                }}
              />
            </Field>
            <button
              type="submit"
              class="ui-button ui-button-primary"
              disabled={busy.value || token.value === ''}
              data-testid="login-submit"
            >
              Sign in
            </button>
          </form>
        )}
        {value.oauth && (
          <a class="ui-button" href={addressOf('session/oauth')} data-testid="login-oauth">
            Sign in with your organization
          </a>
        )}
      </div>
    </main>
  );
}
