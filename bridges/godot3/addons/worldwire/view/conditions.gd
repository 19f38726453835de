extends Reference

# Conditions about objects and their members, which are compared in frames.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireNearNames = preload("../near_names.gd")
const COMPARISONS := ["==", "!=", "<", "<=", ">", ">=", "contains", "exists", "gone"]
const ORDERS := ["<", "<=", ">", ">="]
const OF_OBJECTS := ["exists", "gone"]
const MAX_CONDITIONS := 16
const TOLERANCE := 1e-5

var _root: Viewport
var _objects
var _types
var _members
var _values
var _conditions := []
var _is_any := false


func _init(parts: Dictionary) -> void:
	_root = parts.tree.root
	_objects = parts.objects
	_types = parts.types
	_members = parts.members
	_values = parts.values


# Null, or a refusal.
func read(params):
	if not params is Dictionary or not params.get("conditions") is Array or params.conditions.empty():
		return WorldwireRefusal.new("invalid", "there are no conditions", "send {\"path\": \"/Main/Door\", \"type\": \"Door\", \"name\": \"open\", \"is\": \"==\", \"value\": true}")
	if params.conditions.size() > MAX_CONDITIONS:
		return WorldwireRefusal.new("invalid", "there are %d conditions" % params.conditions.size(), "send %d at most" % MAX_CONDITIONS)
	if not params.get("any", false) is bool:
		return WorldwireRefusal.new("invalid", "any is %s" % JSON.print(params.any), "send true or false, or leave it out")
	_is_any = params.get("any", false)
	for number in range(params.conditions.size()):
		var fault = _fault_of(params.conditions[number])
		if fault is WorldwireRefusal:
			return WorldwireRefusal.new(fault.kind, "condition %d: %s" % [number + 1, fault.message], fault.hint)
	_conditions = params.conditions
	return null


# Whether they hold, and the state of each.
func compare() -> Dictionary:
	var met := not _is_any
	var states := []
	for condition in _conditions:
		var state := _state_of(condition)
		states.append(state)
		met = met or state.holds if _is_any else met and state.holds
	return {"met": met, "states": states}


func _fault_of(condition):
	if not condition is Dictionary:
		return WorldwireRefusal.new("invalid", "it must be an object", "send {\"path\": \"/Main/Door\", \"is\": \"exists\"}")
	var wanted = condition.get("is")
	if not wanted is String or not wanted in COMPARISONS:
		return WorldwireRefusal.new("invalid", "is %s is no comparison" % JSON.print(wanted), "send one of %s" % PoolStringArray(COMPARISONS).join(" "))
	if condition.has("object") == condition.has("path"):
		return WorldwireRefusal.new("invalid", "it needs either object or path", "send the id of an object, or a path such as \"/Main/Door\"")
	if condition.has("path") and (not condition.path is String or not condition.path.begins_with("/")):
		return WorldwireRefusal.new("invalid", "path is %s" % JSON.print(condition.path), "send a path from the root, such as \"/Main/Door\"")
	# An object that is gone already meets the condition.
	if condition.has("object") and wanted != "gone":
		var node = _objects.named(condition.object)
		if node is WorldwireRefusal:
			return node
	if condition.has("object") and wanted == "gone" and not (condition.object is String and condition.object.begins_with("obj:")):
		return _objects.named(condition.object)
	return null if wanted in OF_OBJECTS else _member_fault(condition)


func _member_fault(condition: Dictionary):
	if not condition.has("value"):
		return WorldwireRefusal.new("invalid", "it has no value to compare with", "send value, or is exists or gone")
	if condition["is"] in ORDERS and not typeof(condition.value) in [TYPE_REAL, TYPE_INT, TYPE_STRING]:
		return WorldwireRefusal.new("invalid", "%s cannot compare %s" % [condition["is"], JSON.print(condition.value)], "send a number, or use == or !=")
	for name in ["type", "name"]:
		if not condition.get(name) is String or condition[name].empty():
			return WorldwireRefusal.new("invalid", "it needs the %s of a member" % ("component type" if name == "type" else name), "component.list and member.list have both")
	if not condition.get("part", "") is String:
		return WorldwireRefusal.new("invalid", "part is %s" % JSON.print(condition.part), "send the name of a part, such as \"x\"")
	var node := _node_of(condition)
	var shown = null if node == null else _shown(condition, node)
	if shown == null or shown is WorldwireRefusal or not condition.has("part"):
		return shown if shown is WorldwireRefusal else null
	var whole = shown.get("json")
	# A value that is null now may have parts later.
	if whole == null or whole is Dictionary and whole.has(condition.part):
		return null
	var parts: Array = whole.keys() if whole is Dictionary else []
	return WorldwireRefusal.new("not-found", "%s.%s has no part %s" % [condition.type, condition.name, condition.part], WorldwireNearNames.hint(condition.part, parts))


func _node_of(condition: Dictionary) -> Node:
	if condition.has("object"):
		return _objects.find(condition.object)
	return _root.get_node_or_null(condition.path.substr(1))


func _shown(condition: Dictionary, node: Node):
	var part = _types.part(node, condition.type)
	var property = part if part is WorldwireRefusal else _members.property_of(node, part, condition.name)
	return property if property is WorldwireRefusal else _values.show(node.get(condition.name), property)


func _state_of(condition: Dictionary) -> Dictionary:
	var node := _node_of(condition)
	if condition["is"] in OF_OBJECTS:
		return {"holds": (node != null) == (condition["is"] == "exists")}
	var shown = null if node == null else _shown(condition, node)
	if shown == null or shown is WorldwireRefusal:
		return {"holds": false}
	var value = _comparable(shown)
	if condition.has("part"):
		if not value is Dictionary or not value.has(condition.part):
			return {"holds": false, "value": shown}
		value = value[condition.part]
		shown = _values.show(value)
	return {"holds": _holds(value, condition["is"], condition.value, shown.text), "value": shown}


# JSON, the id of an object, or else the text.
static func _comparable(shown: Dictionary):
	if shown.has("ref"):
		return shown.ref
	return shown.json if shown.has("json") else shown.text


static func _holds(value, comparison: String, wanted, text: String) -> bool:
	match comparison:
		"==":
			return _is_equal(value, wanted) or wanted is String and text == wanted
		"!=":
			return not _is_equal(value, wanted) and not (wanted is String and text == wanted)
		"contains":
			if value is String and wanted is String:
				return wanted in value
			if value is Dictionary:
				return value.has(wanted)
			for item in value if value is Array else []:
				if _is_equal(item, wanted):
					return true
			return false
	if not (_is_number(value) and _is_number(wanted) or value is String and wanted is String):
		return false
	match comparison:
		"<":
			return value < wanted
		"<=":
			return value <= wanted
		">":
			return value > wanted
	return value >= wanted


# Vectors have 32 bits for a number, and JSON has 64.
static func _is_equal(a, b) -> bool:
	if _is_number(a) and _is_number(b):
		return a == b or abs(a - b) <= TOLERANCE * max(abs(a), abs(b))
	if a is Dictionary and b is Array:
		a = a.values()
	if typeof(a) != typeof(b):
		return false
	if a is Array:
		if a.size() != b.size():
			return false
		for at in range(a.size()):
			if not _is_equal(a[at], b[at]):
				return false
		return true
	if a is Dictionary:
		if a.size() != b.size():
			return false
		for name in a:
			if not b.has(name) or not _is_equal(a[name], b[name]):
				return false
		return true
	return a == b


static func _is_number(value) -> bool:
	return value is float or value is int
