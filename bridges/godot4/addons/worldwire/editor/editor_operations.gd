@tool
extends RefCounted

# The editor itself: what is open, selected, saved, run and undone.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireDeferred = preload("../deferred.gd")
const WorldwireNearNames = preload("../near_names.gd")
const MAIN_SCENE := "application/run/main_scene"
# The editor shows a change in its tabs in the next frame.
const FRAMES := 2

var _stage
var _objects
var _scenes
var _steps
var _state
var _problems
var _plugin: EditorPlugin


func _init(parts: Dictionary) -> void:
	_stage = parts.stage
	_objects = parts.objects
	_scenes = parts.scenes
	_steps = parts.steps
	_state = parts.state
	_problems = parts.problems
	_plugin = parts.plugin


func handlers() -> Dictionary:
	return {
		"editor.get": read,
		"editor.select": select,
		"editor.open": open,
		"editor.save": save,
		"editor.play": play,
		"editor.stop": stop,
		"editor.undo": undo,
		"editor.redo": redo,
	}


func read(_params: Dictionary) -> Variant:
	return _later(_info)


func select(params: Dictionary) -> Variant:
	var ids = params.get("ids")
	if not ids is Array:
		return WorldwireRefusal.new("invalid", "ids is %s" % JSON.stringify(ids), "send a list of object ids, [] for none")
	var nodes := []
	for id in ids:
		var node = _objects.named(id)
		if node is WorldwireRefusal:
			return node
		nodes.append(node)
	var before := _selected()
	var selection := EditorInterface.get_selection()
	selection.clear()
	for node in nodes:
		selection.add_node(node)
	return {"before": before, "after": _selected()}


func open(params: Dictionary) -> Variant:
	var path = _scene_path(params.get("path"), "path")
	if path is WorldwireRefusal:
		return path
	if _state.is_importing():
		return WorldwireRefusal.new("not-ready", "the editor is %s" % _state.busy(), "wait until its state is ready")
	var before: Array = _state.dialogs()
	EditorInterface.open_scene_from_path(path)
	return _later(_opened.bind(path, _problems.at_call, before))


func save(params: Dictionary) -> Variant:
	var all = params.get("all", false)
	if not all is bool:
		return WorldwireRefusal.new("invalid", "all is %s" % JSON.stringify(all), "send true or false, or leave it out")
	var edited: Node = _stage.current_scene()
	if edited == null:
		return WorldwireRefusal.new("invalid", "no scene is open in the editor", "editor.open opens one")
	if not all and edited.scene_file_path.is_empty():
		var about := "the scene %s has no file yet" % edited.name
		return WorldwireRefusal.new("invalid", about, "a person must save it in the editor once, or code.run calls EditorInterface.save_scene_as(path)")
	var saved := []
	var on_saved := func(path: String): saved.append(path)
	_plugin.scene_saved.connect(on_saved)
	var error := OK
	if all:
		EditorInterface.save_all_scenes()
	else:
		error = EditorInterface.save_scene()
	_plugin.scene_saved.disconnect(on_saved)
	if error != OK or not all and saved.is_empty():
		var why: String = _why("the editor reports %s" % error_string(error))
		return WorldwireRefusal.new("failed", "%s was not saved: %s" % [edited.scene_file_path, why], "read the log, and correct what it names")
	return _later(func(): return {"saved": saved})


func play(params: Dictionary) -> Variant:
	var scene = null
	if params.get("scene") != null:
		scene = _scene_path(params.scene, "scene")
	elif str(ProjectSettings.get_setting(MAIN_SCENE, "")).is_empty():
		var hint := "send the path of a scene, or set %s in the project settings" % MAIN_SCENE
		return WorldwireRefusal.new("invalid", "the project has no main scene", hint)
	else:
		scene = _scene_path(ResourceUID.ensure_path(ProjectSettings.get_setting(MAIN_SCENE)), "the main scene")
	if scene is WorldwireRefusal:
		return scene
	if EditorInterface.is_playing_scene():
		return WorldwireRefusal.new("invalid", "%s is already running" % EditorInterface.get_playing_scene(), "editor.stop stops it")
	if not _state.busy().is_empty():
		return WorldwireRefusal.new("not-ready", "the editor is %s" % _state.busy(), "wait until its state is ready")
	_plugin.set("is_played_by_call", true)
	if params.get("scene") == null:
		EditorInterface.play_main_scene()
	else:
		EditorInterface.play_custom_scene(scene)
	return _later(_started.bind(scene))


