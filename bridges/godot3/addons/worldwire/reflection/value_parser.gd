extends Reference

# Parses JSON for a declared type. A value is returned in an array of one element, because null is a value too.

const WorldwireValues = preload("values.gd")
const WorldwireChoices = preload("choices.gd")
const WorldwireNumberRange = preload("number_range.gd")
const WorldwireUntypedParser = preload("untyped_parser.gd")
const WorldwireItemHint = preload("item_hint.gd")
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
var _untyped_parser


func _init(objects, types) -> void:
	_objects = objects
	_types = types
	_untyped_parser = WorldwireUntypedParser.new(objects)


# An array with the value, or null if the JSON does not fit the type.
func accept(spec: Dictionary, json):
	var type: int = spec.type
	match type:
		TYPE_NIL:
			return _untyped_parser.accept(json)
		TYPE_BOOL:
			return [json] if json is bool else null
		TYPE_INT:
			return _integer(spec, json)
		TYPE_REAL:
			return [json * 1.0] if WorldwireNumberRange.is_number(json) else null
		TYPE_STRING:
			return [json] if json is String else null
		TYPE_NODE_PATH:
			return [NodePath(json)] if json is String else null
		TYPE_OBJECT:
			return _object(spec, json)
		TYPE_DICTIONARY:
			return _untyped_parser.members(json) if json is Dictionary else null
		TYPE_ARRAY:
			return _array(spec, json) if json is Array else null
	if REAL_PARTS.has(type):
		return _tuple(type, json)
	if TYPED_PARTS.has(type):
		return _structure(type, json)
	return _pool(type, json) if ITEMS.has(type) else null


# The expected form, for a hint. Classes of the engine have 32 bits for a number.
func expects(spec: Dictionary, is_native := false) -> String:
	var type: int = spec.type
	var item = WorldwireItemHint.of(spec)
	if ITEMS.has(type):
		item = {"type": ITEMS[type]}
	if item != null:
		return "an array, each item of it %s" % WorldwireNumberRange.BOUNDS.get(type, expects(item))
	if REAL_PARTS.has(type):
		var names := PoolStringArray(REAL_PARTS[type])
		var form := "{%s} or an array of %d numbers" % [names.join(", "), names.size()]
		return form + ", or \"#rrggbb\"" if type == TYPE_COLOR else form
	if TYPED_PARTS.has(type):
		return "{%s}" % PoolStringArray(TYPED_PARTS[type].keys()).join(", ")
	match type:
		TYPE_NIL:
			return "any JSON with finite numbers, and {\"ref\": \"obj:12\"} for an object that is there"
		TYPE_BOOL:
			return "true or false"
		TYPE_INT:
			return WorldwireChoices.expects(spec) if WorldwireChoices.has(spec) else "an integer of at most %d bits" % (32 if is_native else 53)
		TYPE_REAL:
			return "a number of at most 32 bits, which ends at 3.4e38" if is_native else "a number"
		TYPE_STRING, TYPE_NODE_PATH:
			return "a string"
		TYPE_OBJECT:
			var form := "the id of an object such as \"obj:12\", the path of a resource such as \"res://icon.png\", or null"
			return form if WorldwireValues.type_of(spec) == "Object" else "%s: it has to be a %s" % [form, WorldwireValues.type_of(spec)]
		TYPE_DICTIONARY:
			return "an object"
	return "an array" if type == TYPE_ARRAY else "something else: no JSON stands for a %s" % WorldwireValues.type_of(spec)


func _integer(spec: Dictionary, json):
	if WorldwireNumberRange.is_number(json):
		if not WorldwireNumberRange.is_whole(json):
			return null
		json = int(json)
	if WorldwireChoices.has(spec):
		return WorldwireChoices.number_of(json, spec)
	return [json] if json is int else null


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
	if spec.has("script"):
		return [found] if spec.script in _types.line_of(found.get_script()) else null
	# Several types may be named; one must match.
	for type in WorldwireValues.type_of(spec).split(","):
		if found.is_class(type) or found is Node and _types.is_a(found, type):
			return [found]
	return null


func _array(spec: Dictionary, json: Array):
	var item_spec = WorldwireItemHint.of(spec)
	if item_spec == null:
		return _untyped_parser.accept(json)
	var items := []
	for item in json:
		var part = accept(item_spec, item)
		if part == null:
			return null
		items.append(part[0])
	return [items]


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
	return _set_state(numbers)


# Normalized; null for length 0.
static func _set_state(numbers: Array):
	var length := 0.0
	for number in numbers:
		length += number * number
	length = sqrt(length)
	if length < 1e-6:
		return null
	return [Quat(numbers[0] / length, numbers[1] / length, numbers[2] / length, numbers[3] / length)]


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
		if not WorldwireNumberRange.is_number(number) or not WorldwireNumberRange.is_single(number):
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
		if part == null or not WorldwireNumberRange.is_item(type, part[0]):
			return null
		items.append(part[0])
	return [convert(items, type)]
