extends RefCounted

# Values of the engine as type, text and, if possible, JSON.

const WorldwireObjects = preload("../scene/objects.gd")
const WorldwireNumbers = preload("../wire/numbers.gd")
const WorldwireChoices = preload("choices.gd")
const WorldwireNumberRange = preload("number_range.gd")
const WorldwireItemHint = preload("item_hint.gd")
# By the numbers of their types.
const NAMES: Array = WorldwireItemHint.BUILT_IN
const NOTHING := {"type": "void", "text": ""}
# The members of types that are made of numbers.
const PARTS := {
	TYPE_VECTOR2: ["x", "y"],
	TYPE_VECTOR2I: ["x", "y"],
	TYPE_VECTOR3: ["x", "y", "z"],
	TYPE_VECTOR3I: ["x", "y", "z"],
	TYPE_VECTOR4: ["x", "y", "z", "w"],
	TYPE_VECTOR4I: ["x", "y", "z", "w"],
	TYPE_QUATERNION: ["x", "y", "z", "w"],
	TYPE_PLANE: ["x", "y", "z", "d"],
	TYPE_COLOR: ["r", "g", "b", "a"],
	TYPE_AABB: ["position", "size"],
	TYPE_BASIS: ["x", "y", "z"],
	TYPE_TRANSFORM3D: ["basis", "origin"],
	TYPE_TRANSFORM2D: ["x", "y", "origin"],
	TYPE_PROJECTION: ["x", "y", "z", "w"],
}
# Containers may contain themselves.
const MAX_DEPTH := 8
# A value with more parts is given as text alone.
const MAX_PARTS := 10000
const MAX_TEXT_PARTS := 100000
# Longer texts are cut; JSON has them in full.
const MAX_TEXT := 20000

var _objects: WorldwireObjects


func _init(objects: WorldwireObjects) -> void:
	_objects = objects


# The spec is the property info of a property or parameter.
func show(value: Variant, spec := {}) -> Dictionary:
	if typeof(value) == TYPE_OBJECT:
		return _reference(value, spec)
	if value == null:
		return {"type": type_of(spec) if spec.get("type") == TYPE_OBJECT else "Nil", "text": "Null", "json": null}
	var shown := {"type": _type_of_value(value), "text": text_of(value)}
	if typeof(value) == TYPE_INT and spec.has("type") and WorldwireChoices.has(spec):
		shown.text = WorldwireChoices.text_of(value, spec)
	if typeof(value) in [TYPE_RID, TYPE_CALLABLE, TYPE_SIGNAL] or not _has_json(value, [MAX_PARTS], 0):
		return shown
	shown.json = json_of(value)
	if shown.text.length() > MAX_TEXT:
		shown.text = shown.text.substr(0, MAX_TEXT - 3) + "..."
	return shown


# Null, or a freed object.
static func is_nothing(value: Variant) -> bool:
	return typeof(value) == TYPE_NIL or typeof(value) == TYPE_OBJECT and not is_instance_valid(value)


# Whether null is not a value of the declared type.
static func is_never_nothing(type: String) -> bool:
	return NAMES.find(type) > 0 and type != NAMES[TYPE_OBJECT]


# The name of a declared type, as in signatures.
static func type_of(spec: Dictionary) -> String:
	var type: int = spec.type
	if type == TYPE_ARRAY or type == TYPE_DICTIONARY:
		return WorldwireItemHint.name_of(spec)
	if type != TYPE_OBJECT:
		return NAMES[type]
	for name: String in [str(spec.get("class_name", "")), str(spec.get("hint_string", ""))]:
		if not name.is_empty():
			return name
	return NAMES[TYPE_OBJECT]


func json_of(value: Variant) -> Variant:
	var type := typeof(value)
	match type:
		TYPE_NIL, TYPE_BOOL, TYPE_INT, TYPE_FLOAT, TYPE_STRING:
			return value
		TYPE_STRING_NAME, TYPE_NODE_PATH, TYPE_RID, TYPE_CALLABLE, TYPE_SIGNAL:
			return text_of(value)
		TYPE_RECT2, TYPE_RECT2I:
			return {"x": value.position.x, "y": value.position.y, "width": value.size.x, "height": value.size.y}
		TYPE_OBJECT:
			var shown := _reference(value, {})
			return {"ref": shown.ref} if shown.has("ref") else shown.get("json", shown.text)
		TYPE_DICTIONARY:
			var members := {}
			for key: Variant in value:
				members[key if key is String else text_of(key)] = json_of(value[key])
			return members
	if PARTS.has(type):
		var parts := {}
		for name: String in PARTS[type]:
			parts[name] = json_of(value[name])
		return parts
	var items := []
	for item: Variant in value:
		items.append(json_of(item))
	return items


