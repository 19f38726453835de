/**
 * The path of HTTP with SSE, the transport of 2024-11-05, for every world. `setup` recognizes the transport by this path.
 */
export const SSE_PATH = '/sse';
