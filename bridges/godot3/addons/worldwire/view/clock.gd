extends Reference

# The time scale of the scene, which can be locked against changes by the game. At 0 the tree is paused too, so that a game that
# ignores the time scale also stops.

const WorldwireRefusal = preload("../refusal.gd")
const MAX_SCALE := 4.0

# Scene time. The bridge adds each frame.
var seconds := 0.0
var is_locked := false
# Whether the scene is paused and runs for single frames.
var is_stepped := false

var _tree: SceneTree
var _scale := 1.0
# Whether the bridge paused the tree. A pause of the game is not ended here.
var _paused := false
# Whether frames are stepped at the moment, and the scale that they would have had.
var _is_stepping := false
var _scale_before := 1.0


func _init(tree: SceneTree) -> void:
	_tree = tree


func handlers() -> Dictionary:
	return {"time.get": "describe", "time.set": "change"}


# Restores the locked scale if the game has changed it.
func hold() -> void:
	if is_locked and not is_stepped:
		_apply()
	elif is_locked and not _is_stepping:
		halt()


# Called periodically: a game that has resumed the tree has ended the pause.
func check_pause() -> void:
	if is_locked or _is_stepping:
		return
	if _paused and (not _tree.paused or Engine.time_scale > 0 and not is_stepped):
		_resume()
	elif is_stepped and not _tree.paused:
		_resume()


# Pauses the scene for steps. Frames of a scene without time would change nothing, so they have the scale 1.
func begin_steps() -> void:
	is_stepped = true
	_is_stepping = true
	_scale_before = Engine.time_scale
	if Engine.time_scale == 0:
		Engine.time_scale = 1.0
	halt()


func end_steps() -> void:
	_is_stepping = false
	if is_stepped:
		if _scale_before == 0:
			Engine.time_scale = 0.0
		halt()


# Lets the scene run, unless the game has paused itself.
func run() -> void:
	if _paused:
		_paused = false
		_tree.paused = false


# Physics reports contacts at the begin of its next step, and only if it is active.
func halt(keeps_physics := false) -> void:
	if not _tree.paused:
		_tree.paused = true
		_paused = true
	if _paused:
		PhysicsServer.set_active(keeps_physics)
		Physics2DServer.set_active(keeps_physics)


# The result of a wait.
func outcome(met: bool, frames: int, states: Array) -> Dictionary:
	return {"met": met, "frame": Engine.get_idle_frames(), "time": seconds, "frames": frames, "states": states}


# Whether the bridge has paused the scene, so that a frame of it passes only in a step.
func is_held() -> bool:
	return (_paused or is_stepped) and not is_paused_by_game()


func is_paused_by_game() -> bool:
	return _tree.paused and not _paused


func describe(_params := {}):
	return {
		"scale": Engine.time_scale,
		"locked": is_locked,
		"paused": is_stepped or is_paused_by_game(),
		"time": seconds,
		"frame": Engine.get_idle_frames(),
	}


func change(params: Dictionary):
	var scale = params.get("scale")
	if not (scale is float or scale is int) or is_nan(scale) or is_inf(scale):
		return WorldwireRefusal.new("invalid", "scale is %s" % [scale], "send a number from 0 to 4")
	if not params.get("lock", false) is bool:
		return WorldwireRefusal.new("invalid", "lock must be true or false", "leave it out for false")
	var before: Dictionary = describe()
	_scale = clamp(scale, 0.0, MAX_SCALE)
	is_locked = params.get("lock", false)
	_apply()
	return {"before": before, "after": describe()}


func _apply() -> void:
	Engine.time_scale = _scale
	if _scale > 0:
		_resume()
	else:
		halt()


func _resume() -> void:
	is_stepped = false
	run()
