extends RefCounted

# profile.read: figures of the frames from now on. Nothing is measured at other times.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireDeferred = preload("../deferred.gd")
const WorldwireFrameTail = preload("frame_tail.gd")
const WorldwireNumberRange = preload("../reflection/number_range.gd")
const MAX_SECONDS := 30.0
const MAX_SAMPLES := 600
const NO_GARBAGE := "GDScript counts references and collects no garbage"
const NO_DISPLAY := "the engine runs without a display"
const NO_SCRIPTS := "the engine times functions only for its own debugger"

var _tree: SceneTree
var _bridge: Node
var _tail: WorldwireFrameTail = null
var _runs: Array[WorldwireRun] = []


class WorldwireRun:
	var deferred := WorldwireDeferred.new()
	var begun := Time.get_ticks_usec()
	var until := 0
	# Milliseconds.
	var frames := PackedFloat64Array()
	var process := PackedFloat64Array()
	var physics := PackedFloat64Array()
	var last_frame := 0
	var process_begun := 0
	var physics_begun := 0


func _init(parts: Dictionary) -> void:
	_tree = parts.tree
	_bridge = parts.objects.bridge


func handlers() -> Dictionary:
	return {"profile.read": read}


func read(params: Dictionary) -> Variant:
	var seconds: Variant = params.get("seconds")
	if not WorldwireNumberRange.is_number(seconds) or seconds <= 0 or seconds > MAX_SECONDS:
		return WorldwireRefusal.new("invalid", "seconds is %s" % [seconds], "send a number above 0, %d at most" % int(MAX_SECONDS))
	var run := WorldwireRun.new()
	run.until = run.begun + int(seconds * 1e6)
	_runs.append(run)
	if _runs.size() == 1:
		if _tail == null:
			_tail = WorldwireFrameTail.new()
			_bridge.add_child(_tail)
		_tail.set_process(true)
		_tail.processed.connect(_tail_on_processed)
		_tree.physics_frame.connect(_tree_on_physics_frame)
		_tree.process_frame.connect(_tree_on_process_frame)
	return run.deferred


# The engine steps its bodies after the functions of nodes, so a step lasts until the next signal.
func _tree_on_physics_frame() -> void:
	var now := Time.get_ticks_usec()
	for run in _runs:
		_end_physics(run, now)
		run.physics_begun = now


func _tree_on_process_frame() -> void:
	var now := Time.get_ticks_usec()
	var over: Array[WorldwireRun] = []
	for run in _runs:
		_end_physics(run, now)
		if run.last_frame > 0:
			run.frames.append((now - run.last_frame) / 1000.0)
		run.last_frame = now
		run.process_begun = now
		if now >= run.until and run.frames.size() > 1:
			over.append(run)
	for run in over:
		_runs.erase(run)
		run.deferred.settle(_info(run, now))
	if _runs.is_empty():
		_tail.set_process(false)
		_tail.processed.disconnect(_tail_on_processed)
		_tree.physics_frame.disconnect(_tree_on_physics_frame)
		_tree.process_frame.disconnect(_tree_on_process_frame)


func _tail_on_processed() -> void:
	var now := Time.get_ticks_usec()
	for run in _runs:
		if run.process_begun > 0:
			run.process.append((now - run.process_begun) / 1000.0)


static func _end_physics(run: WorldwireRun, now: int) -> void:
	if run.physics_begun > 0:
		run.physics.append((now - run.physics_begun) / 1000.0)
		run.physics_begun = 0


static func _info(run: WorldwireRun, now: int) -> Dictionary:
	var info := {
		"seconds": (now - run.begun) / 1e6,
		"frames": run.frames.size(),
		"frameMs": _spread(run.frames),
		"samples": _samples(run.frames),
		"objects": int(Performance.get_monitor(Performance.OBJECT_NODE_COUNT)),
		"missing": [
			{"field": "garbageBytes", "reason": NO_GARBAGE},
			{"field": "collections", "reason": NO_GARBAGE},
			{"field": "scripts", "reason": NO_SCRIPTS},
		],
	}
	_add_spread(info, "processMs", run.process, "no frame was processed in this time")
	_add_spread(info, "physicsMs", run.physics, "no step of physics ran in this time")
	var memory := OS.get_static_memory_usage()
	_add(info, "memoryBytes", memory, memory > 0, "only debug builds count their memory")
	var is_drawn := DisplayServer.get_name() != "headless"
	_add(info, "drawCalls", int(Performance.get_monitor(Performance.RENDER_TOTAL_DRAW_CALLS_IN_FRAME)), is_drawn, NO_DISPLAY)
	_add(info, "triangles", int(Performance.get_monitor(Performance.RENDER_TOTAL_PRIMITIVES_IN_FRAME)), is_drawn, NO_DISPLAY)
	_add(info, "videoMemoryBytes", int(Performance.get_monitor(Performance.RENDER_VIDEO_MEM_USED)), is_drawn, NO_DISPLAY)
	return info


static func _add(info: Dictionary, field: String, value: int, is_known: bool, reason: String) -> void:
	if is_known:
		info[field] = value
	else:
		info.missing.append({"field": field, "reason": reason})


static func _add_spread(info: Dictionary, field: String, values: PackedFloat64Array, reason: String) -> void:
	if values.is_empty():
		info.missing.append({"field": field, "reason": reason})
	else:
		info[field] = _spread(values)


static func _spread(values: PackedFloat64Array) -> Dictionary:
	var sorted := values.duplicate()
	sorted.sort()
	var sum := 0.0
	for value in sorted:
		sum += value
	var last := sorted.size() - 1
	var at := func(share: float) -> float: return sorted[int(ceilf(share * last))]
	return {
		"min": sorted[0],
		# A rounded sum must not leave the bounds.
		"mean": clampf(sum / sorted.size(), sorted[0], sorted[last]),
		"p50": at.call(0.5),
		"p95": at.call(0.95),
		"p99": at.call(0.99),
		"max": sorted[last],
	}


# The largest of each group, if there are too many.
static func _samples(values: PackedFloat64Array) -> Array:
	var size := ceili(values.size() / float(MAX_SAMPLES))
	var found := []
	for begin in range(0, values.size(), size):
		var most := 0.0
		for at in range(begin, mini(begin + size, values.size())):
			most = maxf(most, values[at])
		found.append(most)
	return found
