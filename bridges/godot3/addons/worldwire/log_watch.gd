extends Reference

# The log cannot be read any more.
signal lost

# Reads the engine's log as it grows. Script errors are visible only there: a script call that fails returns null.

const SCRIPT_MARK := "**SCRIPT ERROR**: "
const SHADER_MARK := "**SHADER ERROR**: "
const MARKS := {
	"**ERROR**: ": "error",
	SCRIPT_MARK: "error",
	SHADER_MARK: "error",
	"**WARNING**: ": "warning",
}
# Of a script that cannot be compiled.
const PARSE_ERROR := "Parse Error: "
const PLACE := "   At: "
# All processes of a project share one log file. A process empties it when it starts.
const EMPTIED := "another process has emptied the log at %s: run one at a time, and restart this one"
const SHARED := "another process writes to the log at %s: run one at a time, and restart this one"
const MAX_BYTES := 256 * 1024
const MAX_LINES := 200

# Why the log cannot be read; empty if it can.
var fault := ""
# The size of the log when the current call began.
var at_call := 0

var _path: String = ProjectSettings.get_setting("logging/file_logging/log_path")
var _file := File.new()
var _longest := 0
# Bytes that were sent as events.
var _reported := 0
var _lines := 0
var _lines_since := 0


# The mark is a text that only this process has printed.
func _init(mark: String) -> void:
	print("worldwire: this is process ", mark)
	if _file.open(_path, File.READ) != OK:
		fault = _why_missing(_path)
	elif _file.get_as_text().find(mark) < 0:
		fault = "%s is the log of another process" % _path


# The engine opens its log once at start. On the first run of a project the folder does not exist yet.
static func _why_missing(path: String) -> String:
	var folder := path.get_base_dir()
	if Directory.new().dir_exists(folder):
		return "there is no log at %s: enable file logging in the project settings" % path
	if Directory.new().make_dir_recursive(folder) != OK:
		return "there is no log at %s, and its folder cannot be created" % path
	return "the engine writes no log in the first run of a project: restart it"


# The problem, for callers.
func problem() -> String:
	return "script errors are not reported, because %s" % fault


func size() -> int:
	if not fault.empty():
		return 0
	var now := _file.get_len()
	if now < _longest:
		_lose(EMPTIED)
		return 0
	_longest = now
	return now


# The first error since the log had that size, or null. Script errors are preferred, because errors of the engine often only follow
# from them.
func error_since(from: int):
	var now := size()
	var found = null
	for entry in _entries(from, now) if now > from else []:
		if entry.level == "error" and entry.script:
			return entry
		if entry.level == "error" and found == null:
			found = entry
	return found


func begin_call() -> void:
	at_call = size()


# The first error of the current call as text, or an empty text.
func error_in_call() -> String:
	return error_text_since(at_call)


func error_text_since(from: int) -> String:
	var error = error_since(from)
	return "" if error == null else "%s (%s)" % [error.message, error.source]


# The entries since the last call, limited in size and number.
func new_entries() -> Array:
	var now := size()
	if now <= _reported:
		return []
	var fresh := []
	if now - _reported > MAX_BYTES:
		fresh.append(_entry("warning", "%d bytes of the log were skipped" % (now - _reported - MAX_BYTES), "Log"))
		_reported = _next_line(now - MAX_BYTES)
	var entries := _entries(_reported, now)
	_reported = now
	if OS.get_ticks_msec() - _lines_since > 1000:
		_lines_since = OS.get_ticks_msec()
		_lines = 0
	for entry in entries:
		_lines += 1
		if _lines < MAX_LINES:
			fresh.append(entry)
		elif _lines == MAX_LINES:
			fresh.append(_entry("warning", "further lines were skipped", "Log"))
	return fresh


func _lose(why: String) -> void:
	fault = why % _path
	emit_signal("lost")


func _next_line(from: int) -> int:
	_file.seek(from)
	while not _file.eof_reached() and _file.get_8() != 10:
		pass
	return _file.get_position()


func _entries(from: int, to: int) -> Array:
	_file.seek(from)
	var entries := []
	var open = null
	# The rest of a message of several lines, which the engine prints again after the place.
	var again := []
	for line in _text(int(min(to - from, MAX_BYTES))).split("\n"):
		if open != null and line.begins_with(PLACE):
			open.source = _source_in(line)
			open.problem = _problem_in(line, open)
			again = Array(open.message.split("\n"))
			again.pop_front()
			open = null
			continue
		if not again.empty() and line == again[0]:
			again.pop_front()
			continue
		again = []
		var marked := false
		for mark in MARKS:
			if line.begins_with(mark):
				open = _entry(MARKS[mark], line.trim_prefix(mark), "Engine")
				open.script = mark == SCRIPT_MARK
				open.mark = mark
				entries.append(open)
				marked = true
		if marked:
			continue
		if open != null:
			open.message += "\n" + line
		elif not line.strip_edges().empty():
			entries.append(_entry("info", line, "Log"))
	return entries


# A process that writes after the end of the emptied file leaves zeros before its text.
func _text(length: int) -> String:
	var bytes := _file.get_buffer(length)
	var text := bytes.get_string_from_utf8()
	var end := text.to_utf8().size()
	if end < bytes.size() and bytes[end] == 0:
		_lose(SHARED)
	return text


# "res://health.gd:14" of a line such as "   At: res://health.gd:14:boom() - what was said".
static func _source_in(line: String) -> String:
	var place := line.trim_prefix(PLACE)
	var scheme := place.find("://")
	var file := place.find(":", scheme + 3 if scheme >= 0 else 0)
	return place.substr(0, place.find(":", file + 1))


# What reported an error, and where. The engine names one function and no callers.
static func _problem_in(line: String, entry: Dictionary) -> Dictionary:
	var colon: int = entry.source.find_last(":")
	var file: String = entry.source.substr(0, colon)
	var number := int(entry.source.substr(colon + 1))
	var kind := "engine"
	if entry.mark == SHADER_MARK:
		kind = "shader"
	elif entry.script:
		kind = "compile" if PARSE_ERROR in entry.message else "script"
	var problem := {"kind": kind}
	# A shader inside of a material has no file.
	if number > 0:
		problem.line = number
	if not file.empty() and number > 0:
		problem.file = file
		var function := line.trim_prefix(PLACE + entry.source + ":")
		function = function.substr(0, int(max(function.find("("), 0)))
		if function.is_valid_identifier():
			problem.stack = ["%s (%s)" % [function, entry.source]]
	return problem


static func _entry(level: String, message: String, source: String) -> Dictionary:
	return {"level": level, "message": message, "source": source, "script": false, "problem": null}
