extends RefCounted

# The values that the author of a game intends: `@export_range`, enums and flags.

const WorldwireChoices = preload("choices.gd")


# Nothing, a range or choices.
static func of(spec: Dictionary) -> Dictionary:
	var text: String = spec.get("hint_string", "")
	match spec.get("hint"):
		PROPERTY_HINT_RANGE:
			return {"range": _range(text)} if not _range(text).is_empty() else {}
		PROPERTY_HINT_ENUM, PROPERTY_HINT_ENUM_SUGGESTION, PROPERTY_HINT_FLAGS:
			if not text.is_empty():
				return {"choices": WorldwireChoices.names_in(text)}
	return {}


# Such as "0,10,0.5,or_greater".
static func _range(text: String) -> Dictionary:
	var parts := text.split(",")
	var found := {}
	for at in mini(parts.size(), 3):
		if parts[at].strip_edges().is_valid_float():
			found[["min", "max", "step"][at]] = parts[at].to_float()
	# The editor shows degrees, and the value is in radians.
	if "radians_as_degrees" in parts:
		for name in found:
			found[name] = deg_to_rad(found[name])
	if "or_less" in parts:
		found.erase("min")
	if "or_greater" in parts:
		found.erase("max")
	return found
