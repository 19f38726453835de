extends Reference

const WorldwireRefusal = preload("../refusal.gd")
const WorldwirePaging = preload("../paging.gd")
const WorldwireValues = preload("../reflection/values.gd")
const WorldwireMethodHook = preload("../code/method_hook.gd")
const WorldwireCodeOperations = preload("code_operations.gd")
const WorldwireSignalHook = preload("../code/signal_hook.gd")
const WorldwireScriptPatch = preload("../code/script_patch.gd")
const NATIVE := "methods of the engine's own classes are called without asking anyone"
# A function that waits continues in freed code after its script is compiled again, and corrupts memory.
const UNSAFE := "its script waits with yield, and cannot be compiled again while it runs"
const NO_TEXT := "the text of its script is not there"
const CONSTRUCTOR := "_init"
const UNBORN := "it runs before its object is there, and hands its arguments on to the script it stands on"

var _types
var _methods
var _tools: Dictionary
# By signature, in the order in which they were added.
var _hooks := {}
var _by_number := {}
# By the instance ids of scripts.
var _patches := {}
var _last := 0


func _init(parts: Dictionary) -> void:
	_types = parts.types
	_methods = parts.methods
	_tools = parts
	Engine.set_meta(WorldwireScriptPatch.META, self)


func handlers() -> Dictionary:
	return {
		"hook.methods": "methods",
		"hook.list": "list",
		"hook.add": "add",
		"hook.calls": "calls",
		"hook.remove": "remove",
		"hook.enable": "enable",
		"hook.source.get": "source",
		"hook.source.set": "set_source",
		"code.check": "check",
	}


# Called by the replacement of a hooked function.
func handle_call(number: int, itself, args: Array):
	return _by_number[number].handle_call(itself, args)


# Called periodically: removes hooks from their functions that were disabled while they ran.
func tidy() -> void:
	for hook in _hooks.values():
		if hook.home != null and not hook.enabled and _is_patched(hook):
			_apply(hook)


# Restores all functions. The engine must not keep a reference to this when it ends, because scripts are freed first.
func end() -> void:
	for signature in _hooks.keys():
		remove({"signature": signature})
	Engine.remove_meta(WorldwireScriptPatch.META)


func methods(params: Dictionary):
	var type = _types.find(params.get("type"))
	if type is WorldwireRefusal:
		return type
	var wanted: String = str(params.get("filter", ""))
	var found := []
	for hookable in _hookables(type):
		if wanted.empty() or hookable.signature.findn(wanted) >= 0:
			found.append({"name": hookable.name, "signature": hookable.signature})
	return WorldwirePaging.page_of(found, params)


func list(params: Dictionary):
	var found := []
	for hook in _hooks.values():
		found.append(hook.describe())
	return WorldwirePaging.page_of(found, params)


func add(params: Dictionary):
	var type = _types.find(params.get("type"))
	var hookable = type if type is WorldwireRefusal else _chosen(type, params.get("method"))
	if hookable is WorldwireRefusal:
		return hookable
	if _hooks.has(hookable.signature):
		var hint := "read its recorded calls, or remove it first"
		return WorldwireRefusal.new("invalid", "%s has a hook already" % hookable.signature, hint)
	_last += 1
	var hook = (WorldwireSignalHook if hookable.script == null else WorldwireMethodHook).new(_last, hookable, _tools)
	_hooks[hook.signature] = hook
	_by_number[hook.number] = hook
	if hook is WorldwireSignalHook:
		hook.begin()
	elif not _apply(hook):
		_forget(hook)
		return WorldwireRefusal.new("failed", "%s cannot be compiled with a hook in it" % hookable.owner, "the log says why")
	return hook.describe()


func calls(params: Dictionary):
	var hook = _get(params.get("signature"))
	var bounds = hook if hook is WorldwireRefusal else WorldwirePaging.bounds({"limit": params.get("limit", 50), "offset": params.get("since", 0)})
	if bounds is WorldwireRefusal:
		return bounds
	var found: Dictionary = hook.record.read(bounds.offset if params.has("since") else -1, bounds.limit)
	found.signature = hook.signature
	found.enabled = hook.enabled
	return found


func remove(params: Dictionary):
	var hook = _get(params.get("signature"))
	if hook is WorldwireRefusal:
		return hook
	var last: Dictionary = hook.describe()
	_hooks.erase(hook.signature)
	if hook is WorldwireSignalHook:
		hook.end()
	elif not _apply(hook):
		_hooks[hook.signature] = hook
		return WorldwireRefusal.new("failed", "%s cannot be compiled without the hook" % hook.signature, "the log says why")
	_forget(hook)
	return last


func enable(params: Dictionary):
	var hook = _get(params.get("signature"))
	if hook is WorldwireRefusal:
		return hook
	if not params.get("enabled") is bool:
		return WorldwireRefusal.new("invalid", "enabled is %s" % [params.get("enabled")], "send true or false")
	var before: bool = hook.enabled
	hook.enabled = params.enabled
	if hook.home != null and not _apply(hook):
		hook.enabled = before
		return WorldwireRefusal.new("failed", "the script of %s cannot be compiled" % hook.signature, "the log says why")
	return {"before": before, "after": hook.enabled}


func source(params: Dictionary):
	var hook = _get(params.get("signature"))
	return hook if hook is WorldwireRefusal else {"source": hook.source}


