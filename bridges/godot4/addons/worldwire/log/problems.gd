extends RefCounted

# What the engine has logged in this process. A script call that fails returns a default value: only the log tells that it failed.

const WorldwireProblem = preload("problem.gd")
const WorldwireLogFile = preload("log_file.gd")
const TAP := "res://addons/worldwire/log/log_tap.gd"
# Kept for calls that look back.
const MAX_KEPT := 2000
# Sent per second.
const MAX_LINES := 200

# Why the log cannot be read; empty if it can.
var fault := ""
# The mark when the current call began.
var at_call := 0

# The number of the first entry that is kept.
var _first := 0
var _entries: Array[WorldwireProblem] = []
var _mutex := Mutex.new()
var _tap: RefCounted = null
var _log_file: WorldwireLogFile = null
# The number of the next entry to send.
var _sent := 0
var _lines := 0
var _lines_since := 0


# The instance is a text that no other process has.
func _init(instance: String) -> void:
	if ClassDB.class_exists("Logger") and OS.has_method("add_logger") and not OS.has_environment("WORLDWIRE_LOG_FILE"):
		# Before 4.5 the script cannot be compiled.
		_tap = load(TAP).new()
		_tap.call("listen", _keep)
		OS.call("add_logger", _tap)
	else:
		_log_file = WorldwireLogFile.new(instance)
		fault = _log_file.fault


func end() -> void:
	if _tap != null:
		OS.call("remove_logger", _tap)
		_tap = null


# The problem, for callers.
func problem() -> String:
	return "script errors are not reported, because %s" % fault


# How much was logged. Errors since then belong to what was done since then.
func mark() -> int:
	_read()
	return _first + _entries.size()


func begin_call() -> void:
	at_call = mark()


func since(from: int) -> Array[WorldwireProblem]:
	_read()
	_mutex.lock()
	var found := _entries.slice(maxi(from - _first, 0))
	_mutex.unlock()
	return found


# The first error since a mark, or null. Script errors are preferred, because errors of the engine often only follow from them.
func error_since(from: int) -> WorldwireProblem:
	var found: WorldwireProblem = null
	for entry in since(from):
		if entry.is_script_error():
			return entry
		if entry.level == "error" and found == null:
			found = entry
	return found


# The first script error that ended a function itself, or null. Errors in functions that it called do not end it.
func end_of(function: String, file: String, from: int) -> WorldwireProblem:
	for entry in since(from):
		if entry.is_script_error() and entry.file == file and (function.is_empty() or entry.function == function):
			return entry
	return null


# The first script error on the way of a function: in it, or in what it called. Needs backtraces for the latter.
func error_through(function: String, file: String, from: int) -> WorldwireProblem:
	for entry in since(from):
		if entry.is_script_error() and entry.is_through(function, file):
			return entry
	return null


func error_in_call() -> String:
	return error_text_since(at_call)


func error_text_since(from: int) -> String:
	var error := error_since(from)
	return "" if error == null else error.text()


func has_unsent() -> bool:
	_read()
	return _sent < _first + _entries.size()


# The entries that were not sent yet, limited in number.
func unsent() -> Array[WorldwireProblem]:
	var fresh: Array[WorldwireProblem] = []
	if not has_unsent():
		return fresh
	if _sent < _first:
		fresh.append(WorldwireProblem.new("warning", "%d lines of the log were skipped" % (_first - _sent)))
	var found := since(_sent)
	_sent = maxi(_sent, _first) + found.size()
	if Time.get_ticks_msec() - _lines_since > 1000:
		_lines_since = Time.get_ticks_msec()
		_lines = 0
	for entry in found:
		_lines += 1
		# Problems are never many more than the lines around them.
		if _lines < MAX_LINES:
			fresh.append(entry)
		elif _lines == MAX_LINES:
			fresh.append(WorldwireProblem.new("warning", "further lines were skipped"))
	return fresh


func _read() -> void:
	if _log_file != null:
		for entry in _log_file.new_entries():
			_keep(entry)
		fault = _log_file.fault


# Any thread may log.
func _keep(entry: WorldwireProblem) -> void:
	_mutex.lock()
	_entries.append(entry)
	if _entries.size() > MAX_KEPT * 2:
		_entries = _entries.slice(MAX_KEPT)
		_first += MAX_KEPT
	_mutex.unlock()
