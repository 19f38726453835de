extends Reference

# Figures of a window of time.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireDeferred = preload("../deferred.gd")
const WorldwireNumberRange = preload("../reflection/number_range.gd")
const WorldwireFrameProbe = preload("../view/frame_probe.gd")
const MAX_SECONDS := 30
const MAX_SAMPLES := 600
const NO_DISPLAY := "this engine has no display"
const MISSING := {
	"triangles": "Godot 3 counts vertices and not triangles",
	"garbageBytes": "GDScript counts references and makes no garbage",
	"collections": "GDScript counts references and has no garbage collector",
	"scripts": "only the profiler of the editor measures single scripts in Godot 3",
}

var _tree: SceneTree
var _bridge: Node
# Measurements under way: probe, deferred result, begin and end in microseconds.
var _measurements := []


func _init(parts: Dictionary) -> void:
	_tree = parts.tree
	_bridge = parts.objects.bridge


func handlers() -> Dictionary:
	return {"profile.read": "read"}


func read(params: Dictionary):
	var seconds = params.get("seconds")
	if not WorldwireNumberRange.is_number(seconds) or seconds <= 0 or seconds > MAX_SECONDS:
		return WorldwireRefusal.new("invalid", "seconds is %s" % JSON.print(seconds), "send a number above 0, at most %d" % MAX_SECONDS)
	var probe := WorldwireFrameProbe.new()
	probe.prepare(_tree)
	_bridge.add_child(probe)
	var now := OS.get_ticks_usec()
	_measurements.append({"probe": probe, "deferred": WorldwireDeferred.new(), "begun": now, "until": now + int(seconds * 1000000)})
	if _measurements.size() == 1:
		_tree.connect("idle_frame", self, "_tree_on_idle_frame")
	return _measurements.back().deferred


# By real time, because the game may be paused or slowed down. At least one frame is measured.
func _tree_on_idle_frame() -> void:
	var now := OS.get_ticks_usec()
	var rest := []
	var done := []
	for each in _measurements:
		var is_early: bool = now < each.until or each.probe.frame_msec.empty() or each.probe.process_msec.empty()
		(rest if is_early else done).append(each)
	_measurements = rest
	if rest.empty():
		_tree.disconnect("idle_frame", self, "_tree_on_idle_frame")
	for each in done:
		var profile := _profile(each.probe, (now - each.begun) / 1000000.0)
		each.probe.queue_free()
		each.deferred.settle(profile)


static func _profile(probe: WorldwireFrameProbe, seconds: float) -> Dictionary:
	var profile := {
		"seconds": seconds,
		"frames": probe.frame_msec.size(),
		"frameMs": _spread(probe.frame_msec),
		"samples": _samples(probe.frame_msec),
		"processMs": _spread(probe.process_msec),
		"objects": int(Performance.get_monitor(Performance.OBJECT_NODE_COUNT)),
	}
	var missing := MISSING.duplicate()
	if probe.physics_msec.empty():
		missing.physicsMs = "the window had no physics step"
	else:
		profile.physicsMs = _spread(probe.physics_msec)
	# Release builds do not count.
	var memory := int(Performance.get_monitor(Performance.MEMORY_STATIC))
	if memory > 0:
		profile.memoryBytes = memory
	else:
		missing.memoryBytes = "this build of the engine does not count memory"
	if OS.can_draw() and OS.get_name() != "Server":
		profile.drawCalls = int(Performance.get_monitor(Performance.RENDER_DRAW_CALLS_IN_FRAME))
		profile.videoMemoryBytes = int(Performance.get_monitor(Performance.RENDER_VIDEO_MEM_USED))
	else:
		missing.drawCalls = NO_DISPLAY
		missing.videoMemoryBytes = NO_DISPLAY
	profile.missing = []
	for field in missing:
		profile.missing.append({"field": field, "reason": missing[field]})
	return profile


static func _spread(series: Array) -> Dictionary:
	var sorted := series.duplicate()
	sorted.sort()
	var sum := 0.0
	for figure in sorted:
		sum += figure
	return {
		"min": sorted.front(),
		"mean": sum / sorted.size(),
		"p50": _quantile(sorted, 0.5),
		"p95": _quantile(sorted, 0.95),
		"p99": _quantile(sorted, 0.99),
		"max": sorted.back(),
	}


static func _quantile(sorted: Array, part: float) -> float:
	return sorted[int(ceil(part * sorted.size())) - 1]


# In a long window each sample is the largest of its group.
static func _samples(series: Array) -> Array:
	var group := int(ceil(series.size() / float(MAX_SAMPLES)))
	var samples := []
	for at in range(series.size()):
		if at % group == 0:
			samples.append(series[at])
		else:
			samples[-1] = max(samples[-1], series[at])
	return samples
