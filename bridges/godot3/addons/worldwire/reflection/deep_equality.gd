extends Reference

# Deep comparison of values. The engine compares dictionaries by identity.

const WorldwireValues = preload("values.gd")


# Whether two values are equal, types included. Neither may contain itself.
static func is_alike(one, other) -> bool:
	if WorldwireValues.is_nothing(one) or WorldwireValues.is_nothing(other):
		return WorldwireValues.is_nothing(one) and WorldwireValues.is_nothing(other)
	if typeof(one) != typeof(other):
		return false
	if not one is Array and not one is Dictionary:
		return one == other
	if one.size() != other.size():
		return false
	for key in one if one is Dictionary else range(one.size()):
		if one is Dictionary and not other.has(key) or not is_alike(one[key], other[key]):
			return false
	return true


# JSON as it is after writing and reading: every number is a finite float.
static func as_read(json):
	match typeof(json):
		TYPE_INT:
			# float() of an integer keeps only 24 bits.
			return json * 1.0
		TYPE_REAL:
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
