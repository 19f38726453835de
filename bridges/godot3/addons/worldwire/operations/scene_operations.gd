extends Reference

signal state_changed(status, reason)

const WorldwireRefusal = preload("../refusal.gd")
const MAX_WARNING := 2000

var _scenes
var _freecam
var _log


func _init(parts: Dictionary) -> void:
	_scenes = parts.scenes
	_freecam = parts.freecam
	_log = parts.log


func handlers() -> Dictionary:
	return {"scene.list": "list", "scene.builds": "builds", "scene.load": "load_scene"}


func list(_params: Dictionary):
	return _scenes.list()


func builds(_params: Dictionary):
	return _scenes.builds.list()


func load_scene(params: Dictionary):
	var name = params.get("name")
	var mode = params.get("mode")
	if not name is String:
		return WorldwireRefusal.new("invalid", "name must be the name or the path of a scene", "scene.builds lists them")
	if not mode is String or not mode in ["single", "additive"]:
		return WorldwireRefusal.new("invalid", "mode is %s" % [mode], "send \"single\" or \"additive\"")
	emit_signal("state_changed", "loading", "loading %s" % name)
	var scene = _scenes.load_scene(name, mode)
	_freecam.hold()
	emit_signal("state_changed", "ready", "")
	# A scene is loaded although its scripts have failed.
	var said: String = _log.error_in_call()
	if scene is Dictionary and not said.empty():
		scene.warning = said.substr(0, MAX_WARNING)
	return scene
