extends RefCounted

# The properties of components by name, with whether they can be written.

const WorldwireItemHint = preload("item_hint.gd")
const WorldwireTypes = preload("types.gd")
const HEADINGS := PROPERTY_USAGE_CATEGORY | PROPERTY_USAGE_GROUP | PROPERTY_USAGE_SUBGROUP | PROPERTY_USAGE_INTERNAL

var _types: WorldwireTypes
# Of engine classes.
var _native := {}
# Of scripts by instance ids, with the source they were read from.
var _scripted := {}


func _init(types: WorldwireTypes) -> void:
	_types = types


# Properties of a component in the engine's order: name, type, hint, kind and whether it can be written. A node may have further ones,
# such as one for each surface of its mesh.
func of(node: Node, part: Dictionary) -> Dictionary:
	var found := _declared(part).duplicate()
	var behind_script := false
	for property in node.get_property_list():
		if property.name == "script":
			behind_script = true
		elif behind_script == (part.script != null) and not found.has(property.name) and not property.usage & HEADINGS:
			property.kind = "property"
			property.can_write = true
			found[property.name] = property
	return found


# One property of a component, or null.
func find(node: Node, part: Dictionary, name: String) -> Variant:
	var known = _declared(part).get(name)
	return known if known != null else of(node, part).get(name)


func _declared(part: Dictionary) -> Dictionary:
	return _of_class(part.type) if part.script == null else _of_script(part.script)


func _of_class(type: String) -> Dictionary:
	if not _native.has(type):
		var found := {}
		for property in ClassDB.class_get_property_list(type):
			if not property.usage & HEADINGS and not property.name.begins_with("_"):
				# The engine marks few of the properties that can only be read: others are neither stored nor shown and have no setter.
				property.kind = "property"
				property.can_write = not property.usage & PROPERTY_USAGE_READ_ONLY and (property.usage != 0 or ClassDB.class_has_method(type, "set_" + property.name))
				found[property.name] = property
		_native[type] = found
	return _native[type]


func _of_script(script: Script) -> Dictionary:
	var source = _types.source_of(script)
	var known = _scripted.get(script.get_instance_id())
	if known != null and known.source == source:
		return known.properties
	var found := {}
	for property in script.get_script_property_list() + _statics(script):
		if property.usage & HEADINGS:
			continue
		property.kind = "field"
		property.can_write = true
		for each in _types.line_of(script):
			var text = _types.source_of(each)
			if text.guarded.has(property.name):
				property.kind = "property"
				property.can_write = not text.read_only.has(property.name)
			if property.type == TYPE_OBJECT and text.types.has(property.name):
				_types.declare(property, each, text.types[property.name])
		found[property.name] = property
	_scripted[script.get_instance_id()] = {"source": source, "properties": found}
	return found


# The engine does not list static variables.
func _statics(script: Script) -> Array[Dictionary]:
	var found: Array[Dictionary] = []
	for each: Script in _types.line_of(script):
		var source := _types.source_of(each)
		for name: String in source.statics:
			var type := typeof(each.get(name)) if source.statics[name] else maxi(WorldwireItemHint.BUILT_IN.find(source.types.get(name, "")), TYPE_NIL)
			if source.types.has(name) and type == TYPE_NIL and source.types[name] != "Variant":
				type = TYPE_OBJECT
			found.append({"name": name, "type": type, "class_name": &"", "hint": PROPERTY_HINT_NONE, "hint_string": "", "usage": PROPERTY_USAGE_SCRIPT_VARIABLE})
	return found
