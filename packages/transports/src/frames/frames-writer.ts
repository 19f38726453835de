import { encodeError, WireError } from '@worldwire/protocol';
import type { ClientWriter } from '../stream/conversation.js';
import type { MessageSocket } from './message-socket.js';

/** What a conversation tells its connection, besides what it says to the client. */
export type Ends = Pick<ClientWriter, 'settled' | 'left'>;

/** The way back to a client on a socket, who may be slow to read. */
export function framesWriter(end: MessageSocket, { settled, left }: Ends): ClientWriter {
  return {
    reply: (text, id) => {
      // It was done, and whoever asked must not think otherwise; but what it says would not be read in time.
      const unread = id !== undefined && !end.fits(text);
      end.write(unread ? encodeError(id, tooMuch(text).body) : text);
    },
    tell: text => {
      if (end.full) return false;
      const sent = end.write(text);
      end.pipe.flush();
      return sent;
    },
    post: text => end.write(text),
    settled,
    left,
  };
}

function tooMuch({ length }: string): WireError {
  return WireError.of(
    'InternalError',
    `The request is done, but its answer of ${length} characters is dropped.`,
    {
      kind: 'TooLarge',
      hint: 'Too much waits on this connection already: read it before asking for more, or ask for less at a time.',
    },
  );
}
