extends Reference

# Writes valid JSON: exact numbers, no nan, escaped control characters. The writer of the engine does none of these.

const WorldwireNumbers = preload("numbers.gd")
const NAMED := {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r"}


# The most common types first; match would cost twice as much.
static func text_of(value) -> String:
	var type := typeof(value)
	if type == TYPE_STRING:
		return quoted(value)
	if type == TYPE_REAL:
		return WorldwireNumbers.text_of(value)
	if type == TYPE_DICTIONARY:
		var members := PoolStringArray()
		for name in value:
			var item = value[name]
			var text := quoted(item) if typeof(item) == TYPE_STRING else text_of(item)
			members.append(quoted(str(name)) + ":" + text)
		return "{" + members.join(",") + "}"
	if type == TYPE_ARRAY:
		var items := PoolStringArray()
		for item in value:
			items.append(text_of(item))
		return "[" + items.join(",") + "]"
	if type == TYPE_INT:
		return str(value)
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
			text = text.replace(char(code), NAMED.get(code, "\\u%04x" % code))
		if text.strip_escapes().length() != text.length():
			text = _without_nul(text)
	return "\"" + text + "\""


# NUL cannot be searched for.
static func _without_nul(text: String) -> String:
	var parts := PoolStringArray()
	var from := 0
	for at in range(text.length()):
		if text.ord_at(at) == 0:
			parts.append(text.substr(from, at - from))
			from = at + 1
	parts.append(text.substr(from))
	return parts.join("\\u0000")
