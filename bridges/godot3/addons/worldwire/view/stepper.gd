extends Reference

# Lets the paused scene run for single frames, each with exactly one physics step and one process step. The engine runs no, one or several
# physics steps before a process step, so the scene runs in the first physics step of a frame, and frames without one are skipped. A frame
# ends when physics has reported its contacts, which it does before its next step. Connected to the frames only while there is work.

const WorldwireDeferred = preload("../deferred.gd")

enum { WAITING, PHYSICS, STOPPED, PROCESS }

var _tree: SceneTree
var _clock
var _frame_rate
var _input
# Each with the frames that are left, and what to compare.
var _jobs := []
var _phase := WAITING


func _init(parts: Dictionary) -> void:
	_tree = parts.tree
	_clock = parts.clock
	_frame_rate = parts.frame_rate
	_input = parts.input_player


# The conditions may be null.
func step(frames: int, conditions) -> WorldwireDeferred:
	var job := {"frames": frames, "done": 0, "conditions": conditions, "deferred": WorldwireDeferred.new()}
	_jobs.append(job)
	if _jobs.size() == 1:
		_frame_rate.steady(true)
		_clock.begin_steps()
		_phase = WAITING
		_tree.connect("physics_frame", self, "_tree_on_physics_frame")
		_tree.connect("idle_frame", self, "_tree_on_idle_frame")
		_settle_done()
	return job.deferred


# Physics has reported the contacts of the step before.
func _tree_on_physics_frame() -> void:
	if not _clock.is_stepped:
		while not _jobs.empty():
			_finish(false)
		return
	if _phase == PROCESS:
		_phase = WAITING
		_jobs[0].done += 1
		_settle_done()
	if _jobs.empty():
		return
	if _phase == WAITING:
		_phase = PHYSICS
		_clock.run()
		_input.advance_kept()
	elif _phase == PHYSICS:
		_phase = STOPPED
		_clock.halt()


# Timers run after _process, so the scene is paused with the begin of the next frame.
func _tree_on_idle_frame() -> void:
	if _phase == PHYSICS or _phase == STOPPED:
		_phase = PROCESS
		_clock.run()
	else:
		_clock.halt(_phase == PROCESS)


# The next job may be met before its first frame.
func _settle_done() -> void:
	while not _jobs.empty():
		var job: Dictionary = _jobs[0]
		var met: bool = job.conditions != null and job.conditions.compare().met
		if not met and job.done < job.frames:
			return
		_finish(met or job.conditions == null)


func _finish(met: bool) -> void:
	var job: Dictionary = _jobs.pop_front()
	if _jobs.empty():
		_tree.disconnect("physics_frame", self, "_tree_on_physics_frame")
		_tree.disconnect("idle_frame", self, "_tree_on_idle_frame")
		_frame_rate.free_run()
		_clock.end_steps()
	var states: Array = [] if job.conditions == null else job.conditions.compare().states
	job.deferred.settle(_clock.outcome(met, job.done, states))
