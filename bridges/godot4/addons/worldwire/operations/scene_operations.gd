extends RefCounted

signal state_changed(status: String, reason: String)

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireProblems = preload("../log/problems.gd")
const WorldwireScenes = preload("../scene/scenes.gd")
const WorldwireFreecam = preload("../view/freecam.gd")
const MAX_WARNING := 2000

var _scenes: WorldwireScenes
var _freecam: WorldwireFreecam
var _problems: WorldwireProblems


func _init(parts: Dictionary) -> void:
	_scenes = parts.scenes
	_freecam = parts.freecam
	_problems = parts.problems


func handlers() -> Dictionary:
	return {"scene.list": list, "scene.builds": builds, "scene.load": load_scene}


func list(_params: Dictionary) -> Variant:
	return _scenes.list()


func builds(_params: Dictionary) -> Variant:
	return _scenes.builds.list()


func load_scene(params: Dictionary) -> Variant:
	var name = params.get("name")
	var mode = params.get("mode")
	if not name is String:
		return WorldwireRefusal.new("invalid", "name must be the name or the path of a scene", "scene.builds lists them")
	if not mode is String or not mode in ["single", "additive"]:
		return WorldwireRefusal.new("invalid", "mode is %s" % [mode], "send \"single\" or \"additive\"")
	state_changed.emit("loading", "loading %s" % name)
	var scene = _scenes.load_scene(name, mode)
	_freecam.hold()
	state_changed.emit("ready", "")
	# A scene is loaded although its scripts have failed.
	var said: String = _problems.error_in_call()
	if scene is Dictionary and not said.is_empty():
		scene.warning = said.substr(0, MAX_WARNING)
	return scene
