extends Reference

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireValues = preload("../reflection/values.gd")
const SCOPE := "res://addons/worldwire/code/code_scope.gd"
# Code blocks the game for this time at most.
const MAX_MSEC := 2000

var _objects
var _values
var _log
var _compiler
var _pending_functions


func _init(parts: Dictionary) -> void:
	_objects = parts.objects
	_values = parts.values
	_log = parts.log
	_compiler = parts.compiler
	_pending_functions = parts.pending_functions


func handlers() -> Dictionary:
	return {"code.run": "run"}


func run(params: Dictionary):
	var code = params.get("code")
	var name = params.get("name", "console")
	if not code is String or not name is String:
		return WorldwireRefusal.new("invalid", "code and name must be strings", "send both as text, or leave out the name")
	var compiled = _compiler.compile(code, SCOPE, name)
	if compiled is WorldwireRefusal:
		return compiled
	var scope = compiled.script.new()
	scope.prepare(_objects, int(clamp(_pending_functions.deadline_msec, 1, MAX_MSEC)))
	var work := {"name": name, "text": compiled.text, "mark": _log.size()}
	var result = scope.run()
	work.was_stopped = scope.stopped
	# A function that waits keeps its object alive. Otherwise it has ended, and returned a function of the game that waits.
	var held := weakref(scope)
	scope = null
	work.scope = held.get_ref()
	work.stops = work.scope != null
	return _pending_functions.outcome(result, self, "_outcome", work)


func _outcome(work: Dictionary, result):
	if work.was_stopped or work.scope != null and work.scope.stopped:
		return WorldwireRefusal.new("timeout", "%s ran for too long and was stopped" % work.name, "make its loops end sooner")
	if WorldwireValues.is_nothing(result):
		var said: String = _compiler.error_since(work.mark, work.text)
		if not said.empty():
			return WorldwireRefusal.new("failed", "%s: %s" % [work.name, said], "correct the code and run it again")
	return _values.show(result)
