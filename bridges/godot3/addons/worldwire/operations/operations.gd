extends Reference

# Answers requests of the server, now or later. The only place where refusals become errors.

signal answered(text)

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireDeferred = preload("../deferred.gd")
const WorldwireWriter = preload("../wire/json_writer.gd")
const WorldwireKeyOutcomes = preload("../wire/key_outcomes.gd")
const READS := [
	"engine.describe", "engine.ping", "scene.list", "scene.builds", "object.list", "object.get", "component.list",
	"member.list", "member.read", "camera.get", "freecam.get", "pick.world", "pick.ui", "view.capture", "time.get",
	"time.wait", "profile.read", "input.actions", "physics.ray", "physics.overlap", "navigation.path", "signal.list",
	"animation.get", "ui.list", "cells.list", "resource.read", "hook.methods", "hook.list", "hook.calls", "hook.source.get", "code.check",
]
const KEY := "worldwire/operationKey"
const MAX_KEY := 1000
const FAILED := -32000
const NO_JSON := -32700
const NO_REQUEST := -32600
const NO_METHOD := -32601
# The limit of the server for messages, minus the envelope.
const MAX_ANSWER_BYTES := 16 * 1024 * 1024 - 4096

# The operations that this engine supports.
var names := []

# Counts connections, because request ids are valid on one connection only.
var connection := 0

var _table := {}
var _keys := WorldwireKeyOutcomes.new()
var _pending_functions
var _log


func _init(log_watch, pending_functions) -> void:
	_log = log_watch
	_pending_functions = pending_functions


# Registers the operations of a handler.
func add(handler, leave_out := []) -> void:
	var functions: Dictionary = handler.handlers()
	for name in functions:
		_table[name] = [handler, functions[name]]
		if not name in leave_out:
			names.append(name)


# Returns whether the message was a call and not a ping.
func take(message) -> bool:
	if not message is Dictionary:
		_answer(null, _error(NO_JSON, "the message must be a JSON object"))
		return false
	var id = message.get("id")
	var name = message.get("method")
	if not name is String:
		# An answer is not answered.
		if not message.has("result") and not message.has("error"):
			_answer(id, _error(NO_REQUEST, "a request must have a method"))
	elif name == "engine.ping":
		_answer(id, "\"result\":{}")
	elif not _table.has(name):
		_answer(id, _error(NO_METHOD, "there is no operation %s" % name, "unsupported", "engine.describe lists the operations of this engine"))
	else:
		var params = message.get("params")
		_run(id, name, {} if params == null else params)
		return true
	return false


func _run(id, name: String, params) -> void:
	if not params is Dictionary:
		_answer(id, _refused(WorldwireRefusal.new("invalid", "params must be an object", "send {} for none")))
		return
	var meta = params.get("_meta", {})
	params.erase("_meta")
	var key = meta.get(KEY) if meta is Dictionary else null
	var deadline = meta.get("deadlineMs") if meta is Dictionary else null
	_pending_functions.deadline_msec = int(deadline) if deadline is float else 5000
	if not key is String or name in READS:
		_perform(id, name, params, null)
		return
	if key.length() > MAX_KEY:
		_answer(id, _refused(WorldwireRefusal.new("invalid", "the key must have %d characters at most" % MAX_KEY, "send a shorter key")))
		return
	var what := name + " " + WorldwireWriter.text_of(params).sha256_text()
	var known = _keys.find(key)
	if known == null:
		_perform(id, name, params, _keys.begin(key, what))
	elif known.what != what:
		_answer(id, _refused(WorldwireRefusal.new("invalid", "the key %s was used for another write" % key, "send a new key")))
	elif known.answer.empty():
		known.waiting.append([id, connection])
	else:
		_answer(id, known.answer)


func _perform(id, name: String, params: Dictionary, record) -> void:
	_log.begin_call()
	var outcome = _table[name][0].call(_table[name][1], params)
	if outcome is WorldwireDeferred and not outcome.is_settled:
		outcome.connect("settled", self, "_deferred_on_settled", [id, connection, record, name])
		return
	if outcome is WorldwireDeferred:
		outcome = outcome.outcome
	# A script error in the bridge must not look like a result.
	if outcome == null:
		var said: String = _log.error_in_call()
		if not said.empty():
			outcome = WorldwireRefusal.new("failed", "%s failed: %s" % [name, said], "the bridge has an error: report it with the log")
	_settle(id, connection, record, _outcome(outcome, name))


func _deferred_on_settled(outcome, id, came_by: int, record, name: String) -> void:
	_settle(id, came_by, record, _outcome(outcome, name))


func _settle(id, came_by: int, record, answer: String) -> void:
	var askers := [[id, came_by]]
	if record != null:
		askers += _keys.settle(record, answer)
	for asker in askers:
		if asker[1] == connection:
			_answer(asker[0], answer)


func _answer(id, answer: String) -> void:
	emit_signal("answered", "{\"jsonrpc\":\"2.0\",\"id\":%s,%s}" % [WorldwireWriter.text_of(id), answer])


func _outcome(outcome, name: String) -> String:
	if outcome is WorldwireRefusal:
		return _refused(outcome)
	var answer := "\"result\":" + WorldwireWriter.text_of(outcome)
	# A character has at most four bytes, so bytes are counted only if the text is long.
	if answer.length() > MAX_ANSWER_BYTES / 4 and answer.to_utf8().size() > MAX_ANSWER_BYTES:
		var about := "the answer has more than %d bytes" % MAX_ANSWER_BYTES
		if name in READS:
			return _error(FAILED, about, "failed", "ask for fewer items at a time")
		return _error(FAILED, "%s was done, but %s" % [name, about], "failed", "do not send it again; read the result from the scene")
	return answer


static func _refused(refusal: WorldwireRefusal) -> String:
	return _error(FAILED, refusal.message, refusal.kind, refusal.hint)


static func _error(code: int, message: String, kind := "", hint := "") -> String:
	var error := {"code": code, "message": message}
	if not kind.empty():
		error.data = {"kind": kind}
		if not hint.empty():
			error.data.hint = hint
	return "\"error\":" + WorldwireWriter.text_of(error)
