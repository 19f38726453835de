@tool
extends EditorDebuggerPlugin

# Reports a game that the debugger of the editor has stopped. A game that editor.play has started does not stop at errors.

const STOPPED := "the game has stopped in the debugger of the editor, at a script error or a breakpoint: it answers no call until a person continues it or editor.stop ends it"


func _setup_session(id: int) -> void:
	get_session(id).breaked.connect(_session_on_breaked)


func _session_on_breaked(_can_debug: bool) -> void:
	push_error(STOPPED)
