extends Reference

const Refusal = preload("../refusal.gd")
const Later = preload("../later.gd")
const Values = preload("../reflection/values.gd")
const SCOPE := "res://addons/worldwire/code/code_scope.gd"
# The game stands still for so long at most.
const LONGEST_MSEC := 2000

# Of the call that is at work.
var deadline_msec := 5000

var _objects
var _values
var _log
var _compiler
# Code that waits: its state, what it answers with, and when it is given up.
var _waiting := []


func _init(parts: Dictionary) -> void:
	_objects = parts.objects
	_values = parts.values
	_log = parts.log
	_compiler = parts.compiler


func handlers() -> Dictionary:
	return {"code.run": "run"}


func run(params: Dictionary):
	var code = params.get("code")
	var name = params.get("name", "console")
	if not code is String or not name is String:
		return Refusal.new("invalid", "code and name are strings")
	var compiled = _compiler.compile(code, SCOPE, name)
	if compiled is Refusal:
		return compiled
	var scope = compiled.script.new()
	scope.prepare(_objects, int(clamp(deadline_msec, 1, LONGEST_MSEC)))
	var work := {"name": name, "scope": scope, "text": compiled.text, "mark": _log.size()}
	var result = scope.run()
	return _wait(work, result) if result is GDScriptFunctionState else _outcome(work, result)


# Now and then.
func give_up_late() -> void:
	var still := []
	for work in _waiting:
		if OS.get_ticks_msec() >= work.until:
			work.later.settle(Refusal.new("timeout", "%s waited longer than its caller" % work.name))
		if not work.later.is_settled:
			still.append(work)
	_waiting = still


func _wait(work: Dictionary, state: GDScriptFunctionState) -> Later:
	work.later = Later.new()
	work.until = OS.get_ticks_msec() + deadline_msec
	_waiting.append(work)
	state.connect("completed", self, "_state_on_completed", [work], CONNECT_ONESHOT)
	return work.later


# One that failed gives no result, and then what was bound to the signal comes first.
func _state_on_completed(result = null, work = null) -> void:
	if work == null:
		work = result
		result = null
	# It waits once more.
	if result is GDScriptFunctionState:
		result.connect("completed", self, "_state_on_completed", [work], CONNECT_ONESHOT)
	else:
		work.later.settle(_outcome(work, result))


func _outcome(work: Dictionary, result):
	if work.scope.stopped:
		return Refusal.new("timeout", "%s ran for too long and was stopped" % work.name, "loops have to come to an end")
	if Values.is_nothing(result):
		var said: String = _compiler.error_since(work.mark, work.text)
		if not said.empty():
			return Refusal.new("failed", "%s: %s" % [work.name, said])
	return _values.show(result)
