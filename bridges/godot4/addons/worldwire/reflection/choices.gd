extends RefCounted

# The names of the values of an enum or flags property, as in the editor.


# Whether the values of a property have names.
static func has(spec: Dictionary) -> bool:
	return spec.type == TYPE_INT and (_is_enum(spec) or _is_flags(spec)) and not spec.hint_string.is_empty()


# The name of a number, or its digits.
static func text_of(value: int, spec: Dictionary) -> String:
	var names := _names(spec)
	for name in names:
		if _is_enum(spec) and names[name] == value:
			return name
	return str(value)


# The number of a name, in an array of one element, or null.
static func number_of(json: Variant, spec: Dictionary) -> Variant:
	var names := _names(spec)
	if json is String:
		return _named(json, names)
	if json is int:
		var is_known: bool = json in names.values() if _is_enum(spec) else json & ~_all(names) == 0
		return [json] if is_known else null
	if _is_enum(spec) or not json is Array:
		return null
	var flags := 0
	for name in json:
		var flag = _named(name, names) if name is String else null
		if flag == null:
			return null
		flags |= flag[0]
	return [flags]


static func expects(spec: Dictionary) -> String:
	var names := ", ".join(PackedStringArray(_names(spec).keys()))
	return "one of %s, or its number" % names if _is_enum(spec) else "a list of some of %s, or their sum" % names


# Names with their numbers, from a text such as "Rigid,Static" or "Off:0,On:2".
static func _names(spec: Dictionary) -> Dictionary:
	var names := {}
	var place := 0
	for entry: String in spec.hint_string.split(","):
		var pair := entry.split(":")
		if pair.size() > 1:
			# Since Godot 4 a flag may have its value written, too.
			names[pair[0].strip_edges()] = int(pair[1])
			place = int(pair[1]) if _is_enum(spec) else place
		else:
			names[pair[0].strip_edges()] = place if _is_enum(spec) else 1 << place
		place += 1
	return names


# The names alone.
static func names_in(text: String) -> Array:
	var names := []
	for entry in text.split(","):
		names.append(entry.split(":")[0].strip_edges())
	return names


static func _all(names: Dictionary) -> int:
	var flags := 0
	for name in names:
		flags |= names[name]
	return flags


# An exact match, or else a unique match without case.
static func _named(wanted: String, names: Dictionary) -> Variant:
	if names.has(wanted):
		return [names[wanted]]
	var found := []
	for name in names:
		if _plain(name) == _plain(wanted):
			found.append(names[name])
	return found if found.size() == 1 else null


static func _plain(name: String) -> String:
	return name.to_lower().replace("_", "").replace(" ", "")


static func _is_enum(spec: Dictionary) -> bool:
	return spec.get("hint") == PROPERTY_HINT_ENUM


static func _is_flags(spec: Dictionary) -> bool:
	return spec.get("hint") == PROPERTY_HINT_FLAGS
