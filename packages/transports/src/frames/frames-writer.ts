import { encodeError, WireError } from '@worldwire/protocol';
import type { ClientWriter } from '../stream/conversation.js';
import type { MessageSocket } from './message-socket.js';

/** The output of a conversation on a socket. */
export function framesWriter(
  socket: MessageSocket,
  { settled, left }: Pick<ClientWriter, 'settled' | 'left'>,
): ClientWriter {
  return {
    reply: (text, id) => {
      const dropped = id !== undefined && !socket.fits(text);
      socket.write(dropped ? encodeError(id, droppedReply(text).body) : text);
    },
    send: text => {
      if (socket.full) return false;
      const sent = socket.write(text);
      socket.pipe.flush();
      return sent;
    },
    post: text => socket.write(text),
    settled,
    left,
  };
}

function droppedReply({ length }: string): WireError {
  const message = `The request is done, but its answer of ${length} characters was dropped.`;
  return WireError.of('InternalError', message, {
    kind: 'TooLarge',
    hint: 'Too much output waits on this connection. Read it before the next request, or request less at a time.',
  });
}
