extends RefCounted

# One line of the log. An error or a warning knows where it happened.

const PARSE_MARKS := ["Parse Error: ", "Compile Error: "]

# info, warning or error.
var level: String
var message: String
# What reported it: "res://health.gd:14", or "Log".
var source: String
# script, compile, shader, import or engine; empty for a line that is printed.
var kind := ""
var function := ""
var file := ""
var line := 0
# "function (file:line)", the innermost first.
var stack := PackedStringArray()


func _init(of_level: String, text: String, from := "Log") -> void:
	level = of_level
	message = text
	source = from


func is_script_error() -> bool:
	return level == "error" and kind in ["script", "compile"]


# Whether it happened in a function, or in what that has called. Without a name in any function of the file.
func is_through(of_function: String, of_file: String) -> bool:
	if file == of_file and (of_function.is_empty() or function == of_function):
		return true
	for frame in stack:
		if frame.contains("(%s:" % of_file) and (of_function.is_empty() or frame.begins_with(of_function + " ")):
			return true
	return false


# For a refusal.
func text() -> String:
	return "%s (%s)" % [message, source]


# The event of the link.
func event(at: String) -> Dictionary:
	var found := {"kind": "log", "level": level, "message": message, "source": source, "at": at}
	if not kind.is_empty():
		found.problem = {"kind": kind}
		if not file.is_empty():
			found.problem.file = file
		if line > 0:
			found.problem.line = line
		if not stack.is_empty():
			found.problem.stack = Array(stack)
	return found


# The place in the project is more useful than that in the engine: push_error() is called from a script.
func place(of_function: String, of_file: String, of_line: int) -> void:
	function = of_function
	file = of_file
	line = of_line
	if not is_of_project(file) and not stack.is_empty():
		var inner := stack[0]
		var begin := inner.find("(")
		var colon := inner.rfind(":")
		function = inner.substr(0, begin - 1)
		file = inner.substr(begin + 1, colon - begin - 1)
		line = int(inner.substr(colon + 1))
	source = "%s:%d" % [file, line] if line > 0 else (file if not file.is_empty() else "Engine")


static func is_of_project(path: String) -> bool:
	return path.begins_with("res://") or path.begins_with("user://") or path.begins_with("gdscript://")


static func kind_of_script(message: String) -> String:
	for mark: String in PARSE_MARKS:
		if message.begins_with(mark):
			return "compile"
	return "script"