# As the engine prints it, with a limit for containers that contain themselves.
func text_of(value: Variant, left: Array = [MAX_TEXT_PARTS], depth := 0) -> String:
	left[0] -= 1
	match typeof(value):
		TYPE_NIL:
			return "Null"
		TYPE_FLOAT:
			# Beyond these limits the engine prints zero, or all digits.
			var plain: bool = value == 0 or absf(value) >= 1e-5 and absf(value) < 1e16
			return str(value) if plain or is_nan(value) or is_inf(value) else WorldwireNumbers.text_of(value)
		TYPE_OBJECT:
			return _reference(value, {}).text
		TYPE_CALLABLE:
			return _place_of(value.get_object(), "%s()" % value.get_method()) if value.is_valid() else "Null"
		TYPE_SIGNAL:
			return _place_of(value.get_object(), value.get_name()) if not value.is_null() else "Null"
		TYPE_DICTIONARY:
			var members := PackedStringArray()
			for key: Variant in value:
				if left[0] < 0 or depth > MAX_DEPTH:
					members.append("...")
					break
				members.append(text_of(key, left, depth + 1) + ":" + text_of(value[key], left, depth + 1))
			return "{" + ", ".join(members) + "}"
		TYPE_ARRAY:
			var items := PackedStringArray()
			for item: Variant in value:
				if left[0] < 0 or depth > MAX_DEPTH:
					items.append("...")
					break
				items.append(text_of(item, left, depth + 1))
			return "[" + ", ".join(items) + "]"
	return str(value)


# "/Arena/Crate.damaged", or the class for an object that is not a node of the tree.
func _place_of(object: Object, name: String) -> String:
	if object is Node and _objects.stage.has(object):
		return "%s.%s" % [_objects.stage.path_of(object), name]
	return name if object == null else "%s.%s" % [object.get_class(), name]


# With the types of its items.
static func _type_of_value(value: Variant) -> String:
	if value is Array and value.is_typed():
		return "Array[%s]" % _item_type(value.get_typed_builtin(), value.get_typed_class_name(), value.get_typed_script())
	if value is Dictionary and WorldwireItemHint.has_typed_dictionaries() and value.is_typed():
		var key := _item_type(value.get_typed_key_builtin(), value.get_typed_key_class_name(), value.get_typed_key_script())
		var item := _item_type(value.get_typed_value_builtin(), value.get_typed_value_class_name(), value.get_typed_value_script())
		return "Dictionary[%s, %s]" % [key, item]
	return NAMES[typeof(value)]


static func _item_type(type: int, name: StringName, script: Variant) -> String:
	if script is Script and not script.get_global_name().is_empty():
		return script.get_global_name()
	return NAMES[type] if name.is_empty() else String(name)


# A node of the tree is given by its id. A reference may be to a freed object.
func _reference(value: Variant, spec: Dictionary) -> Dictionary:
	if is_nothing(value):
		return {"type": type_of(spec) if spec.has("type") else "Object", "text": "Null", "json": null}
	var type: String = value.get_class()
	if value is Node and _objects.stage.has(value):
		return {"type": type, "text": "%s (%s)" % [value.name, type], "ref": _objects.id_of(value)}
	# The path of a resource inside of a file cannot be loaded.
	if value is Resource and not value.resource_path.is_empty():
		var shown := {"type": type, "text": value.resource_path}
		if not shown.text.contains("::"):
			shown.json = shown.text
		return shown
	return {"type": type, "text": str(value)}


# Whether it is small and has no integers that JSON would change. The array passes the number of parts that are left.
func _has_json(value: Variant, left: Array, depth: int) -> bool:
	left[0] -= 1
	if left[0] < 0 or depth > MAX_DEPTH:
		return false
	match typeof(value):
		TYPE_INT:
			return WorldwireNumberRange.is_exact(value)
		TYPE_DICTIONARY:
			for key: Variant in value:
				if not _has_json(value[key], left, depth + 1):
					return false
		TYPE_ARRAY:
			for item: Variant in value:
				if not _has_json(item, left, depth + 1):
					return false
		TYPE_PACKED_INT64_ARRAY:
			for item: int in value:
				if not WorldwireNumberRange.is_exact(item):
					return false
	return typeof(value) <= TYPE_ARRAY or value.size() <= MAX_PARTS
