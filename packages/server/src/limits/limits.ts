/** All limits. The operator changes them with `limits` in the configuration file; docs/limits.md explains them. */
export interface Limits {
  readonly bodyBytes: number;
  readonly jsonDepth: number;
  /** Object members and array elements in one message. */
  readonly jsonMembers: number;
  /** Size of one result. Larger data belongs in pages or behind a link. */
  readonly resultBytes: number;
  /** Size of one answer of a tool or resource that only reads, unless the client asks for more with `maxBytes`. */
  readonly answerBytes: number;
  readonly uriBytes: number;
  readonly batch: number;
  /** Time limit of a handler. Each progress report restarts it. */
  readonly handlerMs: number;
  /** Time limit of a call, progress or not. */
  readonly longestCallMs: number;
  /** Time limit for the client's answer to a question. */
  readonly answerMs: number;
  /** Calls that wait for the approval of a person, in all worlds. */
  readonly approvals: number;
  /** How long a call waits for it. */
  readonly approvalMs: number;
  /** Open sessions of the console. When all are in use, a new one ends the oldest of the principal with the most. */
  readonly consoleSessions: number;
  readonly sessions: number;
  readonly sessionIdleMs: number;
  /** Size of the capabilities that a client declares. */
  readonly capabilitiesBytes: number;
  /** Resources that one client watches at once. */
  readonly subscriptions: number;
  /** Messages kept for a session without a reader. */
  readonly mailbox: number;
  /** The same in bytes. */
  readonly mailboxBytes: number;
  readonly tasks: number;
  /** Time limit of a task without a status change. */
  readonly taskMs: number;
  /** How long a finished task is kept. */
  readonly taskTtlMs: number;
  /** How long a `requestState` is valid. */
  readonly requestStateMs: number;
  readonly pageSize: number;
  /** Open streams of all clients. */
  readonly streams: number;
  readonly streamsPerSession: number;
  /** Bytes queued for one reader before its connection is closed. */
  readonly queueBytes: number;
  /** The same, if nothing of it is read for `queueSoftMs`. */
  readonly queueSoftBytes: number;
  readonly queueSoftMs: number;
  /** Events of one stream kept for a client that resumes. */
  readonly replayEvents: number;
  readonly replayBytes: number;
  readonly heartbeatMs: number;
  readonly headersMs: number;
  readonly requestMs: number;
  readonly keepAliveMs: number;
  /** How long a stopping server waits for requests in flight. */
  readonly drainMs: number;
  /** Wrong credentials per address and minute before requests of the address are delayed. */
  readonly authFailures: number;
  /** Open HTTP connections. A quarter is reserved for connections without a valid request so far. */
  readonly httpConnections: number;
  /** HTTP calls of one principal in flight. */
  readonly callsInFlight: number;
  /** HTTP requests of one principal per second, if tokens are configured. */
  readonly requestsPerSecond: number;
  /** Open frames connections, and requests in flight on each. */
  readonly connections: number;
  readonly callsPerConnection: number;
  /** Time limit for the authentication of a frames client, and its message size before that. */
  readonly authenticateMs: number;
  readonly authenticateBytes: number;
  /** Requests of all clients, from arrival to reply. */
  readonly arrivingBytes: number;
  /** Replies and events queued for all clients. */
  readonly waitingBytes: number;
  /** How long a client may read nothing of a reply before its connection is closed. */
  readonly stalledMs: number;
  /** Events kept for clients that resume, in all sessions. */
  readonly replayTotalBytes: number;
  /** Names, capabilities and undelivered notifications of all sessions. */
  readonly sessionBytes: number;
  /** Subscriptions of all clients. */
  readonly subscriptionBytes: number;
  /** Tasks of all clients: requests and questions of running ones, results of finished ones. */
  readonly taskBytes: number;
  /** Share of one principal in each of these, in percent. */
  readonly principalPercent: number;
}

export const DEFAULT_LIMITS: Limits = {
  bodyBytes: 16 * 1024 * 1024,
  jsonDepth: 64,
  jsonMembers: 500_000,
  resultBytes: 16 * 1024 * 1024,
  answerBytes: 64 * 1024,
  uriBytes: 8 * 1024,
  batch: 50,
  handlerMs: 60_000,
  longestCallMs: 3_600_000,
  answerMs: 600_000,
  approvals: 1_000,
  approvalMs: 600_000,
  consoleSessions: 100,
  sessions: 1_000,
  sessionIdleMs: 15 * 60_000,
  capabilitiesBytes: 16 * 1024,
  subscriptions: 1_000,
  mailbox: 64,
  mailboxBytes: 64 * 1024,
  tasks: 1_000,
  taskMs: 6 * 3_600_000,
  taskTtlMs: 15 * 60_000,
  requestStateMs: 15 * 60_000,
  pageSize: 200,
  streams: 5_000,
  streamsPerSession: 16,
  queueBytes: 1024 * 1024,
  queueSoftBytes: 256 * 1024,
  queueSoftMs: 10_000,
  replayEvents: 256,
  replayBytes: 1024 * 1024,
  heartbeatMs: 15_000,
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 30_000,
  drainMs: 10_000,
  authFailures: 10,
  httpConnections: 8_000,
  callsInFlight: 1_024,
  requestsPerSecond: 1_000,
  connections: 1_000,
  callsPerConnection: 4_096,
  authenticateMs: 5_000,
  authenticateBytes: 4 * 1024,
  arrivingBytes: 128 * 1024 * 1024,
  waitingBytes: 128 * 1024 * 1024,
  stalledMs: 15_000,
  replayTotalBytes: 32 * 1024 * 1024,
  sessionBytes: 32 * 1024 * 1024,
  subscriptionBytes: 32 * 1024 * 1024,
  taskBytes: 32 * 1024 * 1024,
  principalPercent: 50,
};
