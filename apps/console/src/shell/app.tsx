import { useSignalEffect } from '@preact/signals';
import { followServer } from '../state/server-stream.js';
import { session, sessionFailure, startSession } from '../state/session.js';
import { followWorlds } from '../state/worlds.js';
import { Button } from '../ui/button.js';
import { Failure } from '../ui/failure.js';
import { Toasts, toastFailure } from '../ui/toast.js';
import { Frame } from './frame.js';
import { Login } from './login.js';
import { Mark } from './mark.js';

/** The page: the frame for a person who is signed in, the login page for others. */
export function App() {
  const { state } = session.value;
  useSignalEffect(() => {
    if (session.value.state !== 'signed-in') return;
    const ends = [followServer(), followWorlds(toastFailure)];
    return () => {
      for (const end of ends) end();
    };
  });
  return (
    <>
      {state === 'signed-in' ? <Frame /> : state === 'signed-out' ? <Login /> : <Starting />}
      <Toasts />
    </>
  );
}

function Starting() {
  const failure = sessionFailure.value;
  return (
    <main class="shell-center">
      <Mark />
      {failure === undefined ? (
        <p class="ui-muted">Connecting…</p>
      ) : (
        <>
          <Failure error={failure} />
          <Button label="Try again" kind="primary" onPress={() => void startSession(undefined)} />
        </>
      )}
    </main>
  );
}
