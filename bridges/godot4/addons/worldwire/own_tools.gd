extends RefCounted

# What the game offers to callers: tools, texts and events.

signal changed

const WorldwireRefusal = preload("refusal.gd")
const WorldwireNearNames = preload("near_names.gd")
const WorldwireSchemaCheck = preload("schema_check.gd")
const WorldwireWriter = preload("wire/json_writer.gd")
const WorldwirePendingFunctions = preload("code/pending_functions.gd")
const WorldwireProblems = preload("log/problems.gd")
const WorldwireValues = preload("reflection/values.gd")
const ACCESS: Array[String] = ["read", "write", "danger"]
const MAX_NAME := 48
const MAX_TEXT := 100000

# Set when the bridge begins.
var parts := {}

var _tools := {}
var _resources := {}
var _events := {}


func handlers() -> Dictionary:
	return {"tool.call": call_tool, "resource.read": read_resource}


# Empty, or why it cannot be registered.
func add_tool(name: String, description: String, schema: Dictionary, access: String, function: Callable) -> String:
	if not access in ACCESS:
		return "the access of %s is %s: it must be one of %s" % [name, access, ", ".join(PackedStringArray(ACCESS))]
	if schema.get("type", "object") != "object":
		return "the schema of %s is of the type %s: it must be of an object" % [name, schema.type]
	var input := schema.duplicate(true)
	input.type = "object"
	return _add(_tools, name, {"description": description, "input": input, "access": access, "function": function})


func add_resource(name: String, description: String, mime_type: String, function: Callable) -> String:
	return _add(_resources, name, {"description": description, "mimeType": mime_type, "function": function})


func add_event(name: String, description: String) -> String:
	return _add(_events, name, {"description": description})


func remove(name: String) -> void:
	for kind: Dictionary in [_tools, _resources, _events]:
		if kind.erase(name):
			changed.emit()


func has_event(name: String) -> bool:
	return _events.has(name)


# Called periodically: a tool goes with the object that it is a function of.
func tidy() -> void:
	var has_changed := false
	for kind: Dictionary in [_tools, _resources]:
		for name: String in kind.keys():
			if not kind[name].function.is_valid():
				kind.erase(name)
				has_changed = true
	if has_changed:
		changed.emit()


func is_empty() -> bool:
	return _tools.is_empty() and _resources.is_empty() and _events.is_empty()


func offers() -> Dictionary:
	return {"tools": _listed(_tools), "resources": _listed(_resources), "events": _listed(_events)}


func call_tool(params: Dictionary) -> Variant:
	var tool: Variant = _found(_tools, params.get("name"), "tool")
	if tool is WorldwireRefusal:
		return tool
	var args: Variant = params.get("args", {})
	if not args is Dictionary:
		return WorldwireRefusal.new("invalid", "args must be an object", "send {} for none")
	var fault := WorldwireSchemaCheck.fault_of(args, tool.input, "args")
	if not fault.is_empty():
		return WorldwireRefusal.new("invalid", fault, "the tool has the schema %s" % WorldwireWriter.text_of(tool.input).substr(0, 500))
	return _run(params.name, tool.function.bind(WorldwireSchemaCheck.converted(args, tool.input)))


func read_resource(params: Dictionary) -> Variant:
	var resource: Variant = _found(_resources, params.get("name"), "resource")
	return resource if resource is WorldwireRefusal else _run(params.name, resource.function)


func _run(name: String, function: Callable) -> Variant:
	var pending: WorldwirePendingFunctions = parts.pending_functions
	return pending.outcome(function, _answer, {"name": name, "mark": parts.problems.mark()})


func _answer(work: Dictionary, result: Variant) -> Variant:
	var problems: WorldwireProblems = parts.problems
	var error := problems.error_since(work.mark)
	if error != null and error.is_script_error():
		return WorldwireRefusal.new("failed", "%s failed: %s" % [work.name, error.text()], "correct the function of the game that it calls")
	if result is Dictionary and result.size() == 1 and result.get("error") is String:
		return WorldwireRefusal.new("invalid", result.error, "read what the tool needs, and call it again")
	if result is String or result is StringName:
		return {"text": String(result).substr(0, MAX_TEXT)}
	var values: WorldwireValues = parts.values
	var shown := values.show(result)
	var answer := {"text": "done" if result == null else shown.text.substr(0, MAX_TEXT)}
	if result != null and shown.has("json"):
		answer.json = shown.json
		answer.text = WorldwireWriter.text_of(shown.json).substr(0, MAX_TEXT)
	return answer


func _add(kind: Dictionary, name: String, entry: Dictionary) -> String:
	var expression := RegEx.create_from_string("^[A-Za-z0-9_-]{1,%d}$" % MAX_NAME)
	if expression.search(name) == null:
		return "%s is not a name: it must have 1 to %d letters, digits, \"_\" and \"-\"" % [name, MAX_NAME]
	kind[name] = entry
	changed.emit()
	return ""


static func _found(kind: Dictionary, name: Variant, what: String) -> Variant:
	if name is String and kind.has(name) and kind[name].function.is_valid():
		return kind[name]
	return WorldwireRefusal.new("not-found", "the game has no %s %s" % [what, name], WorldwireNearNames.hint(str(name), kind.keys()))


static func _listed(kind: Dictionary) -> Array:
	var found := []
	for name: String in kind:
		var entry: Dictionary = kind[name].duplicate()
		entry.erase("function")
		found.append({"name": name}.merged(entry))
	return found
