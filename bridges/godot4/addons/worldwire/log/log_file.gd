extends RefCounted

# Reads the engine's log file as it grows, for Godot before 4.5. It has no backtraces, and the lines of one process alone.

const WorldwireProblem = preload("problem.gd")
const MARKS := {"ERROR: ": "error", "SCRIPT ERROR: ": "error", "SHADER ERROR: ": "error", "WARNING: ": "warning", "USER ERROR: ": "error", "USER WARNING: ": "warning", "USER SCRIPT ERROR: ": "error"}
const PLACE := "at: "
const FRAME := "["
const HEADING := "GDScript backtrace"
const MAX_BYTES := 256 * 1024

# Why the log cannot be read; empty if it can.
var fault := ""

var _path: String = ProjectSettings.get_setting("debug/file_logging/log_path", "user://logs/godot.log")
var _file: FileAccess
var _read := 0


# The mark is a text that only this process has printed.
func _init(mark: String) -> void:
	print("worldwire: this is process ", mark)
	_file = FileAccess.open(_path, FileAccess.READ)
	if _file == null:
		fault = "there is no log at %s: enable file logging in the project settings" % _path
	elif not _file.get_as_text().contains(mark):
		fault = "%s is the log of another process" % _path


# The entries since the last call.
func new_entries() -> Array[WorldwireProblem]:
	var found: Array[WorldwireProblem] = []
	var now := _file.get_length() if fault.is_empty() else _read
	if now < _read:
		fault = "another process has emptied the log at %s: run one at a time, and restart this one" % _path
		found.append(WorldwireProblem.new("warning", fault))
	if now <= _read:
		return found
	if now - _read > MAX_BYTES:
		found.append(WorldwireProblem.new("warning", "%d bytes of the log were skipped" % (now - _read - MAX_BYTES)))
		_read = now - MAX_BYTES
	_file.seek(_read)
	var text := _file.get_buffer(now - _read).get_string_from_utf8()
	_read = now
	var open: WorldwireProblem = null
	for line in text.split("\n"):
		var mark := _mark_of(line)
		var bare := line.strip_edges()
		if not mark.is_empty():
			open = _opened(mark, line.trim_prefix(mark))
			found.append(open)
		elif open != null and line.begins_with("   ") and (bare.begins_with(PLACE) or bare.begins_with(FRAME) or bare.begins_with(HEADING)):
			_place(open, bare)
		elif not bare.is_empty():
			open = null
			found.append(WorldwireProblem.new("info", line))
	return found


static func _mark_of(line: String) -> String:
	for mark: String in MARKS:
		if line.begins_with(mark):
			return mark
	return ""


static func _opened(mark: String, message: String) -> WorldwireProblem:
	var entry := WorldwireProblem.new(MARKS[mark], message, "Engine")
	entry.kind = "engine"
	if mark.contains("SCRIPT"):
		entry.kind = WorldwireProblem.kind_of_script(message)
	elif mark.contains("SHADER"):
		entry.kind = "shader"
	return entry


# "at: damage (res://health.gd:14)" and "[0] damage (res://health.gd:14)".
static func _place(entry: WorldwireProblem, line: String) -> void:
	if line.begins_with(FRAME):
		entry.stack.append(line.substr(line.find("]") + 2))
	elif line.begins_with(PLACE):
		var rest := line.trim_prefix(PLACE)
		var begin := rest.find("(")
		var colon := rest.rfind(":")
		if begin > 0 and colon > begin:
			entry.place(rest.substr(0, begin - 1), rest.substr(begin + 1, colon - begin - 1), int(rest.substr(colon + 1)))