func stop(_params: Dictionary) -> Variant:
	EditorInterface.stop_playing_scene()
	return _later(_info)


func undo(_params: Dictionary) -> Variant:
	return _stepped(_steps.undo, _steps.undo_name)


func redo(_params: Dictionary) -> Variant:
	return _stepped(_steps.redo, _steps.redo_name)


func _stepped(work: Callable, name_of: Callable) -> Variant:
	if not _steps.can_undo():
		return WorldwireRefusal.new("unsupported", "this version of the editor has no known menu items for undo", "write the values before")
	var planned = name_of.call()
	var step = work.call()
	if step == null and planned != null:
		return WorldwireRefusal.new("not-ready", "the editor did not take the step \"%s\"" % planned, "call it again when no mouse button is pressed")
	return _later(func(): return {"step": step})


func _info() -> Dictionary:
	var edited: Node = _stage.current_scene()
	var playing := EditorInterface.get_playing_scene()
	return {
		"scene": null if edited == null else edited.scene_file_path if not edited.scene_file_path.is_empty() else str(edited.name),
		"openScenes": _state.open_scenes(),
		"unsaved": _state.unsaved(),
		"playing": null if playing.is_empty() else playing,
		"selection": _selected(),
		"undo": _steps.undo_name(),
		"redo": _steps.redo_name(),
		"busy": _text_or_null(_state.busy()),
		"dialog": _text_or_null(_state.dialog()),
		"stage": null,
	}


func _opened(path: String, mark: int, dialogs: Array) -> Variant:
	var edited: Node = _stage.current_scene()
	if edited != null and edited.scene_file_path == path:
		return _info()
	# The caller gets what a dialog says, so it need not wait for a person.
	var said := PackedStringArray()
	for window: Window in _state.dialogs():
		if not window in dialogs:
			said.append(_state.text_of(window))
			window.hide()
	var logged: String = _problems.error_text_since(mark)
	if not logged.is_empty():
		said.append(logged)
	var about := "%s was not opened: %s" % [path, "; ".join(said)]
	return WorldwireRefusal.new("failed", about, "correct the file that the message names, then open it again")


func _started(scene: String) -> Variant:
	if EditorInterface.is_playing_scene():
		return _info()
	return WorldwireRefusal.new("failed", "%s does not run: %s" % [scene, _why("the game ended at once")], "read the log of the editor")


# A dialog says more than the log.
func _why(otherwise: String) -> String:
	var dialog: String = _state.dialog()
	if not dialog.is_empty():
		return "the editor shows the dialog \"%s\"" % dialog
	var said: String = _problems.error_in_call()
	return said if not said.is_empty() else otherwise


func _selected() -> Array:
	var ids := []
	for node in EditorInterface.get_selection().get_selected_nodes():
		if _stage.has(node):
			ids.append(_objects.id_of(node))
	return ids


# The path of a scene by its path or name, or a refusal.
func _scene_path(wanted: Variant, parameter: String) -> Variant:
	if not wanted is String:
		return WorldwireRefusal.new("invalid", "%s is %s" % [parameter, JSON.stringify(wanted)], "send the path of a scene, such as \"res://main.tscn\"")
	if wanted.begins_with("res://") and ResourceLoader.exists(wanted, "PackedScene"):
		return wanted
	var known: Array = _scenes.builds.list()
	for build in known:
		if build.name == wanted and ResourceLoader.exists(build.path, "PackedScene"):
			return build.path
	var paths := known.map(func(build): return build.path)
	return WorldwireRefusal.new("not-found", "there is no scene %s" % wanted, WorldwireNearNames.hint(wanted, paths))


func _later(work: Callable) -> WorldwireDeferred:
	var deferred := WorldwireDeferred.new()
	_settle_later(deferred, work)
	return deferred


func _settle_later(deferred: WorldwireDeferred, work: Callable) -> void:
	for frame in FRAMES:
		await _stage.tree.process_frame
	deferred.settle(work.call())


static func _text_or_null(text: String) -> Variant:
	return null if text.is_empty() else text
