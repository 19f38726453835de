extends RefCounted

# Writes valid JSON: exact numbers, no nan, escaped control characters. The writer of the engine does none of these.

const WorldwireNumbers = preload("numbers.gd")
const NAMED := {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r"}


# The most common types first; match would cost twice as much.
static func text_of(value: Variant) -> String:
	var type := typeof(value)
	if type == TYPE_STRING:
		return quoted(value)
	if type == TYPE_FLOAT:
		return WorldwireNumbers.text_of(value)
	if type == TYPE_DICTIONARY:
		var members := PackedStringArray()
		for name in value:
			var item = value[name]
			var text := quoted(item) if typeof(item) == TYPE_STRING else text_of(item)
			members.append(quoted(str(name)) + ":" + text)
		return "{" + ",".join(members) + "}"
	if type == TYPE_ARRAY:
		var items := PackedStringArray()
		for item in value:
			items.append(text_of(item))
		return "[" + ",".join(items) + "]"
	if type == TYPE_INT:
		return str(value)
	if type == TYPE_STRING_NAME:
		return quoted(String(value))
	if type == TYPE_BOOL:
		return "true" if value else "false"
	return "null"


static func quoted(text: String) -> String:
	if text.is_valid_identifier():
		return "\"" + text + "\""
	var controls := text.strip_escapes().length() != text.length()
	if not controls and text.find("\"") < 0 and text.find("\\") < 0:
		return "\"" + text + "\""
	text = text.replace("\\", "\\\\").replace("\"", "\\\"")
	if controls:
		for code in range(1, 32):
			text = text.replace(String.chr(code), NAMED.get(code, "\\u%04x" % code))
		if text.strip_escapes().length() != text.length():
			text = _without_nul(text)
	return "\"" + text + "\""


# NUL cannot be searched for.
static func _without_nul(text: String) -> String:
	var parts := PackedStringArray()
	var from := 0
	for at in range(text.length()):
		if text.unicode_at(at) == 0:
			parts.append(text.substr(from, at - from))
			from = at + 1
	parts.append(text.substr(from))
	return "\\u0000".join(parts)
