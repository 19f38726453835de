extends RefCounted

# Reads JSON with the parser of the engine, which is fast, and with an exact reader if that loses bits of long numbers or breaks
# escaped surrogate pairs. Every number is a float.

const WorldwireNumbers = preload("numbers.gd")
const WorldwireExactJsonReader = preload("exact_json_reader.gd")
# Each escape, and a surrogate pair as one.
const ESCAPES := "(?i)\\\\(?:ud[89ab][0-9a-f]{2}\\\\ud[c-f][0-9a-f]{2}|u[0-9a-f]{4}|.)"
const MAX_DEPTH := 128
const QUOTE := 0x22
const BACKSLASH := 0x5c
const OPENING := [0x5b, 0x7b]
const CLOSING := [0x5d, 0x7d]


# Null if it is not JSON, or nests too deep for a recursive reader.
static func read(text: String) -> Variant:
	# Counting characters one by one would be quadratic.
	var openings := text.split("[", true, MAX_DEPTH).size() + text.split("{", true, MAX_DEPTH).size()
	if openings > MAX_DEPTH and _is_too_deep(text):
		return null
	if text.containsn("\\ud") or text.contains("\\u0000"):
		text = _with_characters(text)
	var parser := JSON.new()
	if parser.parse(text) != OK:
		return null
	var parsed: Variant = parser.data
	# Small numbers may be read as zero.
	var odd := text.find("e-") >= 0 or text.find("\\u") >= 0 and text.findn("\\ud") >= 0
	return WorldwireExactJsonReader.new(text).read() if odd or _has_long_number(parsed) else parsed


# Half of a surrogate pair is not a character, and the engine has no NUL. It would refuse the one and complain about the other.
static func _with_characters(text: String) -> String:
	var parts := PackedStringArray()
	var from := 0
	for found in RegEx.create_from_string(ESCAPES).search_all(text):
		var escape := found.get_string().to_lower()
		if escape.length() == 6 and (escape.begins_with("\\ud") or escape == "\\u0000"):
			parts.append(text.substr(from, found.get_start() - from) + "\\ufffd")
			from = found.get_end()
	parts.append(text.substr(from))
	return "".join(parts)


static func _is_too_deep(text: String) -> bool:
	var depth := 0
	var is_quoted := false
	var is_escaped := false
	for byte in text.to_utf8_buffer():
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


static func _has_long_number(value: Variant) -> bool:
	var type := typeof(value)
	if type == TYPE_FLOAT:
		return not WorldwireNumbers.is_whole(value) and not WorldwireNumbers.is_short(value)
	if type == TYPE_DICTIONARY:
		value = value.values()
	elif type != TYPE_ARRAY:
		return false
	for item in value:
		if typeof(item) != TYPE_STRING and _has_long_number(item):
			return true
	return false
