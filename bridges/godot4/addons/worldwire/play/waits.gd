extends RefCounted

# time.wait: compares conditions in every frame while the scene runs on.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireDeferred = preload("../deferred.gd")
const WorldwireClock = preload("../view/clock.gd")
const WorldwireConditions = preload("conditions.gd")
const WorldwireFrameTasks = preload("frame_tasks.gd")
const WorldwireNumberRange = preload("../reflection/number_range.gd")
const MAX_MSEC := 60000

var _conditions: WorldwireConditions
var _clock: WorldwireClock
var _tasks: WorldwireFrameTasks


func _init(parts: Dictionary) -> void:
	_conditions = parts.conditions
	_clock = parts.clock
	_tasks = parts.frame_tasks


func handlers() -> Dictionary:
	return {"time.wait": wait}


func wait(params: Dictionary) -> Variant:
	var limit: Variant = params.get("timeoutMs")
	if not WorldwireNumberRange.is_number(limit) or limit < 0 or limit > MAX_MSEC:
		return WorldwireRefusal.new("invalid", "timeoutMs is %s" % [limit], "send a number from 0 to %d" % MAX_MSEC)
	var fault := _conditions.fault_of(params)
	if fault != null:
		return fault
	var begun := Engine.get_process_frames()
	var until := Time.get_ticks_msec() + int(limit)
	var first := _outcome(params, begun)
	if first.met or limit == 0:
		return first
	var deferred := WorldwireDeferred.new()
	_tasks.add(func() -> bool: return _look(params, begun, until, deferred))
	return deferred


func _look(params: Dictionary, begun: int, until: int, deferred: WorldwireDeferred) -> bool:
	var outcome := _outcome(params, begun)
	if not outcome.met and Time.get_ticks_msec() < until:
		return false
	deferred.settle(outcome)
	return true


func _outcome(params: Dictionary, begun: int) -> Dictionary:
	var states := _conditions.states(params)
	var now: Dictionary = _clock.describe()
	return {
		"met": WorldwireConditions.is_met(params, states),
		"frame": now.frame,
		"time": now.time,
		"frames": now.frame - begun,
		"states": states,
	}
