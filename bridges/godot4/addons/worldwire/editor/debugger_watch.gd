@tool
extends EditorDebuggerPlugin

# Reports a game that the debugger of the editor has stopped. A game that editor.play has started stops only at breakpoints and at errors that
# Godot does not go on after, such as a stack overflow.

# Emitted when such a game goes on or ends: what was reported of it is out of date.
signal ended(scenes: PackedStringArray)

const STOPPED := "the game that runs \"%s\" has stopped in the debugger of the editor, at a script error or a breakpoint: it answers no call until a person continues it or it is stopped"

var _stopped := ""


func _setup_session(id: int) -> void:
	var session := get_session(id)
	session.breaked.connect(_session_on_breaked)
	session.continued.connect(_session_on_ended)
	session.stopped.connect(_session_on_ended)


func _session_on_breaked(_can_debug: bool) -> void:
	_stopped = EditorInterface.get_playing_scene()
	push_error(STOPPED % _stopped)


func _session_on_ended() -> void:
	if _stopped != "":
		ended.emit(PackedStringArray([_stopped]))
		_stopped = ""
