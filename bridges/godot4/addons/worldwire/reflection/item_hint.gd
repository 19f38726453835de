extends RefCounted

# The types of the items of arrays and dictionaries. A variable has their names: "int", or "String;int" since Godot 4.4. An exported one
# has their numbers, with hints for the editor: "2:", "2/1:0,10", or "4:;2:".

# Not in GDScript before 4.4.
const DICTIONARY_TYPE := 38
const BUILT_IN := [
	"Variant", "bool", "int", "float", "String", "Vector2", "Vector2i", "Rect2", "Rect2i", "Vector3", "Vector3i", "Transform2D",
	"Vector4", "Vector4i", "Plane", "Quaternion", "AABB", "Basis", "Transform3D", "Projection", "Color", "StringName", "NodePath", "RID",
	"Object", "Callable", "Signal", "Dictionary", "Array", "PackedByteArray", "PackedInt32Array", "PackedInt64Array", "PackedFloat32Array",
	"PackedFloat64Array", "PackedStringArray", "PackedVector2Array", "PackedVector3Array", "PackedColorArray", "PackedVector4Array",
]


# The property infos of the items of an array, or of the keys and the values of a dictionary; empty if they have no type.
static func of(spec: Dictionary) -> Array[Dictionary]:
	var found: Array[Dictionary] = []
	var hint: int = spec.get("hint", PROPERTY_HINT_NONE)
	var text: String = spec.get("hint_string", "")
	if text.is_empty() or not spec.type in [TYPE_ARRAY, TYPE_DICTIONARY]:
		return found
	var parts := [text] if spec.type == TYPE_ARRAY else Array(text.split(";"))
	for part: String in parts:
		if hint == PROPERTY_HINT_TYPE_STRING:
			found.append(_numbered(part))
		elif hint in [PROPERTY_HINT_ARRAY_TYPE, DICTIONARY_TYPE]:
			found.append(_named(part))
	var scripts: Array = spec.get("item_scripts", [])
	for at in mini(scripts.size(), found.size()):
		if scripts[at] is Script:
			found[at].script = scripts[at]
	return found if found.size() == (1 if spec.type == TYPE_ARRAY else 2) else ([] as Array[Dictionary])


# The property info with the scripts of the items. Only a value has those of inner classes and of scripts without a name.
static func with_scripts(spec: Dictionary, held: Variant) -> Dictionary:
	if held is Array and held.is_typed():
		return spec.merged({"item_scripts": [held.get_typed_script()]})
	if held is Dictionary and has_typed_dictionaries() and held.is_typed():
		return spec.merged({"item_scripts": [held.get_typed_key_script(), held.get_typed_value_script()]})
	return spec


# The property info of a typed array or dictionary; empty for other values.
static func of_value(held: Variant) -> Dictionary:
	var spec := {"type": typeof(held), "hint": PROPERTY_HINT_ARRAY_TYPE, "hint_string": "", "usage": 0}
	if held is Array and held.is_typed():
		spec.hint_string = _name_of_item(held.get_typed_builtin(), held.get_typed_class_name())
	elif held is Dictionary and has_typed_dictionaries() and held.is_typed():
		var key := _name_of_item(held.get_typed_key_builtin(), held.get_typed_key_class_name())
		spec.hint = DICTIONARY_TYPE
		spec.hint_string = "%s;%s" % [key, _name_of_item(held.get_typed_value_builtin(), held.get_typed_value_class_name())]
	return {} if spec.hint_string.is_empty() else with_scripts(spec, held)


static func _name_of_item(type: int, name: StringName) -> String:
	return BUILT_IN[type] if name.is_empty() else String(name)


# Since Godot 4.4.
static func has_typed_dictionaries() -> bool:
	return Engine.get_version_info().hex >= 0x040400


# Such as "Array[int]".
static func name_of(spec: Dictionary) -> String:
	var names := PackedStringArray()
	for item in of(spec):
		names.append(_name(item))
	var name: String = BUILT_IN[spec.type]
	return name if names.is_empty() else "%s[%s]" % [name, ", ".join(names)]


static func _name(item: Dictionary) -> String:
	if item.type in [TYPE_ARRAY, TYPE_DICTIONARY]:
		return name_of(item)
	return str(item["class_name"]) if item.type == TYPE_OBJECT and not str(item["class_name"]).is_empty() else BUILT_IN[item.type]


static func _numbered(text: String) -> Dictionary:
	var colon := text.find(":")
	var numbers := text.substr(0, maxi(colon, 0)).split("/")
	var type := int(numbers[0])
	var rest := text.substr(colon + 1)
	var hint := int(numbers[1]) if numbers.size() > 1 else PROPERTY_HINT_NONE
	if type in [TYPE_ARRAY, TYPE_DICTIONARY] and not rest.is_empty():
		hint = PROPERTY_HINT_TYPE_STRING
	return {"type": type, "hint": hint, "hint_string": rest, "class_name": rest if type == TYPE_OBJECT else "", "usage": 0}


static func _named(name: String) -> Dictionary:
	var type := TYPE_INT if _is_enum(name) else BUILT_IN.find(name)
	if type >= 0:
		return {"type": type, "hint": PROPERTY_HINT_NONE, "hint_string": "", "class_name": "", "usage": 0}
	return {"type": TYPE_OBJECT, "hint": PROPERTY_HINT_NONE, "hint_string": "", "class_name": name, "usage": 0}


# Such as "res://scripts/door.gd.State", "Node.ProcessMode" or "Side".
static func _is_enum(name: String) -> bool:
	if name in BUILT_IN or ClassDB.class_exists(name):
		return false
	return name.contains(".") or not ProjectSettings.get_global_class_list().any(func(each: Dictionary) -> bool: return each["class"] == name)
