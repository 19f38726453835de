extends Reference

# The time of the scene, which can run slower, faster or not at all, and can be held against the scene's own wishes.

const Refusal = preload("../refusal.gd")
const FASTEST := 4.0

# As the scene counts them; whoever sees the frames adds them up.
var seconds := 0.0
var is_locked := false

var _scale := 1.0


func handlers() -> Dictionary:
	return {"time.get": "describe", "time.set": "change"}


# Against what the scene sets by itself.
func hold() -> void:
	if is_locked and Engine.time_scale != _scale:
		Engine.time_scale = _scale


func describe(_params := {}):
	return {"scale": Engine.time_scale, "locked": is_locked, "time": seconds, "frame": Engine.get_idle_frames()}


func change(params: Dictionary):
	var scale = params.get("scale")
	if not (scale is float or scale is int) or is_nan(scale) or is_inf(scale):
		return Refusal.new("invalid", "the scale is %s" % [scale], "send a number from 0 to 4")
	if not params.get("lock", false) is bool:
		return Refusal.new("invalid", "lock is true or false")
	var before: Dictionary = describe()
	_scale = clamp(scale, 0.0, FASTEST)
	is_locked = params.get("lock", false)
	Engine.time_scale = _scale
	return {"before": before, "after": describe()}
