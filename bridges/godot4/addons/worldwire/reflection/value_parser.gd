extends RefCounted

# Parses JSON for a declared type. A value is returned in an array of one element, because null is a value too.

const WorldwireObjects = preload("../scene/objects.gd")
const WorldwireTypes = preload("types.gd")
const WorldwireValues = preload("values.gd")
const WorldwireChoices = preload("choices.gd")
const WorldwireNumberRange = preload("number_range.gd")
const WorldwireUntypedParser = preload("untyped_parser.gd")
const WorldwireItemHint = preload("item_hint.gd")
const REAL_PARTS := {
	TYPE_VECTOR2: ["x", "y"],
	TYPE_VECTOR2I: ["x", "y"],
	TYPE_VECTOR3: ["x", "y", "z"],
	TYPE_VECTOR3I: ["x", "y", "z"],
	TYPE_VECTOR4: ["x", "y", "z", "w"],
	TYPE_VECTOR4I: ["x", "y", "z", "w"],
	TYPE_QUATERNION: ["x", "y", "z", "w"],
	TYPE_PLANE: ["x", "y", "z", "d"],
	TYPE_RECT2: ["x", "y", "width", "height"],
	TYPE_RECT2I: ["x", "y", "width", "height"],
	TYPE_COLOR: ["r", "g", "b", "a"],
}
const WHOLE_NUMBERS := [TYPE_VECTOR2I, TYPE_VECTOR3I, TYPE_VECTOR4I, TYPE_RECT2I]
const TYPED_PARTS := {
	TYPE_AABB: {"position": TYPE_VECTOR3, "size": TYPE_VECTOR3},
	TYPE_BASIS: {"x": TYPE_VECTOR3, "y": TYPE_VECTOR3, "z": TYPE_VECTOR3},
	TYPE_TRANSFORM3D: {"basis": TYPE_BASIS, "origin": TYPE_VECTOR3},
	TYPE_TRANSFORM2D: {"x": TYPE_VECTOR2, "y": TYPE_VECTOR2, "origin": TYPE_VECTOR2},
	TYPE_PROJECTION: {"x": TYPE_VECTOR4, "y": TYPE_VECTOR4, "z": TYPE_VECTOR4, "w": TYPE_VECTOR4},
}
const ITEMS := {
	TYPE_PACKED_BYTE_ARRAY: TYPE_INT,
	TYPE_PACKED_INT32_ARRAY: TYPE_INT,
	TYPE_PACKED_INT64_ARRAY: TYPE_INT,
	TYPE_PACKED_FLOAT32_ARRAY: TYPE_FLOAT,
	TYPE_PACKED_FLOAT64_ARRAY: TYPE_FLOAT,
	TYPE_PACKED_STRING_ARRAY: TYPE_STRING,
	TYPE_PACKED_VECTOR2_ARRAY: TYPE_VECTOR2,
	TYPE_PACKED_VECTOR3_ARRAY: TYPE_VECTOR3,
	TYPE_PACKED_VECTOR4_ARRAY: TYPE_VECTOR4,
	TYPE_PACKED_COLOR_ARRAY: TYPE_COLOR,
}

var _objects: WorldwireObjects
var _types: WorldwireTypes
var _untyped_parser: WorldwireUntypedParser


func _init(objects: WorldwireObjects, types: WorldwireTypes) -> void:
	_objects = objects
	_types = types
	_untyped_parser = WorldwireUntypedParser.new(objects)


# An array with the value, or null if the JSON does not fit the type.
func accept(spec: Dictionary, json: Variant) -> Variant:
	var type: int = spec.type
	match type:
		TYPE_NIL:
			return _untyped_parser.accept(json)
		TYPE_BOOL:
			return [json] if json is bool else null
		TYPE_INT:
			return _integer(spec, json)
		TYPE_FLOAT:
			return [float(json)] if WorldwireNumberRange.is_number(json) else null
		TYPE_STRING:
			return [json] if json is String else null
		TYPE_STRING_NAME:
			return [StringName(json)] if json is String else null
		TYPE_NODE_PATH:
			return [NodePath(json)] if json is String else null
		TYPE_OBJECT:
			return _object(spec, json)
		TYPE_DICTIONARY:
			return _dictionary(spec, json) if json is Dictionary else null
		TYPE_ARRAY:
			return _array(spec, json) if json is Array else null
	if REAL_PARTS.has(type):
		return _tuple(type, json)
	if TYPED_PARTS.has(type):
		return _structure(type, json)
	return _packed(type, json) if ITEMS.has(type) else null


