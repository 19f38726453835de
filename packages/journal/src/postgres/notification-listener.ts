import { randomUUID } from 'node:crypto';
import { Client, type ClientConfig, escapeIdentifier, type Notification } from 'pg';
import { endWithTimeout } from './connections.js';

type Listener = (id: string | undefined) => void;

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** Detects a connection that was lost without an error. */
const HEARTBEAT_MS = 15_000;

/** Receives notifications of other processes, on a connection of its own that is open while there are listeners. */
export class NotificationListener {
  readonly channel: string;
  readonly #config: ClientConfig;
  /** Marks our own notifications, which are ignored. */
  readonly #sender = randomUUID();
  readonly #listeners = new Set<{ readonly listener: Listener }>();
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = FIRST_PAUSE_MS;

  constructor(config: ClientConfig, channel: string) {
    this.#config = config;
    this.channel = channel;
  }

  payload(id: string): string {
    return `${this.#sender} ${id}`;
  }

  watch(listener: Listener): () => void {
    const entry = { listener };
    this.#listeners.add(entry);
    if (this.#listeners.size === 1) this.#connect();
    return () => {
      if (this.#listeners.delete(entry) && this.#listeners.size === 0) void this.#disconnect();
    };
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await this.#disconnect();
  }

  #connect(): void {
    const client = new Client(this.#config);
    this.#client = client;
    const lost = () => this.#lost(client);
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', notice => this.#clientOnNotification(notice));
    this.#listen(client).catch(lost);
  }

  async #listen(client: Client): Promise<void> {
    await client.connect();
    await client.query(`LISTEN ${escapeIdentifier(this.channel)}`);
    if (this.#client !== client) return;
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#timer = setInterval(() => {
      client.query('SELECT 1').catch(() => this.#lost(client));
    }, HEARTBEAT_MS).unref();
    // Writes before LISTEN sent no notification to us.
    this.#emit(undefined);
  }

  #lost(client: Client): void {
    if (this.#client !== client) return;
    void this.#disconnect();
    this.#timer = setTimeout(() => this.#connect(), this.#pauseMs).unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, MAX_PAUSE_MS);
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    clearTimeout(this.#timer);
    if (client !== undefined) await endWithTimeout(client.end().catch(() => {}));
  }

  #clientOnNotification({ payload = '' }: Notification): void {
    const space = payload.indexOf(' ');
    if (payload.slice(0, space) !== this.#sender) this.#emit(payload.slice(space + 1));
  }

  #emit(id: string | undefined): void {
    for (const { listener } of [...this.#listeners]) listener(id);
  }
}
