extends Reference

# The connection to the server. Dials, authenticates, and dials again when the connection is lost, with growing pauses.
# Never blocks on the socket.

signal opened(first_id)
signal closed(reason)

const WorldwireFrames = preload("frames.gd")
const WorldwireWriter = preload("json_writer.gd")
const WorldwireReader = preload("json_reader.gd")

enum { WAITING, DIALLING, GREETING, OPEN }

const MAX_FRAME := 8 * 1024 * 1024
const MAX_UNSENT := 64 * 1024 * 1024
const FIRST_PAUSE_MSEC := 250
const MAX_PAUSE_MSEC := 10000
const CONNECT_MSEC := 5000
# The server sends a ping after five quiet seconds, so a server that sends nothing for this time is lost.
const SILENCE_MSEC := 30000

# Texts of messages; those before _taken are done, because removing the first element of an array moves all others. Each is
# parsed when it is taken, so that many messages do not block a frame.
var _inbox := []
var _taken := 0
var _host: String
var _port: int
var _greeting: Dictionary
var _random := RandomNumberGenerator.new()
var _state := WAITING
var _peer: StreamPeerTCP
var _frames
var _unsent := PoolByteArray()
var _pause_msec := FIRST_PAUSE_MSEC
var _since := 0
var _next_try := 0


# The greeting has the parameters of session.authenticate. firstId is added once the server has given it.
func _init(host: String, port: int, greeting: Dictionary) -> void:
	_host = host
	_port = port
	_greeting = greeting
	_random.randomize()


func is_open() -> bool:
	return _state == OPEN


# Whether messages or bytes are waiting. Cheap.
func has_input() -> bool:
	return not _inbox.empty() or _state >= GREETING and _peer.get_available_bytes() > 0


func has_message() -> bool:
	return not _inbox.empty()


# Null if it is not JSON.
func next_message():
	var text: String = _inbox[_taken]
	_taken += 1
	if _taken == _inbox.size():
		_clear_inbox()
	return WorldwireReader.read(text)


# Called periodically: dials, and detects timeouts.
func poll() -> void:
	var now := OS.get_ticks_msec()
	if _state == WAITING:
		if now >= _next_try:
			_dial(now)
		return
	var status := _peer.get_status()
	if status == StreamPeerTCP.STATUS_CONNECTING:
		if now - _since > CONNECT_MSEC:
			_lose("no answer to the connection attempt")
	elif status != StreamPeerTCP.STATUS_CONNECTED:
		_lose("no server at this address" if _state == DIALLING else "the server closed the connection")
	elif _state == DIALLING:
		_greet(now)
	elif now - _since > (SILENCE_MSEC if _state == OPEN else CONNECT_MSEC):
		_lose("the server sent nothing")
	else:
		flush()


# Reads what has arrived.
func receive() -> void:
	_since = OS.get_ticks_msec()
	var got := _peer.get_partial_data(_peer.get_available_bytes())
	var texts: Array = _frames.push(got[1])
	for text in texts:
		_take(text)
		if _state < GREETING:
			return
	if got[0] != OK:
		_lose("the connection broke")
	elif not _frames.fault.empty():
		_lose(_frames.fault)


# Queues one message. flush() sends it.
func send(text: String) -> void:
	if _state >= GREETING:
		_unsent.append_array(WorldwireFrames.encode(text))


func flush() -> void:
	if _unsent.empty() or _state < GREETING:
		return
	var sent := _peer.put_partial_data(_unsent)
	if sent[0] != OK:
		_lose("the connection broke")
	elif sent[1] >= _unsent.size():
		_unsent = PoolByteArray()
	elif _unsent.size() - sent[1] > MAX_UNSENT:
		_lose("the server does not read")
	elif sent[1] > 0:
		_unsent = _unsent.subarray(sent[1], _unsent.size() - 1)


func close(reason: String) -> void:
	if _state != WAITING:
		_lose(reason)


func _dial(now: int) -> void:
	_peer = StreamPeerTCP.new()
	_frames = WorldwireFrames.new(MAX_FRAME)
	_unsent = PoolByteArray()
	_since = now
	_state = DIALLING
	if _peer.connect_to_host(_host, _port) != OK:
		_lose("cannot connect to %s" % _host)


func _greet(now: int) -> void:
	_peer.set_no_delay(true)
	_since = now
	_state = GREETING
	send(WorldwireWriter.text_of({"jsonrpc": "2.0", "id": 1, "method": "session.authenticate", "params": _greeting}))
	flush()


func _take(text: String) -> void:
	if _state == OPEN:
		_inbox.push_back(text)
		return
	var message = WorldwireReader.read(text)
	if message is Dictionary and message.get("result") is Dictionary:
		_state = OPEN
		_pause_msec = FIRST_PAUSE_MSEC
		emit_signal("opened", int(message.result.get("firstId", 1)))
	elif message is Dictionary and message.get("error") is Dictionary:
		_lose("the server refused: " + str(message.error.get("message", "")))


func _lose(reason: String) -> void:
	_state = WAITING
	_peer.disconnect_from_host()
	_clear_inbox()
	# A random part, so that many engines do not dial at the same moment.
	_next_try = OS.get_ticks_msec() + int(_pause_msec * _random.randf_range(0.5, 1.0))
	_pause_msec = int(min(_pause_msec * 2, MAX_PAUSE_MSEC))
	emit_signal("closed", reason)


func _clear_inbox() -> void:
	_inbox = []
	_taken = 0
