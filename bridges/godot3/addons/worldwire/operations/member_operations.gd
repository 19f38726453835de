extends Reference

const WorldwireRefusal = preload("../refusal.gd")
const WorldwirePaging = preload("../paging.gd")
const WorldwireValues = preload("../reflection/values.gd")
const WorldwireNumberRange = preload("../reflection/number_range.gd")
const WorldwireDeepEquality = preload("../reflection/deep_equality.gd")
const WorldwireWriter = preload("../wire/json_writer.gd")
const WorldwireEditorHints = preload("../reflection/editor_hints.gd")
const WorldwireDryRun = preload("../dry_run.gd")
const WORDS := 80

var _objects
var _types
var _properties
var _methods
var _values
var _value_parser
var _log
var _pending_functions


func _init(parts: Dictionary) -> void:
	_objects = parts.objects
	_types = parts.types
	_properties = parts.properties
	_methods = parts.methods
	_values = parts.values
	_value_parser = parts.value_parser
	_log = parts.log
	_pending_functions = parts.pending_functions


func handlers() -> Dictionary:
	return {
		"member.list": "list",
		"member.read": "read",
		"member.write": "write",
		"method.call": "call_method",
	}


func list(params: Dictionary):
	var node = _objects.named(params.get("object"))
	var part = node if node is WorldwireRefusal else _types.part(node, params.get("type"))
	if part is WorldwireRefusal:
		return part
	var members := []
	var properties: Dictionary = _properties.of(node, part)
	for name in properties:
		var member := {
			"name": name,
			"kind": properties[name].kind,
			"type": WorldwireValues.type_of(properties[name]),
			"canRead": true,
			"canWrite": properties[name].can_write,
		}
		var hints := WorldwireEditorHints.of(properties[name])
		for hint in hints:
			member[hint] = hints[hint]
		members.append(member)
	var methods: Dictionary = _methods.of(part) if params.get("methods") else {}
	for name in methods:
		members.append({
			"name": name,
			"kind": "method",
			"type": methods[name].returns,
			"canRead": false,
			"canWrite": false,
			"signature": methods[name].signature,
		})
	return WorldwirePaging.page_of(members, params)


func read(params: Dictionary):
	var node = _objects.named(params.get("object"))
	var part = node if node is WorldwireRefusal else _types.part(node, params.get("type"))
	var property = part if part is WorldwireRefusal else property_of(node, part, params.get("name"))
	return property if property is WorldwireRefusal else _shown(node, part, property)


func write(params: Dictionary):
	var fault = WorldwireDryRun.fault_of(params)
	var node = fault if fault is WorldwireRefusal else _objects.changeable(params.get("object"))
	var part = node if node is WorldwireRefusal else _types.part(node, params.get("type"))
	if part is WorldwireRefusal:
		return part
	return write_member(node, part, params.get("name"), params.get("value"), WorldwireDryRun.is_wanted(params))