# The expected form, for a hint. Classes of the engine have 32 bits for a number.
func expects(spec: Dictionary, is_native := false) -> String:
	var type: int = spec.type
	var items := WorldwireItemHint.of(spec)
	if ITEMS.has(type):
		items = [{"type": ITEMS[type], "usage": 0}]
	if type != TYPE_DICTIONARY and not items.is_empty():
		return "an array, each item of it %s" % WorldwireNumberRange.BOUNDS.get(type, expects(items[0]))
	if type == TYPE_DICTIONARY and not items.is_empty():
		var names := "" if items[0].type in [TYPE_NIL, TYPE_STRING, TYPE_STRING_NAME] else "each name of it %s as text, and " % expects(items[0])
		return "an object, %seach value of it %s" % [names, expects(items[1])]
	if REAL_PARTS.has(type):
		var names := PackedStringArray(REAL_PARTS[type])
		var whole := "whole " if type in WHOLE_NUMBERS else ""
		var form := "{%s} or an array of %d %snumbers" % [", ".join(names), names.size(), whole]
		return form + ", or \"#rrggbb\"" if type == TYPE_COLOR else form
	if TYPED_PARTS.has(type):
		return "{%s}" % ", ".join(PackedStringArray(TYPED_PARTS[type].keys()))
	match type:
		TYPE_NIL:
			return "any JSON with finite numbers, and {\"ref\": \"obj:12\"} for an object that is there"
		TYPE_BOOL:
			return "true or false"
		TYPE_INT:
			return WorldwireChoices.expects(spec) if WorldwireChoices.has(spec) else "an integer of at most %d bits" % (32 if is_native else 53)
		TYPE_FLOAT:
			return "a number of at most 32 bits, which ends at 3.4e38" if is_native else "a number"
		TYPE_STRING, TYPE_STRING_NAME, TYPE_NODE_PATH:
			return "a string"
		TYPE_OBJECT:
			var form := "the id of an object such as \"obj:12\", the path of a resource such as \"res://icon.png\", or null"
			return form if WorldwireValues.type_of(spec) == "Object" else "%s: it has to be a %s" % [form, WorldwireValues.type_of(spec)]
		TYPE_DICTIONARY:
			return "an object"
	return "an array" if type == TYPE_ARRAY else "something else: no JSON stands for a %s" % WorldwireValues.type_of(spec)


func _integer(spec: Dictionary, json: Variant) -> Variant:
	if WorldwireNumberRange.is_number(json):
		if not WorldwireNumberRange.is_whole(json):
			return null
		json = int(json)
	if WorldwireChoices.has(spec):
		return WorldwireChoices.number_of(json, spec)
	return [json] if json is int else null


func _object(spec: Dictionary, json: Variant) -> Variant:
	if json == null:
		return [null]
	var id: Variant = json.get("ref") if json is Dictionary else json
	if not id is String:
		return null
	var found: Object = _objects.find(id)
	if found == null and (id.begins_with("res://") or id.begins_with("uid://")) and ResourceLoader.exists(id):
		found = load(id)
	if found == null:
		return null
	if spec.has("script"):
		return [found] if spec.script in _types.line_of(found.get_script()) else null
	# Several types may be named; one must match.
	for type in WorldwireValues.type_of(spec).split(","):
		if found.is_class(type) or _types.is_script_named(found.get_script(), type):
			return [found]
	return null


func _array(spec: Dictionary, json: Array) -> Variant:
	var specs := WorldwireItemHint.of(spec)
	if specs.is_empty():
		return _untyped_parser.accept(json)
	var items := []
	for item: Variant in json:
		var part: Variant = accept(specs[0], item)
		if part == null:
			return null
		items.append(part[0])
	var of_class := _class_of(specs[0])
	return [Array(items, specs[0].type, of_class.name, of_class.script)]


func _dictionary(spec: Dictionary, json: Dictionary) -> Variant:
	var specs := WorldwireItemHint.of(spec)
	if specs.is_empty():
		return _untyped_parser.members(json)
	var members := {}
	for name: String in json:
		var key: Variant = _key(specs[0], name)
		var item: Variant = accept(specs[1], json[name])
		if key == null or item == null:
			return null
		members[key[0]] = item[0]
	var keys := _class_of(specs[0])
	var items := _class_of(specs[1])
	# Not a constructor of GDScript before 4.4, which has no such types.
	return [_typed_dictionary([members, specs[0].type, keys.name, keys.script, specs[1].type, items.name, items.script])]


static func _typed_dictionary(arguments: Array) -> Dictionary:
	var made := Expression.new()
	if made.parse("Dictionary(a, b, c, d, e, f, g)", ["a", "b", "c", "d", "e", "f", "g"]) != OK:
		return arguments[0]
	var found: Variant = made.execute(arguments)
	return found if found is Dictionary else arguments[0]


