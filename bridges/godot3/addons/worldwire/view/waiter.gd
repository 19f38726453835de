extends Reference

# Compares conditions in every frame until they hold, or their time is over. Connected to the frames only while something waits.

const WorldwireDeferred = preload("../deferred.gd")

var _tree: SceneTree
var _clock
var _waits := []


func _init(parts: Dictionary) -> void:
	_tree = parts.tree
	_clock = parts.clock


# A result, or a deferred one.
func wait(conditions, msec: float):
	var now: Dictionary = conditions.compare()
	if now.met:
		return _clock.outcome(true, 0, now.states)
	var deferred := WorldwireDeferred.new()
	_waits.append({"conditions": conditions, "until": OS.get_ticks_msec() + msec, "begun": Engine.get_idle_frames(), "deferred": deferred})
	if _waits.size() == 1:
		_tree.connect("idle_frame", self, "_tree_on_idle_frame")
	return deferred


func _tree_on_idle_frame() -> void:
	var rest := []
	var done := []
	for wait in _waits:
		var now: Dictionary = wait.conditions.compare()
		if now.met or OS.get_ticks_msec() >= wait.until:
			done.append([wait.deferred, _clock.outcome(now.met, Engine.get_idle_frames() - wait.begun, now.states)])
		else:
			rest.append(wait)
	_waits = rest
	if rest.empty():
		_tree.disconnect("idle_frame", self, "_tree_on_idle_frame")
	for each in done:
		each[0].settle(each[1])
