import type { Duplex } from 'node:stream';
import { connect } from 'node:tls';

/**
 * Connects to a server on this machine, whose certificate may have another name. The connection is used only if the certificate is
 * the one of the server's own file, so that no other program gets the token.
 */
export function connectPinned(
  { host, port }: { readonly host: string; readonly port: number },
  fingerprint: string,
  done: (error: Error | null, socket?: Duplex) => void,
): void {
  const socket = connect({ host, port, rejectUnauthorized: false });
  socket.once('error', done);
  socket.once('secureConnect', () => {
    socket.off('error', done);
    if (socket.getPeerCertificate().fingerprint256 === fingerprint) return done(null, socket);
    socket.destroy();
    done(
      new Error('The certificate is not the one that the server had at its start. Start the server again.'),
    );
  });
}
