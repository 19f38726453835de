extends Reference

# Stands in a function's place while it is on, counts, and may run somebody's code in the place of it. Whatever goes wrong
# with that code, the function runs as it would have.

const Refusal = preload("../refusal.gd")
const Values = preload("../reflection/values.gd")
const SCOPE := "res://addons/worldwire/code/hook_scope.gd"
const PLAIN := "return original(args)"
const PATCH_MSEC := 50
# A source that sets off itself again and again is cut short here.
const MAX_NESTED := 16
const QUIET_MSEC := 1000

var signature: String
var number: int
# The script of the function, or nothing for a signal.
var home: Script
var name: String
var returns: String
var source := PLAIN
var enabled := true
var calls := 0

var _tools: Dictionary
var _patch = null
var _nested := 0
var _complained := -QUIET_MSEC


# The tools are objects, log and compiler.
func _init(with_number: int, hookable: Dictionary, tools: Dictionary) -> void:
	number = with_number
	signature = hookable.signature
	home = hookable.script
	name = hookable.name
	returns = hookable.returns
	_tools = tools


func describe() -> Dictionary:
	return {"signature": signature, "enabled": enabled, "calls": calls}


# Nothing, or a refusal that leaves the source as it was.
func replace(text: String):
	var patch = null
	if text.strip_edges() != PLAIN:
		patch = _tools.compiler.compile(text, SCOPE, "hook")
		if patch is Refusal:
			return patch
	_patch = patch
	source = text
	return null


func meet(itself, args: Array):
	if not enabled:
		return call_original(itself, args)
	calls += 1
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
		_complain(fault)
	elif typeof(result) != TYPE_NIL or returns == "void" and scope.was_called:
		# The engine's float() of an integer keeps 24 bits of it.
		return result * 1.0 if returns == "float" and result is int else result
	elif not scope.was_called and returns in ["void", "Variant"]:
		return result
	return scope.given if scope.was_called else call_original(itself, args)


func call_original(itself, args: Array):
	return (home if itself == null else itself).callv(original_name(), args)


# No two scripts of one line of inheritance may have the same.
func original_name() -> String:
	return "__worldwire_%d_%s" % [number, name]


func _fault(scope, result, mark: int) -> String:
	if scope.stopped:
		# It would hold up every frame.
		enabled = false
		return "it ran for more than %d ms; the hook is off" % PATCH_MSEC
	if typeof(result) == TYPE_NIL:
		return _tools.compiler.error_since(mark, _patch.text)
	var wanted := Values.NAMES.find(returns)
	var is_number: bool = returns == "float" and result is int
	if wanted > TYPE_NIL and typeof(result) != wanted and not is_number:
		return "the result of %s is a %s and not a %s" % [name, returns, Values.NAMES[typeof(result)]]
	return ""


func _complain(fault: String) -> void:
	if enabled and OS.get_ticks_msec() - _complained < QUIET_MSEC:
		return
	_complained = OS.get_ticks_msec()
	push_error("the source of the hook on %s failed: %s" % [signature, fault])
