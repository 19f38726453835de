extends Reference

# The item type of an array, such as that of export(Array, Vector3): "7:" is a type alone, "2/3:Off,On" a type with a hint. The
# engine shows it in the editor and does not enforce it.

# Not named in GDScript.
const TYPE_STRING_HINT := 24


# The property info of the items, or null.
static func of(spec: Dictionary):
	if spec.type != TYPE_ARRAY or spec.get("hint") != TYPE_STRING_HINT:
		return null
	var colon: int = spec.hint_string.find(":")
	var numbers: PoolStringArray = spec.hint_string.substr(0, int(max(colon, 0))).split("/")
	var type := int(numbers[0])
	if type <= TYPE_NIL or type >= TYPE_MAX:
		return null
	var rest: String = spec.hint_string.substr(colon + 1)
	var hint := int(numbers[1]) if numbers.size() > 1 else PROPERTY_HINT_NONE
	if type == TYPE_ARRAY and not rest.empty():
		hint = TYPE_STRING_HINT
	return {"type": type, "hint": hint, "hint_string": rest}
