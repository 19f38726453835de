extends RefCounted

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireObjects = preload("../scene/objects.gd")
const WorldwireValues = preload("../reflection/values.gd")
const WorldwireProblems = preload("../log/problems.gd")
const WorldwireCompiler = preload("../code/compiler.gd")
const WorldwirePendingFunctions = preload("../code/pending_functions.gd")
const SCOPE := "res://addons/worldwire/code/code_scope.gd"
# Code blocks the game for this time at most.
const MAX_MSEC := 2000

var _objects: WorldwireObjects
var _values: WorldwireValues
var _problems: WorldwireProblems
var _compiler: WorldwireCompiler
var _pending_functions: WorldwirePendingFunctions


func _init(parts: Dictionary) -> void:
	_objects = parts.objects
	_values = parts.values
	_problems = parts.problems
	_compiler = parts.compiler
	_pending_functions = parts.pending_functions


func handlers() -> Dictionary:
	return {"code.run": run}


func run(params: Dictionary) -> Variant:
	var code: Variant = params.get("code")
	var name: Variant = params.get("name", "console")
	if not code is String or not name is String:
		return WorldwireRefusal.new("invalid", "code and name must be strings", "send both as text, or leave out the name")
	var compiled: Variant = _compiler.compile(code, SCOPE, name)
	if compiled is WorldwireRefusal:
		return compiled
	var scope: RefCounted = compiled.script.new()
	scope.prepare(_objects, clampi(_pending_functions.deadline_msec, 1, MAX_MSEC))
	var work := {"name": name, "compiled": compiled, "mark": _problems.mark(), "scope": scope}
	return _pending_functions.outcome(Callable(scope, "run"), _outcome, work)


func _outcome(work: Dictionary, result: Variant) -> Variant:
	if work.scope.stopped:
		return WorldwireRefusal.new("timeout", "%s ran for too long and was stopped" % work.name, "make its loops end sooner")
	var said := _compiler.fault_since(work.mark, work.compiled, null if WorldwireValues.is_nothing(result) else true, work.has("has_waited"))
	if not said.is_empty():
		return WorldwireRefusal.new("failed", "%s: %s" % [work.name, said], "correct the code and run it again")
	return _values.show(result)
