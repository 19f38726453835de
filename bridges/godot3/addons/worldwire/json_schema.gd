extends Reference

# Validates JSON by the parts of JSON Schema that tools of games use. Other parts are left to the game.

const TYPES := ["object", "array", "string", "number", "integer", "boolean", "null"]


# What is wrong with a value, or an empty text.
static func fault_of(value, schema: Dictionary, where: String) -> String:
	var type = schema.get("type")
	if type is String and type in TYPES and not _is_a(value, type):
		return "%s is %s and must be of the type %s" % [where, _short(value), type]
	if schema.get("enum") is Array and not _has(schema["enum"], value):
		return "%s is %s and must be one of %s" % [where, _short(value), JSON.print(schema["enum"])]
	if value is float:
		return _fault_of_number(value, schema, where)
	if value is String:
		if schema.has("minLength") and value.length() < schema.minLength or schema.has("maxLength") and value.length() > schema.maxLength:
			return "%s has %d characters, which is not allowed" % [where, value.length()]
	if value is Array:
		if schema.has("minItems") and value.size() < schema.minItems or schema.has("maxItems") and value.size() > schema.maxItems:
			return "%s has %d items, which is not allowed" % [where, value.size()]
		for at in range(value.size() if schema.get("items") is Dictionary else 0):
			var fault := fault_of(value[at], schema.items, "%s[%d]" % [where, at])
			if not fault.empty():
				return fault
	return _fault_of_object(value, schema, where) if value is Dictionary else ""


static func _fault_of_number(value: float, schema: Dictionary, where: String) -> String:
	if schema.has("minimum") and value < schema.minimum:
		return "%s is %s and must be %s or more" % [where, value, schema.minimum]
	if schema.has("maximum") and value > schema.maximum:
		return "%s is %s and must be %s or less" % [where, value, schema.maximum]
	return ""


static func _fault_of_object(value: Dictionary, schema: Dictionary, where: String) -> String:
	var properties: Dictionary = schema.properties if schema.get("properties") is Dictionary else {}
	for name in schema.get("required", []):
		if not value.has(name):
			return "%s has no %s" % [where, name]
	for name in value:
		if properties.get(name) is Dictionary:
			var fault := fault_of(value[name], properties[name], "%s.%s" % [where, name])
			if not fault.empty():
				return fault
		elif not properties.has(name) and schema.get("additionalProperties") is bool and not schema.additionalProperties:
			return "%s has an unknown %s" % [where, name]
	return ""


static func _is_a(value, type: String) -> bool:
	match type:
		"object":
			return value is Dictionary
		"array":
			return value is Array
		"string":
			return value is String
		"number":
			return value is float
		"integer":
			return value is float and value == floor(value)
		"boolean":
			return value is bool
	return value == null


# The engine compares values of different types with an error.
static func _has(values: Array, value) -> bool:
	for each in values:
		if typeof(each) == typeof(value) and each == value or each is int and value is float and each == value:
			return true
	return false


static func _short(value) -> String:
	var text := JSON.print(value)
	return text if text.length() <= 80 else text.left(77) + "..."
