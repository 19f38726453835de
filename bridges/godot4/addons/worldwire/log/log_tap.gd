extends Logger

# Receives what the engine logs, with backtraces. Needs Godot 4.5. May be called by any thread, and must not log itself.

const WorldwireProblem = preload("problem.gd")
const MAX_FRAMES := 32
const BRIDGE := "res://addons/worldwire/"

var _keep: Callable


func listen(keep: Callable) -> void:
	_keep = keep


func _log_error(
	function: String, file: String, line: int, code: String, rationale: String, _notify: bool, type: int, backtraces: Array[ScriptBacktrace]
) -> void:
	var entry := WorldwireProblem.new("warning" if type == ERROR_TYPE_WARNING else "error", code if rationale.is_empty() else rationale)
	entry.kind = "engine"
	if type == ERROR_TYPE_SCRIPT:
		entry.kind = WorldwireProblem.kind_of_script(entry.message)
	elif type == ERROR_TYPE_SHADER:
		entry.kind = "shader"
	for backtrace in backtraces:
		for at in mini(backtrace.get_frame_count(), MAX_FRAMES):
			# A call of the bridge is not the cause of what it does.
			if backtrace.get_frame_file(at).begins_with(BRIDGE) and not file.begins_with(BRIDGE):
				continue
			entry.stack.append("%s (%s:%d)" % [backtrace.get_frame_function(at), backtrace.get_frame_file(at), backtrace.get_frame_line(at)])
	entry.place(function, file, line)
	_keep.call(entry)


func _log_message(message: String, _error: bool) -> void:
	for line in message.trim_suffix("\n").split("\n"):
		if not line.strip_edges().is_empty():
			_keep.call(WorldwireProblem.new("info", line))
