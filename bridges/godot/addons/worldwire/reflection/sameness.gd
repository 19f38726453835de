extends Reference

# Whether a value that goes out as JSON and is written again would be the one it was. The engine itself takes dictionaries
# for equal only if they are one.

const Values = preload("values.gd")


# Whether two are the same through and through, types as well. Neither may hold itself.
static func is_alike(one, other) -> bool:
	if Values.is_nothing(one) or Values.is_nothing(other):
		return Values.is_nothing(one) and Values.is_nothing(other)
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


# JSON as it is after it was written and read: every number is a float, and some are none.
static func as_read(json):
	match typeof(json):
		TYPE_INT:
			# The engine's float() of an integer keeps 24 bits of it.
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
