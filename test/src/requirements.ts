/** A requirement of a document, in one sentence that a test can prove. */
export interface Requirement {
  readonly document: string;
  readonly section: string;
  readonly claim: string;
}

const HTTP = 'streamable-http-client-compat.zh.md';
const FRAMES = 'framed-tcp-protocol.md';
const UNIVERSE = 'universe-mcp-server.md';
const EXPLORER = 'unity-explorer-interface.md';
const UNREAL = 'unreal-mcp-server.md';

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
    '5.3': 'After a 404 a client that initializes again is served.',
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
    '2.4':
      'params is an object or an array, and null or left out where a method has none; methods here take objects.',
    '2.5': 'result stands in successful responses alone.',
    '2.6': 'error stands in failures alone, an object with code, message and perhaps data.',
    '2.7': 'A response has result or error, never both.',
  }),
  ...from(FRAMES, 'FRAME', '3 Error codes', {
    '3.1': '-32600, -32601, -32602 and -32603 mean what they mean in JSON-RPC 2.0.',
    '3.2': '1000 is a failed authentication, 1001 a failed health check; codes of our own begin at 1000.',
  }),
  ...from(FRAMES, 'FRAME', '4 Examples', {
    '4.1': 'session.authenticate with a known token answers with a sessionId.',
    '4.2': 'session.authenticate with any other token fails with 1000, "Authentication failed".',
    '4.3': 'transport.healthCheck with null for params answers with the status "ok".',
    '4.4': 'transport.healthCheck fails with 1001 while a served world is not ready.',
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
  ...from(EXPLORER, 'UNITY', '1 Interface', {
    '1.1': 'JSON-RPC 2.0 is served by POST /message, and by POST /mcp as its alias.',
    '1.2': 'unity-explorer-mcp.json in the temporary folder has pid, baseUrl, port, modeHints and startedAt.',
    '1.3': 'Everything is read-only by default: mutating tools require allowWrites.',
    '1.4': 'Where requireConfirm is on, mutating tools require a confirmation too.',
  }),
  ...from(EXPLORER, 'UNITY', '2 Transport and handshake', {
    '2.1':
      'initialize, notifications/initialized, ping, list_tools, list_resources, call_tool, read_resource and stream_events are served.',
    '2.2':
      'initialize answers with 2024-11-05, list changes of tools and resources, streamEvents, a name and instructions.',
    '2.3': 'A notification without an id gets 202 and no body; with one it gets the result { ok: true }.',
    '2.4':
      'list_tools gives name, description and a JSON Schema with enums for constrained arguments, and no cancellation tokens.',
    '2.5': 'list_resources gives uri, name, description and mimeType of every unity:// resource.',
    '2.6': 'call_tool wraps its result as one text with mimeType application/json, and the same as json.',
    '2.7': 'call_tool broadcasts a tool_result notification, whether it succeeded or failed.',
    '2.8': 'read_resource wraps its result as contents with uri, mimeType application/json and text.',
    '2.9': 'GET /read?uri= answers 200 with the resource, or 4xx with JSON.',
    '2.10':
      'GET / as text/event-stream mirrors notifications, results and errors as data frames until the client leaves.',
    '2.11': 'GET /mcp, with or without a query, is the same stream.',
    '2.12':
      'Pages may send Content-Type and Authorization by GET, POST and OPTIONS, where the operator allows their origin.',
    '2.13': 'OPTIONS answers 204 with these headers on every path.',
    '2.14': 'stream_events answers with JSON lines: notifications with an event and a payload.',
    '2.15': 'A stream that disconnects leaves nothing behind; until then it stays open.',
    '2.16':
      'Of more than 32 requests in flight the next is refused as RateLimited, with the message of the document.',
  }),
  ...from(EXPLORER, 'UNITY', '3 Resources', {
    '3.1': 'unity://status is a StatusDto, whose Selection mirrors what is inspected.',
    '3.2': 'unity://scenes is a page of SceneDto, with scn:ddol at -1 and scn:hide at -2.',
    '3.3':
      'unity://scene/{sceneId}/objects is a page of ObjectCardDto by limit and offset, of pseudo-scenes too.',
    '3.4': 'unity://object/{id} is an ObjectCardDto.',
    '3.5': 'unity://object/{id}/components is a page of ComponentCardDto.',
    '3.6': 'unity://object/{id}/component/members is a page of InspectorMemberDto, with methods when asked.',
    '3.7':
      'unity://object/{id}/component/member has type, valueText up to 1024 characters, and valueJson of small values.',
    '3.8': 'unity://object/{id}/children is a page of the direct children, which may be empty.',
    '3.9': 'unity://search is a page of ObjectCardDto by query, name, type, path and activeOnly.',
    '3.10': 'unity://selection is a SelectionDto, and a change of it is streamed.',
    '3.11': 'unity://clipboard is a ClipboardDto.',
    '3.12': 'unity://camera/active is a CameraInfoDto, with <none> where there is no camera.',
    '3.13': 'unity://freecam is a FreecamDto.',
    '3.14': 'unity://logs/tail has the newest lines by count, those of failed requests among them.',
    '3.15': 'unity://console/scripts is a page of ConsoleScriptDto.',
    '3.16': 'unity://hooks is a page of HookDto.',
  }),
  ...from(EXPLORER, 'UNITY', '4.1 Read tools', {
    '4.1.1': 'GetStatus gives what unity://status has.',
    '4.1.2': 'ListScenes gives a page of SceneDto with the pseudo-scenes at negative indexes.',
    '4.1.3': 'ListBuildScenes gives a page of BuildSceneDto: index, the name of the file, and its path.',
    '4.1.4': 'ListObjects gives a page of ObjectCardDto by scene, name, type and activeOnly.',
    '4.1.5': 'GetObject gives an ObjectCardDto by obj:<instanceId>.',
    '4.1.6': 'GetComponents gives a page of ComponentCardDto.',
    '4.1.7': 'ListComponentMembers gives fields and properties, and methods when asked.',
    '4.1.8':
      'ReadComponentMember gives type, valueText within 1024 characters, ids for objects, and small valueJson.',
    '4.1.9': 'ListChildren gives a page of direct children only.',
    '4.1.10': 'GetVersion gives a VersionInfoDto.',
    '4.1.11': 'SearchObjects gives a page of ObjectCardDto by query, name, type, path and activeOnly.',
    '4.1.12': 'GetCameraInfo gives a CameraInfoDto.',
    '4.1.13': 'GetFreecam gives what unity://freecam has.',
    '4.1.14': 'MousePick in the world gives the hit, and null for Items.',
    '4.1.15': 'MousePick in the user interface gives all hits, topmost first, and Id is the first of them.',
    '4.1.16': 'TailLogs gives the newest log lines, 200 unless told.',
    '4.1.17': 'ReadConsoleScript gives a ConsoleScriptFileDto.',
    '4.1.18': 'GetSelection gives a SelectionDto.',
    '4.1.19': 'GetClipboard gives a ClipboardDto.',
    '4.1.20': 'GetTimeScale gives ok, value and locked.',
  }),
  ...from(EXPLORER, 'UNITY', '4.2 Guarded writes', {
    '4.2.1': 'SetConfig changes the gates and the allowlists.',
    '4.2.2': 'GetConfig gives the settings, sanitized.',
    '4.2.3': 'hookAllowlistSignatures holds full names of types.',
    '4.2.4': 'SetActive switches an object.',
    '4.2.5': 'SelectObject selects an object and triggers a selection notification.',
    '4.2.6': 'SetMember sets a member that reflectionAllowlistMembers has as <Type>.<Member>.',
    '4.2.7': 'CallMethod calls a method of reflectionAllowlistMembers and gives its result.',
    '4.2.8': 'AddComponent adds a component whose type componentAllowlist has.',
    '4.2.9': 'RemoveComponent removes by type or index, where componentAllowlist has the type.',
    '4.2.10': 'HookAdd hooks a method by its name or its full signature.',
    '4.2.11': 'HookRemove removes a hook.',
    '4.2.12': 'Reparent puts an object under another one.',
    '4.2.13': 'DestroyObject destroys an object.',
    '4.2.14': 'ConsoleEval runs code and gives its result, where enableConsoleEval is on.',
    '4.2.15': 'LoadScene loads a scene, single or additive, and gives name and mode.',
    '4.2.16': 'SetTimeScale clamps the value to 0 to 4 and can lock it.',
    '4.2.17': 'SpawnTestUi gives the root and the blocks with their ids.',
    '4.2.18': 'DestroyTestUi removes the test interface.',
    '4.2.19':
      'A tool error is { ok: false, error: { kind, message, hint? } }, with the kinds of JSON-RPC errors.',
  }),
  ...from(EXPLORER, 'UNITY', '4.3 Clipboard', {
    '4.3.1': 'A preview has the value with its type, within 256 characters.',
    '4.3.2': 'ObjectId is there while the clipboard holds a live object, and null otherwise.',
    '4.3.3': 'SetClipboardText puts a text into the clipboard.',
    '4.3.4': 'SetClipboardObject puts an object into the clipboard.',
    '4.3.5': 'ClearClipboard empties it.',
  }),
  ...from(EXPLORER, 'UNITY', '4.4 Freecam', {
    '4.4.1': 'SetFreecamEnabled switches the freecam.',
    '4.4.2': 'SetFreecamSpeed clamps the speed to a safe range and gives it.',
    '4.4.3': 'SetFreecamPose moves the active freecam, and the pose that is kept while it is off.',
  }),
  ...from(EXPLORER, 'UNITY', '5.1 Console scripts', {
    '5.1.1': 'unity://console/script?path= is a ConsoleScriptFileDto.',
    '5.1.2': 'Paths stay inside the Scripts folder and end with .cs; any other is an InvalidArgument.',
    '5.1.3': 'Content is truncated at 256 KB.',
    '5.1.4': 'Reading strips a leading BOM, and writing emits none.',
    '5.1.5': 'GetStartupScript gives the script, or the disabled one with enabled false.',
    '5.1.6': 'WriteConsoleScript writes a script.',
    '5.1.7': 'DeleteConsoleScript deletes a script; a missing file is NotFound.',
    '5.1.8': 'RunConsoleScript runs a script where enableConsoleEval is on.',
    '5.1.9': 'SetStartupScriptEnabled renames startup.cs to startup.disabled.cs and back.',
    '5.1.10':
      'WriteStartupScript overwrites startup.cs and removes the disabled copy, without enableConsoleEval.',
    '5.1.11': 'RunStartupScript runs startup.cs or else the disabled one, and gives result and path.',
  }),
  ...from(EXPLORER, 'UNITY', '5.2 Hooks', {
    '5.2.1': 'HookListAllowedTypes mirrors hookAllowlistSignatures.',
    '5.2.2': 'HookListMethods gives a page of names and signatures by filter.',
    '5.2.3': 'HookGetSource gives the source of a hook.',
    '5.2.4': 'HookSetEnabled switches a hook.',
    '5.2.5': 'HookSetSource sets the source, where enableConsoleEval is on.',
    '5.2.6': 'A name that several methods have is an InvalidArgument with a hint to pass the signature.',
  }),
  ...from(EXPLORER, 'UNITY', '6 Streams and notifications', {
    '6.1': 'stream_events begins with snapshots of scenes and selection.',
    '6.2': 'The event stream delivers the same payloads as stream_events.',
    '6.3': 'log has level, message, source, t, and perhaps a category.',
    '6.4': 'selection has what unity://selection has.',
    '6.5': 'scenes has what unity://scenes has, once on open.',
    '6.6': 'scenes_diff has the ids of scenes added and removed.',
    '6.7': 'tool_result has name and result, or name and an error with code, message and data.',
    '6.8': 'A stream that is not read keeps 256 messages, drops the oldest, and is warned about once.',
    '6.9': 'Results and errors of other requests are mirrored onto the streams.',
  }),
  ...from(EXPLORER, 'UNITY', '7 Error envelope and rate limits', {
    '7.1': 'An error has a code, a message, and data with kind and perhaps hint and detail.',
    '7.2': 'NotReady is -32002 with HTTP 503.',
    '7.3': 'PermissionDenied is -32003 with HTTP 403.',
    '7.4': 'NotFound is -32004 with HTTP 404.',
    '7.5': 'RateLimited is -32005 with HTTP 429.',
    '7.6': 'InvalidArgument is -32602 with HTTP 400.',
    '7.7': 'Internal is -32603 with HTTP 500.',
    '7.8': 'Errors are in the log as [MCP] error <code>: <message>.',
  }),
  ...from(UNREAL, 'UNREAL', '2 Core architecture', {
    '2.1': 'The server listens on a port that can be configured, 30069 unless it is.',
    '2.2': 'Messages arrive by POST at one endpoint, from clients that accept JSON and event streams.',
    '2.3': 'A POST of notifications or responses alone gets 202 without a body.',
    '2.4': 'A request gets one JSON response as application/json.',
    '2.5': 'Work that has more to say before its result answers as text/event-stream.',
    '2.6': 'GET with text/event-stream opens a stream for what the server has to say.',
    '2.7': 'A long operation does not hold up others.',
    '2.8': 'The server ends gracefully: what is in flight finishes.',
  }),
  ...from(UNREAL, 'UNREAL', '3.1 JSON-RPC 2.0', {
    '3.1.1': 'Requests and responses are JSON-RPC 2.0, with ids that are texts or numbers.',
    '3.1.2': 'Errors have the standard codes: parse, request, method, params, internal.',
  }),
  ...from(UNREAL, 'UNREAL', '3.2 Lifecycle', {
    '3.2.1': 'initialize negotiates the version: a client of 2025-03-26 is given 2025-03-26.',
    '3.2.2': 'initialize answers with protocolVersion, serverInfo and capabilities.',
    '3.2.3': 'The answer to initialize has the session in the header Mcp-Session-Id.',
    '3.2.4': 'notifications/initialized gets 202.',
    '3.2.5': 'shutdown answers null; afterwards only exit is accepted on that session.',
    '3.2.6': 'exit ends the session.',
    '3.2.7': 'DELETE with the session header ends the session.',
    '3.2.8': '$/cancelRequest cancels an operation that takes long.',
  }),
  ...from(UNREAL, 'UNREAL', '4 Streamable HTTP', {
    '4.1': 'There is one path, /mcp, for all communication.',
    '4.2': 'A client that was given a session sends it with every request; an unknown one is 404.',
    '4.3': 'Notifications of the server reach the client over an open event stream.',
    '4.4': 'TLS: clients connect over https.',
    '4.5': 'The Origin header is validated on every request.',
    '4.6': 'The server binds to 127.0.0.1 unless it is told otherwise.',
    '4.7': 'Session identifiers cannot be guessed.',
  }),
  ...from(UNREAL, 'UNREAL', '5.1 Tools', {
    '5.1.1': 'tools/list gives the definitions of all tools.',
    '5.1.2': 'tools/call takes toolName and toolInput.',
    '5.1.3': 'The input is validated against the schema of the tool.',
    '5.1.4': 'The result has contentType and content, with texts and images.',
    '5.1.5': 'notifications/tools/list_changed is declared, and sent when the tools change.',
    '5.1.6': 'A tool logs a message.',
    '5.1.7': 'A tool gives the state of the editor.',
  }),
  ...from(UNREAL, 'UNREAL', '5.2 Resources', {
    '5.2.1': 'resources/list gives assets by their paths: Blueprints, textures, materials, levels.',
    '5.2.2': 'resources/list gives objects of the editor and the state of the game.',
    '5.2.3': 'resources/get_content gives the content of a resource by its uri.',
    '5.2.4': 'The content of a Blueprint is T3D text.',
    '5.2.5': 'The content of a texture is its pixels.',
    '5.2.6':
      'resources/subscribe lets a client hear of changes, as notifications/resources/content_changed where it asks for that.',
  }),
  ...from(UNREAL, 'UNREAL', '5.3 Prompts', {
    '5.3.1': 'prompts/list gives the prompts.',
    '5.3.2': 'prompts/get_template gives the structure of a prompt, with its placeholders.',
    '5.3.3': 'prompts/render takes uri and variables and gives messages.',
  }),
  ...from(UNREAL, 'UNREAL', '5.4 Utilities', {
    '5.4.1': 'ping is answered.',
    '5.4.2': '$/progress tells how far a long tool call is.',
  }),
  ...from(UNREAL, 'UNREAL', '6 Data structures', {
    '6.1': 'Missing fields and wrong types are InvalidParams.',
  }),
  ...from(UNREAL, 'UNREAL', '7 Errors and logging', {
    '7.1': 'Every error is a valid JSON-RPC error response, without a stack.',
    '7.2': 'What goes wrong inside is in the log of the server.',
  }),
  ...from(UNREAL, 'UNREAL', '8 Modularity and configuration', {
    '8.1': 'Port and features are configured by an INI file.',
    '8.2': 'Tools, resources and prompts are registered by the world, by name, and doubles are refused.',
  }),
  ...from(UNREAL, 'UNREAL', '11 Future considerations', {
    '11.1': 'A tool may ask the model of the client (sampling/createMessage).',
    '11.2': 'A tool may ask for the folders of the client (roots/list).',
    '11.3': 'Tools have structured output, with its schema.',
    '11.4': 'Callers prove who they are by a token where the operator wants it.',
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
