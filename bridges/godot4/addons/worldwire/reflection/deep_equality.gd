extends RefCounted

# Deep comparison of values, types included.

const WorldwireItemHint = preload("item_hint.gd")
const WorldwireValues = preload("values.gd")


# Whether two values are equal, types included. Neither may contain itself.
static func is_alike(one: Variant, other: Variant) -> bool:
	if WorldwireValues.is_nothing(one) or WorldwireValues.is_nothing(other):
		return WorldwireValues.is_nothing(one) and WorldwireValues.is_nothing(other)
	if typeof(one) != typeof(other):
		return false
	if not one is Array and not one is Dictionary:
		return one == other
	if one.size() != other.size() or not _has_types_of(one, other):
		return false
	for key in one if one is Dictionary else range(one.size()):
		if one is Dictionary and not other.has(key) or not is_alike(one[key], other[key]):
			return false
	return true


# Whether the types of their items are the same.
static func _has_types_of(one: Variant, other: Variant) -> bool:
	return one is Dictionary and not WorldwireItemHint.has_typed_dictionaries() or one.is_same_typed(other)


# JSON as it is after writing and reading: every number is a finite float.
static func as_read(json: Variant) -> Variant:
	match typeof(json):
		TYPE_INT:
			return float(json)
		TYPE_FLOAT:
			return null if is_nan(json) or is_inf(json) else json
		TYPE_ARRAY:
			var items := []
			for item in json:
				items.append(as_read(item))
			return items
		TYPE_DICTIONARY:
			var members := {}
			for name in json:
				members[name] = as_read(json[name])
			return members
	return json
