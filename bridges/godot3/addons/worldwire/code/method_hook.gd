extends Reference

# Replaces a function while it is enabled: records calls, and may run a caller's code instead. If that code fails, the function runs
# as usual.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireValues = preload("../reflection/values.gd")
const WorldwireCallRecord = preload("call_record.gd")
const SCOPE := "res://addons/worldwire/code/hook_scope.gd"
const PLAIN := "return original(args)"
const PATCH_MSEC := 50
# Limits a source that calls its own function.
const MAX_NESTED := 16
const QUIET_MSEC := 1000

var signature: String
var number: int
# The script of the function, or null for a signal.
var home: Script
var name: String
var returns: String
var source := PLAIN
var enabled := true

var record

var _tools: Dictionary
var _patch = null
var _nested := 0
var _reported_at := -QUIET_MSEC


# The tools are objects, values, clock, log and compiler.
func _init(with_number: int, hookable: Dictionary, tools: Dictionary) -> void:
	number = with_number
	signature = hookable.signature
	home = hookable.script
	name = hookable.name
	returns = hookable.returns
	_tools = tools
	record = WorldwireCallRecord.new(tools)


func describe() -> Dictionary:
	return {"signature": signature, "enabled": enabled, "calls": record.total}


# Null, or a refusal; then the source is unchanged.
func replace(text: String):
	var patch = _compiled(text)
	if patch is WorldwireRefusal:
		return patch
	_patch = patch
	source = text
	return null


# Null, or the refusal of a source that cannot be compiled.
func fault_of(text: String):
	var patch = _compiled(text)
	return patch if patch is WorldwireRefusal else null


func handle_call(itself, args: Array):
	if not enabled:
		return call_original(itself, args)
	record.add(itself, args)
	if _patch == null or _nested >= MAX_NESTED:
		return call_original(itself, args)
	var scope = _patch.script.new()
	scope.prepare(_tools.objects, PATCH_MSEC)
	scope.prepare_call(self, itself, args)
	var mark: int = _tools.log.size()
	_nested += 1
	var result = scope.run()
	_nested -= 1
	var fault := _fault(scope, result, mark)
	if not fault.empty():
		_report(fault)
	elif typeof(result) != TYPE_NIL or returns == "void" and scope.was_called:
		# float() of an integer keeps only 24 bits.
		return result * 1.0 if returns == "float" and result is int else result
	elif not scope.was_called and returns in ["void", "Variant"]:
		return result
	return scope.given if scope.was_called else call_original(itself, args)


func call_original(itself, args: Array):
	return (home if itself == null else itself).callv(original_name(), args)


# Must be unique among scripts that inherit from each other.
func original_name() -> String:
	return "__worldwire_%d_%s" % [number, name]


# The script and its text, a refusal, or null for a source that only calls the function.
func _compiled(text: String):
	return null if text.strip_edges() == PLAIN else _tools.compiler.compile(text, SCOPE, "hook")


func _fault(scope, result, mark: int) -> String:
	if scope.stopped:
		# It would delay every frame.
		enabled = false
		return "it ran for more than %d ms; the hook is disabled" % PATCH_MSEC
	if typeof(result) == TYPE_NIL:
		return _tools.compiler.error_since(mark, _patch.text)
	var wanted := WorldwireValues.NAMES.find(returns)
	var is_number: bool = returns == "float" and result is int
	if wanted > TYPE_NIL and typeof(result) != wanted and not is_number:
		return "the result of %s is a %s and not a %s" % [name, returns, WorldwireValues.NAMES[typeof(result)]]
	return ""


func _report(fault: String) -> void:
	if enabled and OS.get_ticks_msec() - _reported_at < QUIET_MSEC:
		return
	_reported_at = OS.get_ticks_msec()
	push_error("the source of the hook on %s failed: %s" % [signature, fault])
