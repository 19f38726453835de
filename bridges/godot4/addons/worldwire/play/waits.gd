extends RefCounted

# time.wait: compares conditions in every frame while the scene runs on.

const Refusal = preload("../refusal.gd")
const Deferred = preload("../deferred.gd")
const Clock = preload("../view/clock.gd")
const Conditions = preload("conditions.gd")
const FrameTasks = preload("frame_tasks.gd")
const NumberRange = preload("../reflection/number_range.gd")
const MAX_MSEC := 60000

var _conditions: Conditions
var _clock: Clock
var _tasks: FrameTasks


func _init(parts: Dictionary) -> void:
	_conditions = parts.conditions
	_clock = parts.clock
	_tasks = parts.frame_tasks


func handlers() -> Dictionary:
	return {"time.wait": wait}


func wait(params: Dictionary) -> Variant:
	var limit: Variant = params.get("timeoutMs")
	if not NumberRange.is_number(limit) or limit < 0 or limit > MAX_MSEC:
		return Refusal.new("invalid", "timeoutMs is %s" % [limit], "send a number from 0 to %d" % MAX_MSEC)
	var fault := _conditions.fault_of(params)
	if fault != null:
		return fault
	var begun := Engine.get_process_frames()
	var until := Time.get_ticks_msec() + int(limit)
	var first := _outcome(params, begun)
	if first.met or limit == 0:
		return first
	var deferred := Deferred.new()
	_tasks.add(func() -> bool: return _look(params, begun, until, deferred))
	return deferred


func _look(params: Dictionary, begun: int, until: int, deferred: Deferred) -> bool:
	var outcome := _outcome(params, begun)
	if not outcome.met and Time.get_ticks_msec() < until:
		return false
	deferred.settle(outcome)
	return true


func _outcome(params: Dictionary, begun: int) -> Dictionary:
	var states := _conditions.states(params)
	var now: Dictionary = _clock.describe()
	return {
		"met": Conditions.is_met(params, states),
		"frame": now.frame,
		"time": now.time,
		"frames": now.frame - begun,
		"states": states,
	}
