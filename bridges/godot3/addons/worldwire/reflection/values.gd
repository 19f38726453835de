extends Reference

# Values of the engine as type, text and, if possible, JSON.

const WorldwireNumbers = preload("../wire/numbers.gd")
const WorldwireChoices = preload("choices.gd")
const WorldwireNumberRange = preload("number_range.gd")
const NAMES := [
	"Variant", "bool", "int", "float", "String", "Vector2", "Rect2", "Vector3", "Transform2D", "Plane", "Quat", "AABB",
	"Basis", "Transform", "Color", "NodePath", "RID", "Object", "Dictionary", "Array", "PoolByteArray", "PoolIntArray",
	"PoolRealArray", "PoolStringArray", "PoolVector2Array", "PoolVector3Array", "PoolColorArray",
]
const NOTHING := {"type": "void", "text": ""}
# Containers may contain themselves.
const MAX_DEPTH := 8
# A value with more parts is given as text alone.
const MAX_PARTS := 10000
const MAX_TEXT_PARTS := 100000
# Longer texts are cut; JSON has them in full.
const MAX_TEXT := 20000

var _objects


func _init(objects) -> void:
	_objects = objects


# The spec is the property info of a property or parameter.
func show(value, spec := {}) -> Dictionary:
	if typeof(value) == TYPE_OBJECT:
		return _reference(value, spec)
	if value == null:
		return {"type": type_of(spec) if spec.get("type") == TYPE_OBJECT else "Nil", "text": "Null", "json": null}
	var shown := {"type": NAMES[typeof(value)], "text": text_of(value)}
	if typeof(value) == TYPE_INT and spec.has("type") and WorldwireChoices.has(spec):
		shown.text = WorldwireChoices.text_of(value, spec)
	if typeof(value) == TYPE_RID or not _has_json(value, [MAX_PARTS], 0):
		return shown
	shown.json = json_of(value)
	if shown.text.length() > MAX_TEXT:
		shown.text = shown.text.substr(0, MAX_TEXT - 3) + "..."
	return shown


# Null, or a freed object.
static func is_nothing(value) -> bool:
	return typeof(value) == TYPE_NIL or typeof(value) == TYPE_OBJECT and not is_instance_valid(value)


# Whether null is not a value of the declared type.
static func is_never_nothing(type: String) -> bool:
	return NAMES.find(type) > 0 and type != NAMES[TYPE_OBJECT]


# The name of a declared type, as in signatures.
static func type_of(spec: Dictionary) -> String:
	if spec.type != TYPE_OBJECT:
		return NAMES[spec.type]
	for name in [spec.get("class_name", ""), spec.get("hint_string", "")]:
		if not name.empty():
			return name
	return NAMES[TYPE_OBJECT]


func json_of(value):
	match typeof(value):
		TYPE_NIL, TYPE_BOOL, TYPE_INT, TYPE_REAL, TYPE_STRING:
			return value
		TYPE_VECTOR2:
			return {"x": value.x, "y": value.y}
		TYPE_VECTOR3:
			return {"x": value.x, "y": value.y, "z": value.z}
		TYPE_COLOR:
			return {"r": value.r, "g": value.g, "b": value.b, "a": value.a}
		TYPE_QUAT:
			return {"x": value.x, "y": value.y, "z": value.z, "w": value.w}
		TYPE_PLANE:
			return {"x": value.x, "y": value.y, "z": value.z, "d": value.d}
		TYPE_RECT2:
			return {"x": value.position.x, "y": value.position.y, "width": value.size.x, "height": value.size.y}
		TYPE_AABB:
			return {"position": json_of(value.position), "size": json_of(value.size)}
		TYPE_BASIS:
			return {"x": json_of(value.x), "y": json_of(value.y), "z": json_of(value.z)}
		TYPE_TRANSFORM:
			return {"basis": json_of(value.basis), "origin": json_of(value.origin)}
		TYPE_TRANSFORM2D:
			return {"x": json_of(value.x), "y": json_of(value.y), "origin": json_of(value.origin)}
		TYPE_OBJECT:
			var shown := _reference(value, {})
			return {"ref": shown.ref} if shown.has("ref") else shown.get("json", shown.text)
		TYPE_DICTIONARY:
			var members := {}
			for key in value:
				members[key if key is String else text_of(key)] = json_of(value[key])
			return members
		TYPE_NODE_PATH, TYPE_RID:
			return str(value)
	var items := []
	for item in value:
		items.append(json_of(item))
	return items


# As the engine prints it, with a limit for containers that contain themselves.
func text_of(value, left := [MAX_TEXT_PARTS], depth := 0) -> String:
	left[0] -= 1
	match typeof(value):
		TYPE_NIL:
			return "Null"
		TYPE_REAL:
			# Beyond these limits the engine prints zero, or all digits.
			var plain: bool = value == 0 or abs(value) >= 1e-5 and abs(value) < 1e16
			return str(value) if plain or is_nan(value) or is_inf(value) else WorldwireNumbers.text_of(value)
		TYPE_OBJECT:
			return _reference(value, {}).text
		TYPE_DICTIONARY:
			var members := PoolStringArray()
			for key in value:
				if left[0] < 0 or depth > MAX_DEPTH:
					members.append("...")
					break
				members.append(text_of(key, left, depth + 1) + ":" + text_of(value[key], left, depth + 1))
			return "{" + members.join(", ") + "}"
		TYPE_ARRAY:
			var items := PoolStringArray()
			for item in value:
				if left[0] < 0 or depth > MAX_DEPTH:
					items.append("...")
					break
				items.append(text_of(item, left, depth + 1))
			return "[" + items.join(", ") + "]"
	return str(value)


# A node of the tree is given by its id. A reference may be to a freed object.
func _reference(value, spec: Dictionary) -> Dictionary:
	if is_nothing(value):
		return {"type": type_of(spec) if spec.has("type") else "Object", "text": "Null", "json": null}
	var type: String = value.get_class()
	if value is Node and value.is_inside_tree() and value.get_parent() != null:
		return {"type": type, "text": "%s (%s)" % [value.name, type], "ref": _objects.id_of(value)}
	# The path of a resource inside of a file cannot be loaded.
	if value is Resource and not value.resource_path.empty():
		var shown := {"type": type, "text": value.resource_path}
		if not "::" in shown.text:
			shown.json = shown.text
		return shown
	return {"type": type, "text": str(value)}


# Whether it is small and has no integers that JSON would change. The array passes the number of parts that are left.
func _has_json(value, left: Array, depth: int) -> bool:
	left[0] -= 1
	if left[0] < 0 or depth > MAX_DEPTH:
		return false
	match typeof(value):
		TYPE_INT:
			return WorldwireNumberRange.is_exact(value)
		TYPE_DICTIONARY:
			for key in value:
				if not _has_json(value[key], left, depth + 1):
					return false
		TYPE_ARRAY:
			for item in value:
				if not _has_json(item, left, depth + 1):
					return false
	return typeof(value) <= TYPE_ARRAY or value.size() <= MAX_PARTS

