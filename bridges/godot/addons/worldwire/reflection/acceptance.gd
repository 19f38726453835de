extends Reference

# What a caller may send for a value of a type. A value that fits comes in a list of one, because nothing is a value too.

const Values = preload("values.gd")
const WHOLE := 9007199254740992.0
const REAL_PARTS := {
	TYPE_VECTOR2: ["x", "y"],
	TYPE_VECTOR3: ["x", "y", "z"],
	TYPE_QUAT: ["x", "y", "z", "w"],
	TYPE_PLANE: ["x", "y", "z", "d"],
	TYPE_RECT2: ["x", "y", "width", "height"],
	TYPE_COLOR: ["r", "g", "b", "a"],
}
const TYPED_PARTS := {
	TYPE_AABB: {"position": TYPE_VECTOR3, "size": TYPE_VECTOR3},
	TYPE_BASIS: {"x": TYPE_VECTOR3, "y": TYPE_VECTOR3, "z": TYPE_VECTOR3},
	TYPE_TRANSFORM: {"basis": TYPE_BASIS, "origin": TYPE_VECTOR3},
	TYPE_TRANSFORM2D: {"x": TYPE_VECTOR2, "y": TYPE_VECTOR2, "origin": TYPE_VECTOR2},
}
const ITEMS := {
	TYPE_RAW_ARRAY: TYPE_INT,
	TYPE_INT_ARRAY: TYPE_INT,
	TYPE_REAL_ARRAY: TYPE_REAL,
	TYPE_STRING_ARRAY: TYPE_STRING,
	TYPE_VECTOR2_ARRAY: TYPE_VECTOR2,
	TYPE_VECTOR3_ARRAY: TYPE_VECTOR3,
	TYPE_COLOR_ARRAY: TYPE_COLOR,
}

var _objects
var _types


func _init(objects, types) -> void:
	_objects = objects
	_types = types


# A list with the value, or nothing where the JSON stands for none of this type.
func accept(spec: Dictionary, json):
	var type: int = spec.type
	match type:
		TYPE_NIL:
			return [untyped(json)]
		TYPE_BOOL:
			return [json] if json is bool else null
		TYPE_INT:
			return _integer(spec, json)
		TYPE_REAL:
			return [float(json)] if _is_number(json) else null
		TYPE_STRING:
			return [json] if json is String else null
		TYPE_NODE_PATH:
			return [NodePath(json)] if json is String else null
		TYPE_OBJECT:
			return _object(spec, json)
		TYPE_DICTIONARY:
			return [untyped(json)] if json is Dictionary else null
		TYPE_ARRAY:
			return [untyped(json)] if json is Array else null
	if REAL_PARTS.has(type):
		return _tuple(type, json)
	if TYPED_PARTS.has(type):
		return _structure(type, json)
	return _pool(type, json) if ITEMS.has(type) else null


# What a caller would have to send.
func expects(spec: Dictionary) -> String:
	var type: int = spec.type
	if REAL_PARTS.has(type):
		var names := PoolStringArray(REAL_PARTS[type])
		return "{%s} or an array of %d numbers" % [names.join(", "), names.size()]
	if TYPED_PARTS.has(type):
		return "{%s}" % PoolStringArray(TYPED_PARTS[type].keys()).join(", ")
	match type:
		TYPE_BOOL:
			return "true or false"
		TYPE_INT:
			if spec.get("hint") == PROPERTY_HINT_ENUM:
				return "one of %s, or its number" % PoolStringArray(Values.enum_names(spec.hint_string).keys()).join(", ")
			return "an integer"
		TYPE_REAL:
			return "a number"
		TYPE_STRING, TYPE_NODE_PATH:
			return "a string"
		TYPE_OBJECT:
			return "the id of an object such as \"obj:12\", the path of a resource such as \"res://icon.png\", or null"
		TYPE_DICTIONARY:
			return "an object"
	return "an array" if type >= TYPE_ARRAY else "something else: no JSON stands for a %s" % Values.type_of(spec)


