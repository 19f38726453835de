extends RefCounted

# Checks arguments against the part of JSON Schema that tools of games need.

const MAX_DEPTH := 16


# Empty, or what is wrong.
static func fault_of(value: Variant, schema: Dictionary, place: String, depth := 0) -> String:
	if depth > MAX_DEPTH:
		return "%s nests too deep" % place
	var type: Variant = schema.get("type")
	if type is String and not _is_a(value, type):
		return "%s must be of the type %s" % [place, type]
	if schema.get("enum") is Array and not schema["enum"].any(func(each: Variant) -> bool: return _is_same(each, value)):
		return "%s must be one of %s" % [place, ", ".join(PackedStringArray(schema["enum"].map(func(each: Variant) -> String: return str(each))))]
	if value is float or value is int:
		if schema.has("minimum") and value < schema.minimum:
			return "%s must be %s or more" % [place, schema.minimum]
		if schema.has("maximum") and value > schema.maximum:
			return "%s must be %s or less" % [place, schema.maximum]
	if value is String and not _is_between(value.length(), schema, "minLength", "maxLength"):
		return "%s has %d characters, which its schema does not allow" % [place, value.length()]
	if value is Array and not _is_between(value.size(), schema, "minItems", "maxItems"):
		return "%s has %d items, which its schema does not allow" % [place, value.size()]
	if value is Array and schema.get("items") is Dictionary:
		for at: int in value.size():
			var fault := fault_of(value[at], schema["items"], "%s[%d]" % [place, at], depth + 1)
			if not fault.is_empty():
				return fault
	return _fault_of_members(value, schema, place, depth) if value is Dictionary else ""


# Whole numbers of JSON as integers, where the schema wants them.
static func converted(value: Variant, schema: Dictionary) -> Variant:
	if schema.get("type") == "integer":
		return int(value)
	if value is Dictionary and schema.get("properties") is Dictionary:
		var members := {}
		for name: String in value:
			var inner: Variant = schema.properties.get(name)
			members[name] = converted(value[name], inner) if inner is Dictionary else value[name]
		return members
	if value is Array and schema.get("items") is Dictionary:
		return value.map(func(item: Variant) -> Variant: return converted(item, schema["items"]))
	return value


static func _fault_of_members(value: Dictionary, schema: Dictionary, place: String, depth: int) -> String:
	var known: Dictionary = schema.get("properties", {})
	for name: Variant in schema.get("required", []):
		if not value.has(name):
			return "%s needs %s" % [place, name]
	for name: String in value:
		if not known.has(name):
			# Without any properties, everything goes.
			if not known.is_empty() or schema.get("additionalProperties") is bool and not schema.additionalProperties:
				return "%s has no %s; it has %s" % [place, name, ", ".join(PackedStringArray(known.keys()))]
		elif known[name] is Dictionary:
			var fault := fault_of(value[name], known[name], "%s.%s" % [place, name], depth + 1)
			if not fault.is_empty():
				return fault
	return ""


static func _is_between(size: int, schema: Dictionary, least: String, most: String) -> bool:
	return size >= schema.get(least, 0) and size <= schema.get(most, size)


static func _is_a(value: Variant, type: String) -> bool:
	match type:
		"object":
			return value is Dictionary
		"array":
			return value is Array
		"string":
			return value is String
		"boolean":
			return value is bool
		"number":
			return value is float or value is int
		"integer":
			return value is int or value is float and value == floorf(value)
		"null":
			return value == null
	return true


static func _is_same(one: Variant, other: Variant) -> bool:
	var are_numbers := (one is float or one is int) and (other is float or other is int)
	return one == other if are_numbers or typeof(one) == typeof(other) else false
