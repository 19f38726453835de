extends RefCounted

# Conditions on objects and their members, which are compared in every frame.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireNearNames = preload("../near_names.gd")
const WorldwireObjects = preload("../scene/objects.gd")
const MAX_CONDITIONS := 16
const ABOUT_OBJECTS: Array[String] = ["exists", "gone"]
const COMPARISONS: Array[String] = ["==", "!=", "<", "<=", ">", ">=", "contains", "exists", "gone"]

var _objects: WorldwireObjects
var _members: RefCounted


func _init(objects: WorldwireObjects, members: RefCounted) -> void:
	_objects = objects
	_members = members


# Null, or a refusal.
func fault_of(params: Variant) -> WorldwireRefusal:
	var list: Variant = params.get("conditions") if params is Dictionary else null
	if not list is Array or list.is_empty() or list.size() > MAX_CONDITIONS:
		return WorldwireRefusal.new("invalid", "conditions must be a list of 1 to %d conditions" % MAX_CONDITIONS, "send [{object or path, type, name, is, value}]")
	if not params.get("any", false) is bool:
		return WorldwireRefusal.new("invalid", "any is %s" % [params.any], "send true or false, or leave it out")
	for condition: Variant in list:
		var fault := _fault_of_one(condition)
		if fault != null:
			return fault
	return null


# One state for each condition.
func states(params: Dictionary) -> Array:
	var found := []
	for condition: Dictionary in params.conditions:
		found.append(_state(condition))
	return found


static func is_met(params: Dictionary, found: Array) -> bool:
	var count := 0
	for state: Dictionary in found:
		count += int(state.holds)
	return count > 0 if params.get("any", false) else count == found.size()


func _fault_of_one(condition: Variant) -> WorldwireRefusal:
	if not condition is Dictionary:
		return WorldwireRefusal.new("invalid", "a condition must be an object", "send {object or path, type, name, is, value}")
	var is_what: Variant = condition.get("is")
	if not is_what is String or not is_what in COMPARISONS:
		return WorldwireRefusal.new("invalid", "is is %s" % [is_what], "send one of %s" % ", ".join(PackedStringArray(COMPARISONS)))
	if condition.has("object") == condition.has("path"):
		return WorldwireRefusal.new("invalid", "a condition needs either object or path", "send the id of an object, or its path such as \"/Main/Door\"")
	if condition.has("path") and (not condition.path is String or not condition.path.begins_with("/")):
		return WorldwireRefusal.new("invalid", "path is %s" % [condition.path], "send a path that begins with \"/\", such as \"/Main/Door\"")
	if condition.has("object") and not (is_what == "gone" and _objects.was_known(condition.object)):
		var node: Variant = _objects.named(condition.object)
		if node is WorldwireRefusal:
			return node
	if is_what in ABOUT_OBJECTS:
		return null
	for part: String in ["type", "name"]:
		if not condition.get(part) is String:
			return WorldwireRefusal.new("invalid", "a condition with %s needs the %s of a member" % [is_what, part], "member.list has the names")
	if not condition.has("value"):
		return WorldwireRefusal.new("invalid", "a condition with %s needs a value" % is_what, "send the value to compare with, or use \"exists\"")
	if condition.has("part") and not condition.part is String:
		return WorldwireRefusal.new("invalid", "part is %s" % [condition.part], "send the name of a part such as \"x\"")
	# An object with a path need not exist yet.
	var target := _target(condition)
	var value: Variant = null if target == null else _read(target, condition)
	return value if value is WorldwireRefusal and value.kind != "failed" else null


func _state(condition: Dictionary) -> Dictionary:
	var target := _target(condition)
	if condition["is"] in ABOUT_OBJECTS:
		return {"holds": (target != null) == (condition["is"] == "exists")}
	var value: Variant = null if target == null else _read(target, condition)
	if not value is Dictionary:
		return {"holds": false}
	return {"holds": _compare(_part_of(value, condition), condition["is"], condition.value), "value": value}


func _target(condition: Dictionary) -> Node:
	return _objects.find(condition.object) if condition.has("object") else _objects.stage.node_at(condition.path)


func _read(target: Node, condition: Dictionary) -> Variant:
	return _members.read({"object": _objects.id_of(target), "type": condition.type, "name": condition.name})


static func _part_of(value: Dictionary, condition: Dictionary) -> Variant:
	var whole: Variant = value.get("json", value.get("ref", value.text))
	if not condition.has("part"):
		return whole
	if whole is Dictionary:
		return whole.get(condition.part)
	var at: String = condition.part
	return whole[int(at)] if whole is Array and at.is_valid_int() and int(at) >= 0 and int(at) < whole.size() else null


static func _compare(found: Variant, is_what: String, wanted: Variant) -> bool:
	match is_what:
		"==":
			return _is_equal(found, wanted)
		"!=":
			return not _is_equal(found, wanted)
		"contains":
			if found is String:
				return wanted is String and found.contains(wanted)
			if found is Array:
				return found.any(func(item: Variant) -> bool: return _is_equal(item, wanted))
			return found is Dictionary and found.has(wanted)
	var are_numbers := (found is float or found is int) and (wanted is float or wanted is int)
	if not are_numbers and not (found is String and wanted is String):
		return false
	match is_what:
		"<":
			return found < wanted
		"<=":
			return found <= wanted
		">":
			return found > wanted
	return found >= wanted


# Numbers of the engine often have 32 bits, and those of JSON 64.
static func _is_equal(one: Variant, other: Variant) -> bool:
	if (one is float or one is int) and (other is float or other is int):
		return one == other or Vector2(one, 0).x == Vector2(other, 0).x
	if typeof(one) != typeof(other):
		return false
	if one is Array:
		return one.size() == other.size() and range(one.size()).all(func(at: int) -> bool: return _is_equal(one[at], other[at]))
	if one is Dictionary:
		return one.size() == other.size() and one.keys().all(func(key: Variant) -> bool: return other.has(key) and _is_equal(one[key], other[key]))
	return one == other
