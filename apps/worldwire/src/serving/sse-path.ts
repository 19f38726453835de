/**
 * Where every world serves HTTP with SSE, the transport of 2024-11-05, whatever else it has for a GET at its own path. `setup`
 * tells clients by this path which transport they call.
 */
export const SSE_PATH = '/sse';
