extends RefCounted

# time.step: runs the paused scene for some frames. A frame of it is one step of physics and one of the other functions, however long the
# loop of the engine takes for either.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireDeferred = preload("../deferred.gd")
const WorldwireClock = preload("../view/clock.gd")
const WorldwireConditions = preload("conditions.gd")
const WorldwireFrameTasks = preload("frame_tasks.gd")
const WorldwireInputOperations = preload("input_operations.gd")
const WorldwireNumberRange = preload("../reflection/number_range.gd")
const MAX_FRAMES := 600

var _tree: SceneTree
var _clock: WorldwireClock
var _conditions: WorldwireConditions
var _tasks: WorldwireFrameTasks
var _input: WorldwireInputOperations
# Null while no step runs.
var _deferred: WorldwireDeferred = null
var _until: Variant = null
var _wanted := 0
var _done := 0
# Whether the current frame of the scene and the next one have their input, and what has run in the current one.
var _has_input := false
var _has_next_input := false
var _had_physics := false
var _had_process := false


func _init(parts: Dictionary) -> void:
	_tree = parts.tree
	_clock = parts.clock
	_conditions = parts.conditions
	_tasks = parts.frame_tasks
	_input = parts.input


func handlers() -> Dictionary:
	return {"time.step": step}


func step(params: Dictionary) -> Variant:
	var frames: Variant = params.get("frames")
	if not WorldwireNumberRange.is_number(frames) or not WorldwireNumberRange.is_whole(frames) or frames < 1 or frames > MAX_FRAMES:
		return WorldwireRefusal.new("invalid", "frames is %s" % [frames], "send a whole number from 1 to %d" % MAX_FRAMES)
	var fault := _conditions.fault_of(params.until) if params.has("until") else null
	if fault != null:
		return fault
	if _deferred != null:
		return WorldwireRefusal.new("invalid", "another step is still running", "retry when it has been answered")
	_deferred = WorldwireDeferred.new()
	_until = params.get("until")
	_wanted = int(frames)
	_done = 0
	_has_next_input = false
	_begin_frame()
	_clock.begin_steps()
	_tasks.hold_rate()
	_tree.physics_frame.connect(_tree_on_physics_frame)
	_tree.process_frame.connect(_tree_on_process_frame)
	_give_input.call_deferred()
	return _deferred


func _begin_frame() -> void:
	_has_input = _has_next_input
	_has_next_input = false
	_had_physics = false
	_had_process = false


# Called between two frames of the engine, if a frame of the scene follows for certain: functions that ask in a step of physics whether a key
# was just pressed see only what came before that step.
func _give_input() -> void:
	if _deferred == null or _had_physics != _had_process:
		return
	# A frame that has run is counted at the next step of physics.
	if _had_process:
		_has_next_input = true
	else:
		_has_input = true
	_clock.run_step(true)
	_input.advance_kept(true)


# Before the functions of nodes, and after physics has reported the contacts of its last step. The engine may take several steps of physics
# in a frame, or none.
func _tree_on_physics_frame() -> void:
	if _ends():
		return
	_clock.run_step(not _had_physics)
	if not _had_physics:
		if not _has_input:
			_input.advance_kept(false)
		_input.advance_others()
	_had_physics = true


func _tree_on_process_frame() -> void:
	var is_running := (_had_physics or _has_input) and not _had_process
	_clock.run_step(is_running)
	if is_running:
		_had_process = true
		if _had_physics and _until == null and _done + 1 < _wanted:
			_give_input.call_deferred()
	else:
		_clock.keep_physics()


# Counts a frame that has run, and returns whether it was the last.
func _ends() -> bool:
	if not _had_process or not _had_physics:
		return false
	_begin_frame()
	_done += 1
	var states := [] if _until == null else _conditions.states(_until)
	var met := _until == null or WorldwireConditions.is_met(_until, states)
	if _done < _wanted and (_until == null or not met):
		return false
	_tree.physics_frame.disconnect(_tree_on_physics_frame)
	_tree.process_frame.disconnect(_tree_on_process_frame)
	_clock.end_steps()
	_tasks.free_rate()
	var now: Dictionary = _clock.describe()
	var deferred := _deferred
	_deferred = null
	deferred.settle({"met": met, "frame": now.frame, "time": now.time, "frames": _done, "states": states})
	return true
