/** What a document promises, in one sentence that a test can prove. */
export interface Requirement {
  readonly document: string;
  readonly section: string;
  readonly claim: string;
}

const HTTP = 'streamable-http-client-compat.zh.md';
const FRAMES = 'framed-tcp-protocol.md';
const UNIVERSE = 'universe-mcp-server.md';

/**
 * Every requirement by its id. A test proves it by naming the id in its title, in brackets; the ids follow the
 * sections of their document. What a document says twice stands here once, where it says it first in full.
 */
export const REQUIREMENTS: Readonly<Record<string, Requirement>> = {
  ...from(HTTP, 'HTTP', '1 Overview', {
    '1.1': 'One URL answers POST with JSON or with an event stream, and GET with an event stream.',
    '1.2': 'A session is opened in revision 2025-06-18, and in 2025-03-26 for older clients.',
  }),
  ...from(HTTP, 'HTTP', '2 CORS', {
    '2.1': 'Pages may read the response header mcp-session-id.',
    '2.2': 'Responses allow the origin of the page that asks, where the operator allows it.',
    '2.3': 'Pages may send GET, POST and OPTIONS, and DELETE.',
    '2.4': 'Pages may send Content-Type, Accept, Authorization, mcp-protocol-version and mcp-session-id.',
  }),
  ...from(HTTP, 'HTTP', '3.1 Request headers', {
    '3.1.1': 'A POST with Content-Type: application/json is served.',
    '3.1.2': 'Accept: application/json, text/event-stream lets the server answer with either.',
    '3.1.3': 'mcp-protocol-version names the revision, such as 2025-06-18.',
    '3.1.4': 'initialize comes without a session header; later requests carry the id that was given.',
    '3.1.5':
      'Authorization: Bearer is optional: checked where the server asks for it, harmless where it does not.',
  }),
  ...from(HTTP, 'HTTP', '3.2 GET', {
    '3.2.1': 'GET opens a long-lived event stream for what the server has to say.',
    '3.2.2': 'A plain GET without parameters answers 200 with a short description, never 405.',
    '3.2.3': 'An event stream is text/event-stream, not cached, on a connection that is kept alive.',
  }),
  ...from(HTTP, 'HTTP', '3.3 POST', {
    '3.3.1':
      'A body is JSON-RPC 2.0: a version, an id that is a number or a text, a method, and perhaps params.',
    '3.3.2': 'initialize, notifications/initialized, tools/list and tools/call are served.',
  }),
  ...from(HTTP, 'HTTP', '4.1 Session id', {
    '4.1.1': 'The answer to initialize carries mcp-session-id as a header, as JSON and as an event stream.',
    '4.1.2': 'A request of a session that expired answers 404.',
  }),
  ...from(HTTP, 'HTTP', '4.2 JSON or SSE', {
    '4.2.1': 'A JSON answer is application/json and holds one JSON-RPC object.',
    '4.2.2': 'An SSE answer is text/event-stream, its events parted by an empty line.',
    '4.2.3': 'The data of an event is one JSON-RPC object on a single line.',
    '4.2.4': 'An event of an answer has the type message, or none.',
    '4.2.5': 'A success has jsonrpc, the id of its request, and result.',
    '4.2.6': 'A failure has jsonrpc, the id of its request, and error with code, message and perhaps data.',
  }),
  ...from(HTTP, 'HTTP', '4.3 initialize', {
    '4.3.1': 'The result of initialize holds serverInfo.',
    '4.3.2': 'The result of initialize holds serverInfo when it comes as an event, too.',
  }),
  ...from(HTTP, 'HTTP', '4.4 notifications/initialized', {
    '4.4.1': 'The notification gets a success without a body, and the session stays.',
  }),
  ...from(HTTP, 'HTTP', '4.5 tools/list', {
    '4.5.1': 'The result is an object with an array of tools, each with a name.',
    '4.5.2': 'A progress token in the request does no harm.',
    '4.5.3': 'As an event stream the whole list is one message.',
  }),
  ...from(HTTP, 'HTTP', '4.6 tools/call', {
    '4.6.1': 'A call has name and arguments; its result has content, each item with its type.',
    '4.6.2': 'As an event stream the final result is one message.',
  }),
  ...from(HTTP, 'HTTP', '5 Timeouts and errors', {
    '5.1': 'A request is answered before the 120 seconds for which its client waits.',
    '5.2': 'A quiet stream shows a sign of life before the 180 seconds after which its client closes it.',
    '5.3': 'After a 404 a client that initializes anew goes on.',
    '5.4': 'Errors have the codes of JSON-RPC 2.0 and MCP, -32603 for an internal one.',
  }),
  ...from(FRAMES, 'FRAME', '1 Frame format', {
    '1.1': 'A frame begins with its length as four bytes, little-endian and unsigned.',
    '1.2': 'The payload is JSON-RPC in UTF-8; the length counts its bytes.',
    '1.3': 'A receiver reads exactly as many bytes as the length says.',
    '1.4': 'A frame with fewer bytes is truncated, which is a protocol error.',
  }),
  ...from(FRAMES, 'FRAME', '2 JSON-RPC fields', {
    '2.1': 'jsonrpc is always "2.0".',
    '2.2': 'id is a text or a number, required in requests and repeated in responses.',
    '2.3': 'method stands in requests and never in responses.',
    '2.4': 'params is an object, and null or left out where a method has none.',
    '2.5': 'result stands in successful responses alone.',
    '2.6': 'error stands in failures alone, an object with code, message and perhaps data.',
    '2.7': 'A response has result or error, never both.',
  }),
  ...from(FRAMES, 'FRAME', '3 Error codes', {
    '3.1': '-32600, -32601, -32602 and -32603 mean what they mean in JSON-RPC 2.0.',
    '3.2': '1000 is a failed authentication, 1001 a failed health check; codes of our own begin at 1000.',
  }),
  ...from(UNIVERSE, 'REQ-MCP', '1 Tool registration', {
    '1': 'There are exactly three tools: get_universe_state, list_universe_commands and send_universe_command.',
    '2': 'Each tool has a name, a description for people, and an input schema that is enforced.',
    '3': 'get_universe_state requires universeId, a string.',
    '4': 'list_universe_commands requires universeId, a string.',
    '5': 'send_universe_command requires universeId, a string, and command, an object with at least a type.',
  }),
  ...from(UNIVERSE, 'REQ-MCP', '2 Tool handler behavior', {
    '6': 'get_universe_state reads the state from the store and returns it as text.',
    '7': 'list_universe_commands returns all command types by category, whatever the state of the universe.',
    '8': 'send_universe_command goes through the service that the REST commands go through.',
    '9': 'send_universe_command returns what came of the command as text, with the new state or the events.',
  }),
  ...from(UNIVERSE, 'REQ-MCP', '3 Response format', {
    '10': 'Every result has content: one or more entries of type text, each with a text.',
    '11': 'A success does not set isError, or sets it to false.',
    '12': 'The text of a state and of a command result is valid JSON.',
    '13': 'The text of the listing has the categories and their command types.',
  }),
  ...from(UNIVERSE, 'REQ-MCP', '4 Error handling', {
    '14': 'A universe that is not found gives isError and a message that says so.',
    '15': 'An unexpected error gives isError and a description, and the server goes on.',
    '16': 'An error names the universe it happened in.',
  }),
  ...from(UNIVERSE, 'REQ-MCP', '5 Transport and session management', {
    '17': 'MCP is served over Streamable HTTP at one path, /mcp.',
    '18': 'The path takes POST for messages, GET for the event stream and DELETE for the end of a session.',
    '19': 'Sessions are stateful, and each new one gets an identifier of its own.',
    '20': 'The identifier is in the response header mcp-session-id.',
    '21': 'A POST without a valid session identifier initiates a new session by the initialize handshake.',
    '22': 'DELETE with a valid identifier terminates the session and releases what it held.',
    '23': 'GET and DELETE with an unknown or expired identifier get an HTTP error.',
  }),
  ...from(UNIVERSE, 'REQ-MCP', '6 Coexistence', {
    '24': 'MCP and the HTTP routes live side by side, and the routes stay fully operational.',
    '25': 'The event stream on GET /mcp does not interfere with any other event stream.',
  }),
  ...from(UNIVERSE, 'MCP', '7 Scenarios', {
    '1': 'tools/list by POST /mcp gives exactly the 3 tools by their names.',
    '2': 'Any tool definition has a name, a description and an inputSchema object, none of them empty.',
    '3': 'In the schema of get_universe_state universeId is a required string.',
    '4': 'In the schema of list_universe_commands universeId is a required string.',
    '5': 'In the schema of send_universe_command universeId and command, with its type, are required.',
    '6a': 'The state of an existing universe "u-1" is in the content, serialized.',
    '6b': 'The deserialized state of a universe with 3 stars includes the 3 stars.',
    '7': 'For any valid universeId the content lists all 10 categories and their command types.',
    '8': 'A tick for "u-1" goes through the service of the REST endpoint, is persisted, and is broadcast.',
    '9': 'The text of a command that succeeded has its result, including the updated state.',
    '10': 'Any result, success or error, has content, each entry of type text with a text that is not empty.',
    '11': 'In the result of a get_universe_state that succeeds, isError is absent or false.',
    '12': 'The text of get_universe_state parses as JSON and is the state.',
    '13': 'The text of the listing refers to all 10 categories by name.',
    '14a': 'get_universe_state for "u-missing" gives isError, and the text says that it was not found.',
    '14b': 'send_universe_command for "u-missing" gives isError, and the text says that it was not found.',
    '15': 'After a command whose processing throws, isError has a description and later calls are served.',
    '16': 'The text of an error for "u-42" includes "u-42".',
    '17': 'POST /mcp with initialize gives a successful response and a session identifier.',
    '18a': 'POST /mcp with tools/call and the session header gives a JSON-RPC response.',
    '18b': 'GET /mcp with the session header opens an event stream for notifications.',
    '18c': 'DELETE /mcp with the session header terminates the session and answers with success.',
    '19': 'Two clients that both have a session have different identifiers.',
    '20': 'The response to initialize has a header mcp-session-id that is not empty.',
    '21': 'POST /mcp with initialize and no session header creates a session and returns its identifier.',
    '22': 'After DELETE /mcp the session is gone, and GET and DELETE with its identifier get an error.',
    '23': 'GET /mcp with the identifier of no session gets 400 or 404.',
    '24': 'GET /health, GET /universes and POST /universes/:id/commands respond as before beside /mcp.',
    '25': 'With the stream on GET /mcp open, the stream of commands works independently, and so does the first.',
  }),
};

function from(
  document: string,
  prefix: string,
  section: string,
  claims: Readonly<Record<string, string>>,
): Record<string, Requirement> {
  return Object.fromEntries(
    Object.entries(claims).map(([number, claim]) => [`${prefix}-${number}`, { document, section, claim }]),
  );
}
