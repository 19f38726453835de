extends Reference

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireCodeText = preload("code_text.gd")
const PLACES := ["<built-in>:", "built-in:"]

var _log


func _init(log_watch) -> void:
	_log = log_watch


# The script and its text, or a refusal with the line number.
func compile(code: String, base: String, name: String):
	var text := WorldwireCodeText.new(code, base)
	var script := GDScript.new()
	script.source_code = text.text
	var mark: int = _log.size()
	if script.reload() != OK:
		var said := error_since(mark, text)
		return WorldwireRefusal.new("failed", "%s: %s" % [name, said if not said.empty() else "it cannot be compiled"], "correct the code and send it again")
	return {"script": script, "text": text}


# The error of the engine, with the caller's line number.
func error_since(mark: int, text: WorldwireCodeText) -> String:
	var error = _log.error_since(mark)
	if error == null:
		return ""
	for place in PLACES:
		if error.source.begins_with(place):
			return "line %d: %s" % [text.line_of(int(error.source.substr(place.length()))), error.message]
	return "%s (%s)" % [error.message, error.source]