# Also for a node outside of the tree. A dry run sets nothing.
func write_member(node: Node, part: Dictionary, name, json, is_dry_run := false):
	var property = property_of(node, part, name)
	var before = property if property is WorldwireRefusal else _shown(node, part, property)
	if before is WorldwireRefusal:
		return before
	var where := "%s.%s" % [part.type, name]
	if not property.can_write:
		return WorldwireRefusal.new("invalid", "%s can only be read" % where, "write another member, or call a method")
	var held = node.get(name)
	var spec := _spec_for(json, property, held)
	var fitting = _fitting(spec, json, held)
	if fitting == null or part.script == null and not WorldwireNumberRange.is_native(property.type, fitting[0]):
		var about := "%s is of the type %s and does not take %s" % [where, WorldwireValues.type_of(property), shortly(json)]
		return WorldwireRefusal.new("invalid", about, "send %s" % _value_parser.expects(spec, part.script == null))
	if is_dry_run:
		return {"before": before, "after": _values.show(fitting[0], property)}
	var error := _put(node, part, name, fitting[0])
	if not is_instance_valid(node):
		return WorldwireRefusal.new("failed", "setting %s has freed its object" % where, "list the objects again")
	var now = node.get(name)
	if WorldwireNumberRange.did_overflow(fitting[0], now):
		_put(node, part, name, held)
		return WorldwireRefusal.new("invalid", "%s cannot hold %s" % [where, shortly(json)], "send a smaller number")
	var after: Dictionary = _values.show(now, property)
	var was_lost := WorldwireValues.is_nothing(now) and not WorldwireValues.is_nothing(fitting[0])
	if was_lost or _differ(fitting[0], now) and after.hash() == before.hash():
		var said: String = _log.error_in_call()
		if was_lost and not WorldwireValues.is_nothing(held):
			_put(node, part, name, held)
		if was_lost or not said.empty():
			var kind := "invalid" if part.script == null else "failed"
			var why := said if not said.empty() else "it holds nothing afterwards"
			return WorldwireRefusal.new(kind, "%s did not take %s: %s" % [where, shortly(json), why], "read it, and send a value like it")
		if error != OK:
			return WorldwireRefusal.new("invalid", "%s can only be read" % where, "write another member, or call a method")
	if before.has("json") and not _could_return(property, held, before, now):
		before.erase("json")
	return {"before": before, "after": after}


func call_method(params: Dictionary):
	var node = _objects.changeable(params.get("object"))
	var part = node if node is WorldwireRefusal else _types.part(node, params.get("type"))
	if part is WorldwireRefusal:
		return part
	var name = params.get("name")
	var method = _methods.find(_methods.of(part), part.type, name, part.script)
	if method is WorldwireRefusal:
		if name is String and _properties.find(node, part, name) != null:
			return WorldwireRefusal.new("invalid", "%s.%s is not a method" % [part.type, name], "read or write it")
		return method
	var args = params.get("args")
	if not args is Array:
		return WorldwireRefusal.new("invalid", "args must be an array", "send an empty one for no arguments")
	if method.name in ["free", "queue_free"] and _objects.removable(params.object) is WorldwireRefusal:
		return _objects.removable(params.object)
	var values = _arguments(method, args)
	return values if values is WorldwireRefusal else _called(node, method, values)


func _called(node: Node, method: Dictionary, values: Array):
	# An object cannot be freed during its own call.
	if method.name == "free" and method.script == null:
		node.free()
		return WorldwireValues.NOTHING
	var work := {"name": method.signature, "method": method, "mark": _log.size(), "stops": false}
	return _pending_functions.outcome(node.callv(method.name, values), self, "_result", work)


func _result(work: Dictionary, result):
	var method: Dictionary = work.method
	# A function that failed returns null.
	if WorldwireValues.is_nothing(result):
		var said: String = _log.error_text_since(work.mark)
		if not said.empty():
			return WorldwireRefusal.new("failed", "%s failed: %s" % [method.signature, said], "read the log, and correct the script or the arguments")
		if method.returns == "void":
			return WorldwireValues.NOTHING
		if not _log.fault.empty() and WorldwireValues.is_never_nothing(method.returns):
			var about: String = "%s gave nothing, as a method does that fails" % method.signature
			return WorldwireRefusal.new("failed", about, "the log is not available: %s" % _log.fault)
	return _values.show(result)


func property_of(node: Node, part: Dictionary, name):
	if not name is String:
		return WorldwireRefusal.new("invalid", "name must be the name of a member", "member.list has the names")
	var found = _properties.find(node, part, name)
	if found != null:
		return found
	if _methods.of(part).has(name):
		return WorldwireRefusal.new("invalid", "%s.%s is a method" % [part.type, name], "call it")
	var names: Array = _properties.of(node, part).keys()
	var about := "%s has no member %s" % [part.type, name]
	return WorldwireRefusal.new("not-found", about, _types.hint(part.script, name, names))


