extends Reference

# The time scale of the scene, which can be locked against changes by the game. At 0 the tree is paused too, so that a game that
# ignores the time scale also stops.

const Refusal = preload("../refusal.gd")
const MAX_SCALE := 4.0

# Scene time. The bridge adds each frame.
var seconds := 0.0
var is_locked := false

var _tree: SceneTree
var _scale := 1.0
# Whether the bridge paused the tree. A pause of the game is not ended here.
var _paused := false


func _init(tree: SceneTree) -> void:
	_tree = tree


func handlers() -> Dictionary:
	return {"time.get": "describe", "time.set": "change"}


# Restores the locked scale if the game has changed it.
func hold() -> void:
	if is_locked:
		_apply()


# Called periodically: a game that has resumed the tree has ended the pause.
func check_pause() -> void:
	if _paused and not is_locked and (not _tree.paused or Engine.time_scale > 0):
		_resume()


func is_paused_by_game() -> bool:
	return _tree.paused and not _paused


func describe(_params := {}):
	return {
		"scale": Engine.time_scale,
		"locked": is_locked,
		"paused": is_paused_by_game(),
		"time": seconds,
		"frame": Engine.get_idle_frames(),
	}


func change(params: Dictionary):
	var scale = params.get("scale")
	if not (scale is float or scale is int) or is_nan(scale) or is_inf(scale):
		return Refusal.new("invalid", "scale is %s" % [scale], "send a number from 0 to 4")
	if not params.get("lock", false) is bool:
		return Refusal.new("invalid", "lock must be true or false", "leave it out for false")
	var before: Dictionary = describe()
	_scale = clamp(scale, 0.0, MAX_SCALE)
	is_locked = params.get("lock", false)
	_apply()
	return {"before": before, "after": describe()}


func _apply() -> void:
	Engine.time_scale = _scale
	if _scale > 0:
		_resume()
	elif not _tree.paused:
		_tree.paused = true
		_paused = true


func _resume() -> void:
	if _paused:
		_paused = false
		_tree.paused = false
