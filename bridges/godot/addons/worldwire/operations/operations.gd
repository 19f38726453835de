extends Reference

# Answers the server: one message in, one out, now or later. The only place where refusals become errors.

signal answered(text)

const Refusal = preload("../refusal.gd")
const Later = preload("../later.gd")
const Writer = preload("../wire/json_writer.gd")
const Keys = preload("../wire/keys.gd")
const READS := [
	"engine.describe", "engine.ping", "scene.list", "scene.builds", "object.list", "object.get", "component.list",
	"member.list", "member.read", "camera.get", "freecam.get", "pick.world", "pick.ui", "view.capture", "time.get",
	"hook.methods", "hook.list", "hook.source.get",
]
const KEY := "worldwire/operationKey"
const MAX_KEY := 1000
const FAILED := -32000
const NO_JSON := -32700
const NO_REQUEST := -32600
const NO_METHOD := -32601
# The server takes no longer messages: this is its limit for results, with room for what stands around one.
const LONGEST := 16 * 1024 * 1024 - 4096

# Names of what can be done here.
var names := []

# Counts connections: ids of requests mean something to the one they came by, and to no other.
var connection := 0

var _table := {}
var _keys := Keys.new()
var _waits
var _log


func _init(log_watch, waits) -> void:
	_log = log_watch
	_waits = waits


# Whoever is able to do something says by which function.
func add(handler, leave_out := []) -> void:
	var functions: Dictionary = handler.handlers()
	for name in functions:
		_table[name] = [handler, functions[name]]
		if not name in leave_out:
			names.append(name)


# Whether it was a call, and not only a question after our health.
func take(message) -> bool:
	if not message is Dictionary:
		_say(null, _error(NO_JSON, "this is no JSON object"))
		return false
	var id = message.get("id")
	var name = message.get("method")
	if not name is String:
		# An answer to nobody's question is not answered.
		if not message.has("result") and not message.has("error"):
			_say(id, _error(NO_REQUEST, "a request has a method"))
	elif name == "engine.ping":
		_say(id, "\"result\":{}")
	elif not _table.has(name):
		_say(id, _error(NO_METHOD, "there is no operation %s" % name, "unsupported"))
	else:
		var params = message.get("params")
		_run(id, name, {} if params == null else params)
		return true
	return false


func _run(id, name: String, params) -> void:
	if not params is Dictionary:
		_say(id, _refused(Refusal.new("invalid", "params is an object")))
		return
	var meta = params.get("_meta", {})
	params.erase("_meta")
	var key = meta.get(KEY) if meta is Dictionary else null
	var deadline = meta.get("deadlineMs") if meta is Dictionary else null
	_waits.deadline_msec = int(deadline) if deadline is float else 5000
	if not key is String or name in READS:
		_perform(id, name, params, null)
		return
	if key.length() > MAX_KEY:
		_say(id, _refused(Refusal.new("invalid", "a key has %d characters at most" % MAX_KEY)))
		return
	var what := name + " " + Writer.text_of(params).sha256_text()
	var known = _keys.find(key)
	if known == null:
		_perform(id, name, params, _keys.begin(key, what))
	elif known.what != what:
		_say(id, _refused(Refusal.new("invalid", "the key %s stands for another write" % key, "send a new key")))
	elif known.answer.empty():
		known.waiting.append([id, connection])
	else:
		_say(id, known.answer)


func _perform(id, name: String, params: Dictionary, record) -> void:
	_log.begin_call()
	var outcome = _table[name][0].call(_table[name][1], params)
	if outcome is Later and not outcome.is_settled:
		outcome.connect("settled", self, "_later_on_settled", [id, connection, record, name])
		return
	# Nothing handles its parameters so badly on purpose: a fault of ours must not look like a result.
	if outcome == null:
		var said: String = _log.said_in_call()
		if not said.empty():
			outcome = Refusal.new("failed", "%s failed: %s" % [name, said])
	_settle(id, connection, record, _outcome(outcome, name))


func _later_on_settled(outcome, id, came_by: int, record, name: String) -> void:
	_settle(id, came_by, record, _outcome(outcome, name))


func _settle(id, came_by: int, record, answer: String) -> void:
	var askers := [[id, came_by]]
	if record != null:
		askers += _keys.settle(record, answer)
	for asker in askers:
		if asker[1] == connection:
			_say(asker[0], answer)


func _say(id, answer: String) -> void:
	emit_signal("answered", "{\"jsonrpc\":\"2.0\",\"id\":%s,%s}" % [Writer.text_of(id), answer])


func _outcome(outcome, name: String) -> String:
	if outcome is Refusal:
		return _refused(outcome)
	var answer := "\"result\":" + Writer.text_of(outcome)
	# Characters of four bytes are rare, so bytes are only counted where they could be too many.
	if answer.length() > LONGEST / 4 and answer.to_utf8().size() > LONGEST:
		var about := "the answer has more than %d bytes" % LONGEST
		if name in READS:
			return _error(FAILED, about, "failed", "ask for less at once")
		return _error(FAILED, "%s was done, but %s" % [name, about], "failed", "do not send it again; read what is there")
	return answer


static func _refused(refusal: Refusal) -> String:
	return _error(FAILED, refusal.message, refusal.kind, refusal.hint)


static func _error(code: int, message: String, kind := "", hint := "") -> String:
	var error := {"code": code, "message": message}
	if not kind.empty():
		error.data = {"kind": kind}
		if not hint.empty():
			error.data.hint = hint
	return "\"error\":" + Writer.text_of(error)
