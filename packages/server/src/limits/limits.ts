/** The bounds, in one place. All of them are the operator's to change. */
export interface Limits {
  readonly bodyBytes: number;
  readonly jsonDepth: number;
  /** Members of objects and elements of arrays that one message may have. */
  readonly jsonMembers: number;
  /** The most one result may have: what is larger belongs in pages or behind a link. */
  readonly resultBytes: number;
  readonly uriBytes: number;
  readonly batch: number;
  /** How long a handler may run before it is cancelled; progress starts the time anew. */
  readonly handlerMs: number;
  /** How long a call may last whatever it reports. */
  readonly longestCallMs: number;
  /** How long a question to the client may stay unanswered. */
  readonly answerMs: number;
  readonly sessions: number;
  readonly sessionIdleMs: number;
  /** What a session keeps of its client's capabilities. */
  readonly capabilitiesBytes: number;
  /** Resources one client may watch at once. */
  readonly subscriptions: number;
  /** Messages kept for a session while nobody reads them. */
  readonly mailbox: number;
  /** The same in bytes. */
  readonly mailboxBytes: number;
  readonly tasks: number;
  /** How long a task may work without a word. */
  readonly taskMs: number;
  /** How long a finished task can still be read. */
  readonly taskTtlMs: number;
  /** How long a question asked in a result may be answered by a retry. */
  readonly requestStateMs: number;
  readonly pageSize: number;
  /** Streams open at once, over all clients. */
  readonly streams: number;
  readonly streamsPerSession: number;
  /** Bytes waiting for one reader before it counts as stalled, and is closed. */
  readonly queueBytes: number;
  /** The same, where it lasts: more than this, of which nothing moves for `queueSoftMs`. */
  readonly queueSoftBytes: number;
  readonly queueSoftMs: number;
  /** Messages of one stream kept for a client that comes back. */
  readonly replayEvents: number;
  readonly replayBytes: number;
  readonly heartbeatMs: number;
  readonly headersMs: number;
  readonly requestMs: number;
  readonly keepAliveMs: number;
  /** How long a stopping server waits for requests in flight. */
  readonly drainMs: number;
  /** Failed credentials per address and minute before it has to wait. */
  readonly authFailures: number;
  /** HTTP connections open at once. A quarter of them is kept for connections without a credential or a request so far. */
  readonly httpConnections: number;
  /** Calls of one principal in flight over HTTP. */
  readonly callsInFlight: number;
  /** HTTP requests of one principal in a second, where tokens tell principals apart. */
  readonly requestsPerSecond: number;
  /** Connections of the frames wire open at once, and requests of one of them in flight. */
  readonly connections: number;
  readonly callsPerConnection: number;
  /** How long a client of the frames wire may take to authenticate, where it must, and the longest message before that. */
  readonly authenticateMs: number;
  readonly authenticateBytes: number;
  /** Request bodies and messages held over all clients, from their arrival until they are answered. */
  readonly arrivingBytes: number;
  /** Answers and events that wait for their readers, over all clients. */
  readonly waitingBytes: number;
  /** How long an answer may wait without any byte of it being read, before its connection is closed. */
  readonly stalledMs: number;
  /** Events kept for clients that resume, over all sessions. */
  readonly replayTotalBytes: number;
  /** Names, capabilities and undelivered notifications of all sessions. */
  readonly sessionBytes: number;
  /** Subscriptions of all clients. */
  readonly subscriptionBytes: number;
  /** Tasks of all clients: their requests and questions while they work, and their results after that. */
  readonly taskBytes: number;
  /** The part of each of these that one principal may hold, in percent. */
  readonly principalPercent: number;
}

export const DEFAULT_LIMITS: Limits = {
  bodyBytes: 4 * 1024 * 1024,
  jsonDepth: 64,
  jsonMembers: 50_000,
  resultBytes: 16 * 1024 * 1024,
  uriBytes: 8 * 1024,
  batch: 50,
  handlerMs: 60_000,
  longestCallMs: 3_600_000,
  answerMs: 600_000,
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
  arrivingBytes: 64 * 1024 * 1024,
  waitingBytes: 128 * 1024 * 1024,
  stalledMs: 15_000,
  replayTotalBytes: 32 * 1024 * 1024,
  sessionBytes: 32 * 1024 * 1024,
  subscriptionBytes: 32 * 1024 * 1024,
  taskBytes: 32 * 1024 * 1024,
  principalPercent: 50,
};
