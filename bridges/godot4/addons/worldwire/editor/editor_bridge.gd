@tool
extends "../worldwire.gd"

# The bridge of an editor: the same link, with the scene that is edited in place of a running game.

const WorldwireEditorAssembly = preload("editor_assembly.gd")
const WorldwireEditorProblems = preload("editor_problems.gd")
const WorldwireDebuggerWatch = preload("debugger_watch.gd")
const WorldwireEditorPace = preload("editor_pace.gd")
const EDITOR := "editor"

# Set before it enters the tree.
var plugin: EditorPlugin

var _debugger_watch := WorldwireDebuggerWatch.new()


# The editor is complete when its plugins enter the tree only in the next frame.
func _ready() -> void:
	process_mode = Node.PROCESS_MODE_ALWAYS
	set_process(false)
	_debugger_watch.ended.connect(_send_checked)
	plugin.add_debugger_plugin(_debugger_watch)
	_begin.call_deferred()


func _exit_tree() -> void:
	super()
	plugin.remove_debugger_plugin(_debugger_watch)
	if _link != null:
		_parts.state.end()
		_parts.scenes.end()
		_parts.sources.end()
		_pace.end()


func _assemble(problems: WorldwireProblems) -> Dictionary:
	var parts := WorldwireEditorAssembly.of(self, problems, plugin)
	parts.state.busy_changed.connect(_send_own_state)
	parts.state.importing.connect(_send_checked)
	parts.sources.checking.connect(_send_checked)
	return parts


func _new_pace() -> WorldwirePace:
	return WorldwireEditorPace.new()


func _role() -> String:
	return EDITOR


# No input is sent to an editor.
func _let_go() -> void:
	pass


func _do_periodic_work() -> void:
	_parts.sources.look()
	super()


func _send_problems() -> void:
	if _link != null and _link.is_open() and _problems.has_unsent():
		for entry: WorldwireProblem in _problems.unsent():
			var refined: Variant = WorldwireEditorProblems.refined(entry)
			if refined != null:
				_event(refined.event(WorldwireClock.now()))


# Problems of the files from before it are sent first, and new ones after it.
func _send_checked(files: PackedStringArray) -> void:
	_send_problems()
	if _link != null and _link.is_open():
		_event({"kind": "checked", "files": Array(files)})


# Its files are scanned and imported while it is open.
func _own_state() -> Array:
	var busy: String = _parts.state.busy()
	return ["ready", _fault] if busy.is_empty() else ["loading", busy]


# Imports block the editor, so the state must be sent before.
func _send_own_state() -> void:
	var state := _own_state()
	_set_state(state[0], state[1])