# Without a type: whole numbers are integers, and {"ref": "obj:12"} is an object.
func untyped(json):
	match typeof(json):
		TYPE_REAL:
			return int(json) if json == floor(json) and abs(json) < WHOLE else json
		TYPE_ARRAY:
			var items := []
			for item in json:
				items.append(untyped(item))
			return items
		TYPE_DICTIONARY:
			if json.size() == 1 and json.has("ref"):
				return _objects.find(json.ref)
			var members := {}
			for name in json:
				members[name] = untyped(json[name])
			return members
	return json


func _integer(spec: Dictionary, json):
	if _is_number(json):
		return [int(json)] if json == floor(json) and abs(json) < WHOLE else null
	if json is String and spec.get("hint") == PROPERTY_HINT_ENUM:
		var names := Values.enum_names(spec.hint_string)
		return [names[json]] if names.has(json) else null
	return null


func _object(spec: Dictionary, json):
	if json == null:
		return [null]
	var id = json.get("ref") if json is Dictionary else json
	if not id is String:
		return null
	var found: Object = _objects.find(id)
	if found == null and id.begins_with("res://") and ResourceLoader.exists(id):
		found = load(id)
	if found == null:
		return null
	# Several types may be named, one of which is enough.
	for type in Values.type_of(spec).split(","):
		if found.is_class(type) or found is Node and _types.is_a(found, type):
			return [found]
	return null


func _tuple(type: int, json):
	if type == TYPE_COLOR and json is String:
		return [Color(json)] if json.is_valid_html_color() else null
	var numbers = _numbers(json, REAL_PARTS[type], type == TYPE_COLOR)
	if numbers == null:
		return null
	match type:
		TYPE_VECTOR2:
			return [Vector2(numbers[0], numbers[1])]
		TYPE_VECTOR3:
			return [Vector3(numbers[0], numbers[1], numbers[2])]
		TYPE_PLANE:
			return [Plane(numbers[0], numbers[1], numbers[2], numbers[3])]
		TYPE_RECT2:
			return [Rect2(numbers[0], numbers[1], numbers[2], numbers[3])]
		TYPE_COLOR:
			return [Color(numbers[0], numbers[1], numbers[2], numbers[3] if numbers.size() > 3 else 1.0)]
	# One of no length turns nothing into anything.
	var turn := Quat(numbers[0], numbers[1], numbers[2], numbers[3])
	return [turn.normalized()] if turn.length() > 1e-6 else null


func _numbers(json, names: Array, last_is_optional: bool):
	var numbers := []
	if json is Array:
		numbers = json
	elif json is Dictionary and json.size() <= names.size():
		for name in names:
			if json.has(name):
				numbers.append(json[name])
		if numbers.size() < json.size():
			return null
	if numbers.size() > names.size() or numbers.size() < names.size() - int(last_is_optional):
		return null
	for number in numbers:
		if not _is_number(number):
			return null
	return numbers


func _structure(type: int, json):
	var parts: Dictionary = TYPED_PARTS[type]
	if not json is Dictionary or json.size() != parts.size():
		return null
	var values := []
	for name in parts:
		var part = accept({"type": parts[name]}, json.get(name))
		if part == null:
			return null
		values.append(part[0])
	match type:
		TYPE_AABB:
			return [AABB(values[0], values[1])]
		TYPE_BASIS:
			return [Basis(values[0], values[1], values[2])]
		TYPE_TRANSFORM:
			return [Transform(values[0], values[1])]
	return [Transform2D(values[0], values[1], values[2])]


func _pool(type: int, json):
	if not json is Array:
		return null
	var items := []
	for item in json:
		var part = accept({"type": ITEMS[type]}, item)
		if part == null or type == TYPE_RAW_ARRAY and (part[0] < 0 or part[0] > 255):
			return null
		items.append(part[0])
	return [convert(items, type)]


static func _is_number(json) -> bool:
	return json is float and not is_nan(json) and not is_inf(json) or json is int
