extends Reference

# Values that the author of a property intends: a range, or names. They are for the editor; other values are accepted.

const WorldwireNumbers = preload("../wire/numbers.gd")
const WorldwireChoices = preload("choices.gd")
# The engine writes open ends as words after the numbers.
const OPEN_TOP := "or_greater"
const OPEN_BOTTOM := "or_lesser"


# A dictionary with range or choices, or an empty one.
static func of(spec: Dictionary) -> Dictionary:
	if WorldwireChoices.has(spec):
		return {"choices": WorldwireChoices.names_of(spec)}
	match spec.get("hint"):
		PROPERTY_HINT_ENUM:
			return {"choices": _words(spec.hint_string)} if spec.type == TYPE_STRING and not spec.hint_string.empty() else {}
		PROPERTY_HINT_RANGE, PROPERTY_HINT_EXP_RANGE:
			return _range(_words(spec.hint_string))
	return {}


# "0,10", "0,10,0.5" or "0,10,1,or_greater".
static func _range(words: Array) -> Dictionary:
	var bounds := {}
	var names := ["min", "max", "step"]
	for at in range(min(words.size(), names.size())):
		if not words[at].is_valid_float():
			break
		bounds[names[at]] = WorldwireNumbers.value_of(words[at])
	if OPEN_TOP in words:
		bounds.erase("max")
	if OPEN_BOTTOM in words:
		bounds.erase("min")
	return {} if bounds.empty() else {"range": bounds}


static func _words(text: String) -> Array:
	var words := []
	for word in text.split(","):
		words.append(word.strip_edges())
	return words