func _shown(node: Node, part: Dictionary, property: Dictionary):
	var value = node.get(property.name)
	var said: String = _log.error_in_call() if WorldwireValues.is_nothing(value) else ""
	if said.empty():
		return _values.show(value, property)
	return WorldwireRefusal.new("failed", "%s.%s cannot be read: %s" % [part.type, property.name, said], "read another member; the log has the error")


# A long integer loses digits in JSON, and an untyped property would then hold a float.
static func _spec_for(json, property: Dictionary, current) -> Dictionary:
	var is_lossy: bool = property.type == TYPE_NIL and current is int and WorldwireNumberRange.is_long_integer(json)
	return {"type": TYPE_INT, "usage": property.usage} if is_lossy else property


# For an untyped property the type of its current value is tried first. A few have another type than the engine reports, and optional
# ones, such as a theme colour, are null while unset.
func _fitting(property: Dictionary, json, current):
	if json == null and property.usage & PROPERTY_USAGE_CHECKABLE:
		return [null]
	var alike = null
	# Arrays and dictionaries are parsed without a type; a reference is not a dictionary.
	var is_open: bool = property.type == TYPE_NIL and typeof(current) in [TYPE_ARRAY, TYPE_DICTIONARY]
	if not is_open and not typeof(current) in [TYPE_NIL, property.type]:
		alike = _value_parser.accept({"type": typeof(current)}, json)
	if alike != null and property.type == TYPE_NIL:
		return alike
	var fitting = _value_parser.accept(property, json)
	return alike if fitting == null else fitting


# Whether the value before could be written back from its JSON. Some values have no JSON, such as vectors in an untyped array, and
# others would be read as another type.
func _could_return(property: Dictionary, held, before: Dictionary, now) -> bool:
	if before.json is String and before.json.length() > WorldwireValues.MAX_TEXT:
		return false
	var json = WorldwireDeepEquality.as_read(before.json)
	var fitting = _fitting(_spec_for(json, property, now), json, now)
	return fitting != null and WorldwireDeepEquality.is_alike(fitting[0], held)


func _put(node: Node, part: Dictionary, name: String, value) -> int:
	var error := ClassDB.class_set_property(node, name, value) if part.script == null else ERR_UNAVAILABLE
	if error != ERR_UNAVAILABLE:
		return error
	node.set(name, value)
	return OK


func _arguments(method: Dictionary, args: Array):
	var count: int = method.parameters.size()
	var hint := "there is %s" % _explained(method)
	if args.size() < method.required or args.size() > count and not method.vararg:
		var most := "or more" if method.vararg else "to %d" % count
		var bounds := str(count) if method.required == count and not method.vararg else "%d %s" % [method.required, most]
		var about := "the number of arguments of %s is %s, not %d" % [method.signature, bounds, args.size()]
		return WorldwireRefusal.new("invalid", about, hint)
	var values := []
	for at in range(args.size()):
		var spec: Dictionary = method.parameters[at] if at < count else {"type": TYPE_NIL}
		var part = _value_parser.accept(spec, args[at])
		if part == null or method.script == null and not WorldwireNumberRange.is_native(spec.type, part[0]):
			var name: String = spec.name if not spec.get("name", "").empty() else "it"
			var about := [method.signature, at + 1, name, shortly(args[at])]
			hint = "%s takes %s; %s" % [name, _value_parser.expects(spec, method.script == null), hint]
			return WorldwireRefusal.new("invalid", "%s: argument %d (%s) cannot be %s" % about, hint)
		values.append(part[0])
	return values


func _explained(method: Dictionary) -> String:
	var names := PoolStringArray()
	for at in range(method.parameters.size()):
		var form := "%s" if at < method.required else "[%s]"
		names.append(form % method.parameters[at].name)
	return method.signature if names.empty() else "%s, with %s" % [method.signature, names.join(", ")]


static func _differ(one, other) -> bool:
	return typeof(one) != typeof(other) or one != other


static func shortly(json) -> String:
	var text := WorldwireWriter.text_of(json)
	return text if text.length() <= WORDS else text.substr(0, WORDS - 3) + "..."