# Names in JSON are strings.
func _key(spec: Dictionary, name: String) -> Variant:
	if spec.type in [TYPE_INT, TYPE_FLOAT]:
		return accept(spec, JSON.parse_string(name)) if name.is_valid_float() else null
	if spec.type == TYPE_BOOL:
		return [name == "true"] if name in ["true", "false"] else null
	return accept(spec, name)


# The class of the items of a typed array, and its script.
func _class_of(spec: Dictionary) -> Dictionary:
	if spec.has("script"):
		return {"name": spec.script.get_instance_base_type(), "script": spec.script}
	var name := str(spec.get("class_name", ""))
	if spec.type != TYPE_OBJECT or name.is_empty():
		return {"name": &"Object" if spec.type == TYPE_OBJECT else &"", "script": null}
	if ClassDB.class_exists(name):
		return {"name": StringName(name), "script": null}
	var script: Variant = _types.find(name)
	return {"name": script.get_instance_base_type(), "script": script} if script is Script else {"name": &"Object", "script": null}


func _tuple(type: int, json: Variant) -> Variant:
	if type == TYPE_COLOR and json is String:
		return [Color.html(json)] if Color.html_is_valid(json) else null
	var numbers: Variant = _numbers(json, REAL_PARTS[type], type)
	if numbers == null:
		return null
	match type:
		TYPE_VECTOR2:
			return [Vector2(numbers[0], numbers[1])]
		TYPE_VECTOR2I:
			return [Vector2i(numbers[0], numbers[1])]
		TYPE_VECTOR3:
			return [Vector3(numbers[0], numbers[1], numbers[2])]
		TYPE_VECTOR3I:
			return [Vector3i(numbers[0], numbers[1], numbers[2])]
		TYPE_VECTOR4:
			return [Vector4(numbers[0], numbers[1], numbers[2], numbers[3])]
		TYPE_VECTOR4I:
			return [Vector4i(numbers[0], numbers[1], numbers[2], numbers[3])]
		TYPE_PLANE:
			return [Plane(numbers[0], numbers[1], numbers[2], numbers[3])]
		TYPE_RECT2:
			return [Rect2(numbers[0], numbers[1], numbers[2], numbers[3])]
		TYPE_RECT2I:
			return [Rect2i(numbers[0], numbers[1], numbers[2], numbers[3])]
		TYPE_COLOR:
			return [Color(numbers[0], numbers[1], numbers[2], numbers[3] if numbers.size() > 3 else 1.0)]
	return _rotation(numbers)


# Normalized; null for length 0.
static func _rotation(numbers: Array) -> Variant:
	var length := 0.0
	for number: float in numbers:
		length += number * number
	length = sqrt(length)
	if length < 1e-6:
		return null
	return [Quaternion(numbers[0] / length, numbers[1] / length, numbers[2] / length, numbers[3] / length)]


func _numbers(json: Variant, names: Array, type: int) -> Variant:
	var numbers := []
	if json is Array:
		numbers = json
	elif json is Dictionary and json.size() <= names.size():
		for name: String in names:
			if json.has(name):
				numbers.append(json[name])
		if numbers.size() < json.size():
			return null
	if numbers.size() > names.size() or numbers.size() < names.size() - int(type == TYPE_COLOR):
		return null
	for number: Variant in numbers:
		if not WorldwireNumberRange.is_number(number):
			return null
		if type in WHOLE_NUMBERS:
			if not WorldwireNumberRange.is_whole(number) or not WorldwireNumberRange.is_item(TYPE_PACKED_INT32_ARRAY, number):
				return null
		elif not WorldwireNumberRange.is_single(number):
			return null
	return numbers


func _structure(type: int, json: Variant) -> Variant:
	var parts: Dictionary = TYPED_PARTS[type]
	if not json is Dictionary or json.size() != parts.size():
		return null
	var values := []
	for name: String in parts:
		var part: Variant = accept({"type": parts[name]}, json.get(name))
		if part == null:
			return null
		values.append(part[0])
	match type:
		TYPE_AABB:
			return [AABB(values[0], values[1])]
		TYPE_BASIS:
			return [Basis(values[0], values[1], values[2])]
		TYPE_TRANSFORM3D:
			return [Transform3D(values[0], values[1])]
		TYPE_PROJECTION:
			return [Projection(values[0], values[1], values[2], values[3])]
	return [Transform2D(values[0], values[1], values[2])]


func _packed(type: int, json: Variant) -> Variant:
	if not json is Array:
		return null
	var items := []
	for item: Variant in json:
		var part: Variant = accept({"type": ITEMS[type]}, item)
		if part == null or not WorldwireNumberRange.is_item(type, part[0]):
			return null
		items.append(part[0])
	return [type_convert(items, type)]
