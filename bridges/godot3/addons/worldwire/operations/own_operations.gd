extends Reference

# Calls tools and reads resources that the game has registered.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireValues = preload("../reflection/values.gd")
const WorldwireWriter = preload("../wire/json_writer.gd")
const WorldwireJsonSchema = preload("../json_schema.gd")
const WorldwireOwnOffers = preload("../own_offers.gd")
const MAX_TEXT := 100000
const MAX_SCHEMA := 500

var _offers
var _values
var _log
var _pending_functions


func _init(parts: Dictionary) -> void:
	_offers = parts.offers
	_values = parts.values
	_log = parts.log
	_pending_functions = parts.pending_functions


func handlers() -> Dictionary:
	return {"tool.call": "call_tool", "resource.read": "read_resource"}


func call_tool(params: Dictionary):
	var tool_entry = _offers.find(_offers.tools, params.get("name"), "tool")
	if tool_entry is WorldwireRefusal:
		return tool_entry
	var args = params.get("args", {})
	if not args is Dictionary:
		return WorldwireRefusal.new("invalid", "args is %s" % JSON.print(args), "send an object")
	var fault := WorldwireJsonSchema.fault_of(args, tool_entry.shown.input, "args")
	if not fault.empty():
		return WorldwireRefusal.new("invalid", "%s: %s" % [params.name, fault], "its schema is %s" % WorldwireWriter.text_of(tool_entry.shown.input).left(MAX_SCHEMA))
	return _called(tool_entry, [args], "_tool_answer")


func read_resource(params: Dictionary):
	var resource = _offers.find(_offers.resources, params.get("name"), "resource")
	return resource if resource is WorldwireRefusal else _called(resource, [], "_resource_answer")


# The method may wait with yield.
func _called(entry: Dictionary, args: Array, finish: String):
	var work := {"name": entry.shown.name, "mark": _log.size(), "stops": false}
	var target: Object = WorldwireOwnOffers.target_of(entry)
	return _pending_functions.outcome(target.callv(entry.method, args), self, finish, work)


func _tool_answer(work: Dictionary, result):
	var fault = _fault_of(work, result)
	if fault is WorldwireRefusal:
		return fault
	if result is String:
		return {"text": _short(result)}
	if WorldwireValues.is_nothing(result):
		return {"text": "done"}
	var shown: Dictionary = _values.show(result)
	if not shown.has("json"):
		return {"text": _short(shown.text)}
	# Names and ids of objects are in the text.
	return {"text": _short(WorldwireWriter.text_of(shown.json)), "json": shown.json}


func _resource_answer(work: Dictionary, result):
	var fault = _fault_of(work, result)
	if fault is WorldwireRefusal:
		return fault
	return {"text": result if result is String else "" if WorldwireValues.is_nothing(result) else _values.text_of(result)}


# A function that failed returns null.
func _fault_of(work: Dictionary, result):
	var said: String = _log.error_text_since(work.mark) if WorldwireValues.is_nothing(result) else ""
	if said.empty():
		return null
	return WorldwireRefusal.new("failed", "%s failed: %s" % [work.name, said], "correct the arguments, or the script of the game")


static func _short(text: String) -> String:
	return text if text.length() <= MAX_TEXT else text.substr(0, MAX_TEXT - 3) + "..."
