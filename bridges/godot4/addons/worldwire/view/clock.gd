extends RefCounted

# The time scale of the scene, which can be locked against changes by the game. At 0 the tree is paused too, so that a game that
# ignores the time scale also stops. Steps run the paused scene frame by frame.

const WorldwireRefusal = preload("../refusal.gd")
const MAX_SCALE := 4.0

# Scene time. The bridge adds each frame.
var seconds := 0.0
var is_locked := false
# Whether time.step has paused the scene.
var is_stepped := false
# Whether it runs frames now.
var is_stepping := false

var _tree: SceneTree
var _scale := 1.0
var _scale_before_steps := 1.0
# Whether the bridge paused the tree. A pause of the game is not ended here.
var _paused := false


func _init(tree: SceneTree) -> void:
	_tree = tree


func handlers() -> Dictionary:
	return {"time.get": describe, "time.set": change}


# ISO 8601.
static func now() -> String:
	var seconds_now := Time.get_unix_time_from_system()
	var text := Time.get_datetime_string_from_unix_time(int(seconds_now))
	return "%s.%03dZ" % [text, int(seconds_now * 1000) % 1000]


# Restores the locked scale if the game has changed it.
func hold() -> void:
	if is_locked and not is_stepped:
		_apply()


# Called periodically: a game that has resumed the tree has ended the pause.
func check_pause() -> void:
	if _paused and not is_locked and not is_stepped and (not _tree.paused or Engine.time_scale > 0):
		_resume()


# Whether the bridge has paused the scene, so that a frame of it passes only in a step.
func is_held() -> bool:
	return _paused


func is_paused_by_game() -> bool:
	return _tree.paused and not _paused


func describe(_params := {}) -> Dictionary:
	return {
		"scale": Engine.time_scale,
		"locked": is_locked,
		"paused": is_paused_by_game() or is_stepped,
		"time": seconds,
		"frame": Engine.get_process_frames(),
	}


func change(params: Dictionary) -> Variant:
	var scale: Variant = params.get("scale")
	if not (scale is float or scale is int) or is_nan(scale) or is_inf(scale):
		return WorldwireRefusal.new("invalid", "scale is %s" % [scale], "send a number from 0 to 4")
	if not params.get("lock", false) is bool:
		return WorldwireRefusal.new("invalid", "lock must be true or false", "leave it out for false")
	var before: Dictionary = describe()
	_scale = clampf(scale, 0.0, MAX_SCALE)
	is_locked = params.get("lock", false)
	is_stepped = is_stepped and _scale == 0
	_apply()
	return {"before": before, "after": describe()}


# Pauses the scene for steps. In the frames that run, its time passes as usual.
func begin_steps() -> void:
	is_stepped = true
	is_stepping = true
	_tree.paused = true
	_paused = true
	# The engine reads it at the begin of a frame.
	_scale_before_steps = Engine.time_scale
	Engine.time_scale = _scale_before_steps if _scale_before_steps > 0 else 1.0


# Lets the scene run for a part of a frame, or stops it again.
func run_step(is_running: bool) -> void:
	if _tree.paused == is_running:
		_tree.paused = not is_running


# A pause stops physics, which reports the contacts of a step at the begin of the next one. Contacts that begin and end before they are
# reported are lost.
func keep_physics() -> void:
	PhysicsServer2D.set_active(true)
	PhysicsServer3D.set_active(true)


func end_steps() -> void:
	is_stepping = false
	_tree.paused = true
	Engine.time_scale = _scale_before_steps


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
