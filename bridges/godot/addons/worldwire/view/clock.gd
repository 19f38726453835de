extends Reference

# The time of the scene, which can run slower, faster or not at all, and can be held against the scene's own wishes.
# Where it does not run at all the tree is paused too: a game that does not look at the time that has passed stands still
# as well.

const Refusal = preload("../refusal.gd")
const FASTEST := 4.0

# As the scene counts them; whoever sees the frames adds them up.
var seconds := 0.0
var is_locked := false

var _tree: SceneTree
var _scale := 1.0
# Whether it was us who paused the tree. What the game has paused is the game's to end.
var _paused := false


func _init(tree: SceneTree) -> void:
	_tree = tree


func handlers() -> Dictionary:
	return {"time.get": "describe", "time.set": "change"}


# Against what the scene sets by itself.
func hold() -> void:
	if is_locked:
		_apply()


# Now and then: who goes on by itself in spite of us has ended our pause.
func look() -> void:
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
		return Refusal.new("invalid", "the scale is %s" % [scale], "send a number from 0 to 4")
	if not params.get("lock", false) is bool:
		return Refusal.new("invalid", "lock is true or false")
	var before: Dictionary = describe()
	_scale = clamp(scale, 0.0, FASTEST)
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
