extends RefCounted

# Replaces a function while it is enabled: records calls, and may run a caller's code instead. If that code fails, the function runs
# as usual.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireValues = preload("../reflection/values.gd")
const WorldwireCallRecord = preload("call_record.gd")
const SCOPE := "res://addons/worldwire/code/hook_scope.gd"
const WAITING_SCOPE := "res://addons/worldwire/code/waiting_hook_scope.gd"
const PLAIN := "return original(args)"
const WAITING_PLAIN := "return await original(args)"
const PATCH_MSEC := 50
# Limits a source that calls its own function.
const MAX_NESTED := 16
const QUIET_MSEC := 1000

var signature: String
var number: int
# The script of the function, or null for a signal.
var home: GDScript
var name: String
var returns: String
# Whether the function has an await.
var waits: bool
var source: String
var enabled := true

var record: WorldwireCallRecord

var _parts: Dictionary
# The script, its text and its file, or null for a source that only calls the function.
var _patch: Variant = null
var _nested := 0
var _reported_at := -QUIET_MSEC


func _init(with_number: int, hookable: Dictionary, parts: Dictionary) -> void:
	number = with_number
	signature = hookable.signature
	home = hookable.script
	name = hookable.name
	returns = hookable.returns
	waits = hookable.get("waits", false)
	source = WAITING_PLAIN if waits else PLAIN
	_parts = parts
	record = WorldwireCallRecord.new(parts)


func describe() -> Dictionary:
	return {"signature": signature, "enabled": enabled, "calls": record.total}


# Null, or a refusal; then the source is unchanged.
func replace(text: String) -> WorldwireRefusal:
	var patch: Variant = _compiled(text)
	if patch is WorldwireRefusal:
		return patch
	_patch = patch
	source = text
	return null


# Null, or the refusal of a source that cannot be compiled.
func fault_of(text: String) -> WorldwireRefusal:
	var patch: Variant = _compiled(text)
	return patch if patch is WorldwireRefusal else null


# Called by the replacement of the function.
func handle_call(itself: Object, args: Array) -> Variant:
	var scope := _begun(itself, args)
	if scope == null:
		return call_original(itself, args)
	var mark: int = _parts.problems.mark()
	_nested += 1
	var result: Variant = scope.run()
	_nested -= 1
	if _is_result(scope, result, mark):
		return _converted(result)
	return scope.given if scope.was_called else call_original(itself, args)


# The same for a function with await.
func handle_waiting(itself: Object, args: Array) -> Variant:
	var scope := _begun(itself, args)
	if scope == null:
		return await call_original_waiting(itself, args)
	var mark: int = _parts.problems.mark()
	var result: Variant = await scope.run()
	if _is_result(scope, result, mark):
		return _converted(result)
	return scope.given if scope.was_called else await call_original_waiting(itself, args)


func call_original(itself: Object, args: Array) -> Variant:
	return (home if itself == null else itself).callv(original_name(), args)


func call_original_waiting(itself: Object, args: Array) -> Variant:
	return await (home if itself == null else itself).callv(original_name(), args)


# Must be unique among scripts that inherit from each other.
func original_name() -> String:
	return "__worldwire_%d_%s" % [number, name]


# Records the call. Null if the function is to run as usual.
func _begun(itself: Object, args: Array) -> RefCounted:
	if not enabled:
		return null
	record.add(itself, args)
	if _patch == null or _nested >= MAX_NESTED:
		return null
	var scope: RefCounted = _patch.script.new()
	scope.prepare(_parts.objects, PATCH_MSEC)
	scope.prepare_call(self, itself, args)
	return scope


# Whether the result of the source counts. A source that returns nothing leaves that to the function, if it has a result.
func _is_result(scope: RefCounted, result: Variant, mark: int) -> bool:
	var fault := _fault(scope, result, mark)
	if not fault.is_empty():
		_report(fault)
		return false
	return result != null or returns in ["void", "Variant"] and (not scope.was_called or returns == "void")


func _converted(result: Variant) -> Variant:
	return float(result) if returns == "float" and result is int else result


# The script and its text, a refusal, or null for a source that only calls the function.
func _compiled(text: String) -> Variant:
	if text.strip_edges() == (WAITING_PLAIN if waits else PLAIN):
		return null
	return _parts.compiler.compile(text, WAITING_SCOPE if waits else SCOPE, "hook")


func _fault(scope: RefCounted, result: Variant, mark: int) -> String:
	if scope.stopped:
		# It would delay every frame.
		enabled = false
		return "it ran for more than %d ms; the hook is disabled" % PATCH_MSEC
	var said: String = _parts.compiler.fault_since(mark, _patch, result)
	if not said.is_empty() or result == null:
		return said
	var wanted := WorldwireValues.NAMES.find(returns)
	var is_number := returns == "float" and result is int
	if wanted > TYPE_NIL and typeof(result) != wanted and not is_number:
		return "the result of %s is a %s and not a %s" % [name, returns, WorldwireValues.NAMES[typeof(result)]]
	return ""


func _report(fault: String) -> void:
	if enabled and Time.get_ticks_msec() - _reported_at < QUIET_MSEC:
		return
	_reported_at = Time.get_ticks_msec()
	push_error("the source of the hook on %s failed: %s" % [signature, fault])