func set_source(params: Dictionary):
	var hook = _get(params.get("signature"))
	if hook is WorldwireRefusal:
		return hook
	if not params.get("source") is String:
		return WorldwireRefusal.new("invalid", "source must be a string", "send the code as text")
	var before: String = hook.source
	var refused = hook.replace(params.source)
	return refused if refused is WorldwireRefusal else {"before": before, "after": hook.source}


# Compiles code for the console, or for a hook, and does not run it.
func check(params: Dictionary):
	var is_hook := params.has("hook")
	var hook = _get(params.hook) if is_hook else null
	if hook is WorldwireRefusal:
		return hook
	var code = params.get("code")
	var name = params.get("name", "console")
	if not code is String or not name is String:
		return WorldwireRefusal.new("invalid", "code and name must be strings", "send both as text, or leave out the name")
	var fault = hook.fault_of(code) if is_hook else _tools.compiler.compile(code, WorldwireCodeOperations.SCOPE, name)
	return fault if fault is WorldwireRefusal else {"checked": true}


func _get(signature):
	if signature is String and _hooks.has(signature):
		return _hooks[signature]
	return WorldwireRefusal.new("not-found", "there is no hook on %s" % [signature], "the resource unity://hooks lists them")


func _forget(hook) -> void:
	_hooks.erase(hook.signature)
	_by_number.erase(hook.number)


# Functions of scripts that can be compiled again, and signals.
func _hookables(type) -> Array:
	var found := []
	if type is Script:
		var methods: Dictionary = _methods.of_script(type)
		for name in methods:
			if _obstacle(methods[name]).empty():
				found.append(methods[name])
		for each in _types.line_of(type):
			var inherited = each.get_base_script()
			var known: Array = [] if inherited == null else inherited.get_script_signal_list()
			for declared in each.get_script_signal_list():
				if not _has(known, declared.name) and declared.args.size() <= WorldwireSignalHook.MAX_ARGUMENTS:
					found.append(_signal(_types.name_of(each), declared))
		type = type.get_instance_base_type()
	while not type.empty():
		for declared in ClassDB.class_get_signal_list(type, true):
			found.append(_signal(type, declared))
		type = ClassDB.get_parent_class(type)
	return found


static func _has(signals: Array, name: String) -> bool:
	for each in signals:
		if each.name == name:
			return true
	return false


static func _signal(owner: String, declared: Dictionary) -> Dictionary:
	var types := PoolStringArray()
	for parameter in declared.args:
		types.append(WorldwireValues.type_of(parameter))
	return {
		"name": declared.name,
		"owner": owner,
		"parameters": declared.args,
		"returns": "void",
		"script": null,
		"signature": "signal %s::%s(%s)" % [owner, declared.name, types.join(", ")],
	}


func _chosen(type, wanted):
	if not wanted is String or wanted.empty():
		return WorldwireRefusal.new("invalid", "method must be the name or the signature of a method", "hook.methods lists them")
	var fitting := []
	var names := []
	for hookable in _hookables(type):
		names.append(hookable.name)
		if hookable.name == wanted or hookable.signature == wanted:
			fitting.append(hookable)
	if fitting.size() == 1:
		return fitting[0]
	if fitting.size() > 1:
		var both := [fitting[0].signature, fitting[1].signature]
		return WorldwireRefusal.new("invalid", "a method and a signal are named %s" % wanted, "send %s or %s" % both)
	var base: String = type.get_instance_base_type() if type is Script else type
	var about: String = _types.name_of(type) if type is Script else type
	for script in _types.line_of(type) if wanted == CONSTRUCTOR and type is Script else []:
		if _types.source_of(script).functions.has(CONSTRUCTOR):
			var why := [_types.name_of(script), CONSTRUCTOR, UNBORN]
			return WorldwireRefusal.new("unsupported", "%s.%s cannot be hooked: %s" % why, "hook _ready, or a signal")
	for methods in [_methods.of_script(type) if type is Script else {}, _methods.of_class(base)]:
		var method = _methods.find(methods, about, wanted)
		if not method is WorldwireRefusal:
			var why := [method.signature, _obstacle(method)]
			return WorldwireRefusal.new("unsupported", "%s cannot be hooked: %s" % why, "hook a signal, or a method of another script")
	var hint: String = _types.hint(type if type is Script else null, wanted, names)
	return WorldwireRefusal.new("not-found", "%s has no method %s" % [about, wanted], hint)


# Why a method cannot be hooked; empty if it can.
func _obstacle(method: Dictionary) -> String:
	if method.script == null:
		return NATIVE
	var source = _types.source_of(method.script)
	if not source.functions.has(method.name):
		return NO_TEXT
	return UNSAFE if source.waits else ""


func _is_patched(hook) -> bool:
	var patch = _patches.get(hook.home.get_instance_id())
	return patch != null and patch.target.source_code.find(hook.original_name()) >= 0


# Compiles the script with its enabled hooks.
func _apply(hook) -> bool:
	var instance: int = hook.home.get_instance_id()
	if not _patches.has(instance):
		_patches[instance] = WorldwireScriptPatch.new(hook.home, _types)
	var wanted := []
	for each in _hooks.values():
		if each.home == hook.home and each.enabled:
			wanted.append(each)
	var done: bool = _patches[instance].apply(wanted)
	if wanted.empty() and done:
		_patches.erase(instance)
	return done
