extends Reference

# Frame by frame, or until something holds.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireNumberRange = preload("../reflection/number_range.gd")
const WorldwireConditions = preload("../view/conditions.gd")
const MAX_FRAMES := 600
const MAX_MSEC := 60000

var _parts: Dictionary


func _init(parts: Dictionary) -> void:
	_parts = parts


func handlers() -> Dictionary:
	return {"time.step": "step", "time.wait": "wait"}


func step(params: Dictionary):
	var frames = params.get("frames")
	if not WorldwireNumberRange.is_number(frames) or frames != floor(frames) or frames < 1 or frames > MAX_FRAMES:
		return WorldwireRefusal.new("invalid", "frames is %s" % JSON.print(frames), "send a whole number from 1 to %d" % MAX_FRAMES)
	var conditions = null
	if params.get("until") != null:
		conditions = WorldwireConditions.new(_parts)
		var fault = conditions.read(params.until)
		if fault is WorldwireRefusal:
			return fault
	return _parts.stepper.step(int(frames), conditions)


func wait(params: Dictionary):
	var msec = params.get("timeoutMs")
	if not WorldwireNumberRange.is_number(msec) or msec < 0 or msec > MAX_MSEC:
		return WorldwireRefusal.new("invalid", "timeoutMs is %s" % JSON.print(msec), "send a number from 0 to %d" % MAX_MSEC)
	var conditions := WorldwireConditions.new(_parts)
	var fault = conditions.read(params)
	return fault if fault is WorldwireRefusal else _parts.waiter.wait(conditions, msec)
