extends Reference

# Reads JSON with the parser of the engine, which is fast, and with an exact reader if that loses bits of long numbers or breaks
# escaped surrogate pairs. Every number is a float.

const WorldwireNumbers = preload("numbers.gd")
const WorldwireExactJsonReader = preload("exact_json_reader.gd")
const MAX_DEPTH := 128
const QUOTE := 0x22
const BACKSLASH := 0x5c
const OPENING := [0x5b, 0x7b]
const CLOSING := [0x5d, 0x7d]


# Null if it is not JSON, or nests too deep for a recursive reader.
static func read(text: String):
	# Counting characters one by one would be quadratic.
	var openings := text.split("[", true, MAX_DEPTH).size() + text.split("{", true, MAX_DEPTH).size()
	if openings > MAX_DEPTH and _is_too_deep(text):
		return null
	var parsed := JSON.parse(text)
	if parsed.error != OK:
		return null
	# Small numbers may be read as zero.
	var odd := text.find("e-") >= 0 or text.find("\\u") >= 0 and text.findn("\\ud") >= 0
	return WorldwireExactJsonReader.new(text).read() if odd or _has_long_number(parsed.result) else parsed.result


static func _is_too_deep(text: String) -> bool:
	var depth := 0
	var is_quoted := false
	var is_escaped := false
	for byte in text.to_utf8():
		if is_escaped:
			is_escaped = false
		elif byte == BACKSLASH:
			is_escaped = true
		elif byte == QUOTE:
			is_quoted = not is_quoted
		elif is_quoted:
			pass
		elif byte in OPENING:
			depth += 1
			if depth > MAX_DEPTH:
				return true
		elif byte in CLOSING:
			depth -= 1
	return false


static func _has_long_number(value) -> bool:
	var type := typeof(value)
	if type == TYPE_REAL:
		return not WorldwireNumbers.is_whole(value) and not WorldwireNumbers.is_short(value)
	if type == TYPE_DICTIONARY:
		value = value.values()
	elif type != TYPE_ARRAY:
		return false
	for item in value:
		if typeof(item) != TYPE_STRING and _has_long_number(item):
			return true
	return false
