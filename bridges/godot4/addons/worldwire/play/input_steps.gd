extends RefCounted

# Validates the steps of input.send, all before the first is sent.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireNearNames = preload("../near_names.gd")
const WorldwireNumberRange = preload("../reflection/number_range.gd")
const WorldwireNames = preload("input_names.gd")
const WorldwirePlane2D = preload("../view/plane.gd")
const MAX_STEPS := 1000
const MAX_MSEC := 60000.0
const FRAME_MSEC := 1000.0 / 60
const MAX_CLICKS := 10
const MAX_SCROLL := 1000
const MAX_FINGER := 31
const MAX_TEXT := 10000
const MAX_WAY := 100000
const KINDS: Array[String] = ["key", "text", "move", "button", "scroll", "pad", "axis", "touch", "action", "release-all"]
const PRESSED: Array[String] = ["key", "button", "pad", "touch", "action"]
const PHASES: Array[String] = ["press", "release", "tap"]

var _plane: WorldwirePlane2D
# Fingers that are down after the steps that were looked at.
var _fingers := {}


func _init(plane: WorldwirePlane2D) -> void:
	_plane = plane


# Null, or a refusal. `held` has the names of what is held now.
func fault_of(steps: Variant, held: Array) -> WorldwireRefusal:
	if not steps is Array or steps.is_empty() or steps.size() > MAX_STEPS:
		return WorldwireRefusal.new("invalid", "steps must be a list of 1 to %d steps" % MAX_STEPS, "send [{\"kind\": \"key\", \"key\": \"Space\"}]")
	_fingers = {}
	for name: String in held:
		if name.begins_with("touch "):
			_fingers[int(name.substr(6))] = true
	var end := 0.0
	for at: int in steps.size():
		var fault := _fault_of_step(steps[at])
		if fault != null:
			return WorldwireRefusal.new("invalid", "step %d: %s" % [at + 1, fault.message], fault.hint)
		var begin := _msec(steps[at].get("at"), end + FRAME_MSEC)
		end = begin + _length_of(steps[at])
		if end > MAX_MSEC + FRAME_MSEC:
			return WorldwireRefusal.new("invalid", "step %d would end after more than a minute" % (at + 1), "send the steps in several calls")
	return null


# In milliseconds, where a frame is a sixtieth of a second.
static func _msec(span: Variant, usual: float) -> float:
	if span == null:
		return usual
	return span.frames * FRAME_MSEC if span.has("frames") else float(span.ms)


static func _length_of(step: Dictionary) -> float:
	return _msec(step.get("hold"), FRAME_MSEC) * int(step.get("count", 1)) if step.kind in PRESSED and step.get("phase", "tap") == "tap" else 0.0


func _fault_of_step(step: Variant) -> WorldwireRefusal:
	if not step is Dictionary:
		return _wrong("it must be an object", "send {\"kind\": \"key\", \"key\": \"Space\"}")
	var kind: Variant = step.get("kind")
	if not kind is String or not kind in KINDS:
		return _wrong("kind is %s" % [kind], "send one of %s" % ", ".join(PackedStringArray(KINDS)))
	for name: String in ["at", "hold"]:
		var fault := _fault_of_span(step, name)
		if fault != null:
			return fault
	if kind in PRESSED:
		var phases := PHASES + (["move"] as Array[String]) if kind == "touch" else PHASES
		var phase: Variant = step.get("phase", "tap")
		if not phase is String or not phase in phases:
			return _wrong("phase is %s" % [phase], "send one of %s" % ", ".join(PackedStringArray(phases)))
	if step.has("x") or step.has("y") or kind in ["move", "touch"]:
		var fault := _fault_of_place(step)
		if fault != null:
			return fault
	return call("_fault_of_" + kind.replace("-", "_"), step)


func _fault_of_span(step: Dictionary, name: String) -> WorldwireRefusal:
	var span: Variant = step.get(name)
	if not step.has(name):
		return null
	var hint := "send {\"frames\": 5} or {\"ms\": 100}, a minute at most"
	if not span is Dictionary or span.size() != 1:
		return _wrong("%s is %s" % [name, span], hint)
	var unit: Variant = span.keys()[0]
	var amount: Variant = span[unit]
	var is_valid: bool = unit in ["frames", "ms"] and WorldwireNumberRange.is_number(amount) and amount >= 0
	if is_valid and unit == "frames":
		is_valid = WorldwireNumberRange.is_whole(amount) and amount * FRAME_MSEC <= MAX_MSEC + 1
	if not is_valid or unit == "ms" and amount > MAX_MSEC:
		return _wrong("%s is %s" % [name, span], hint)
	return null


func _fault_of_place(step: Dictionary) -> WorldwireRefusal:
	var size := _plane.size()
	var hint := "the picture has %d by %d pixels" % [size.x, size.y]
	for axis: String in ["x", "y"]:
		if not WorldwireNumberRange.is_number(step.get(axis)):
			return _wrong("%s is %s" % [axis, step.get(axis)], "send x and y as numbers; " + hint)
	for flag: String in ["normalized", "relative"]:
		if not step.get(flag, false) is bool:
			return _wrong("%s is %s" % [flag, step[flag]], "send true or false, or leave it out")
	var pixel := Vector2(step.x, step.y) * (size if step.get("normalized", false) else Vector2.ONE)
	if step.get("relative", false):
		var is_too_long := absf(step.x) > MAX_WAY or absf(step.y) > MAX_WAY
		return _wrong("the way is longer than %d pixels" % MAX_WAY, hint) if is_too_long else null
	return null if _plane.has(pixel) else _wrong("(%s, %s) is outside of the picture" % [step.x, step.y], hint)


func _fault_of_key(step: Dictionary) -> WorldwireRefusal:
	var keys := WorldwireNames.keys()
	if step.get("key") is String and keys.has(step.key):
		return null
	var wanted := str(step.get("key"))
	var near := WorldwireNames.code_typing(wanted) if wanted.length() == 1 else wanted
	return _wrong("there is no key %s" % wanted, "send the code of a key such as \"KeyA\" or \"Space\"; %s" % WorldwireNearNames.hint(near, keys.keys()))


func _fault_of_text(step: Dictionary) -> WorldwireRefusal:
	if step.get("text") is String and not step.text.is_empty() and step.text.length() <= MAX_TEXT:
		return null
	return _wrong("text must be a string of 1 to %d characters" % MAX_TEXT, "send what is to be typed")


func _fault_of_move(_step: Dictionary) -> WorldwireRefusal:
	return null


func _fault_of_button(step: Dictionary) -> WorldwireRefusal:
	var count: Variant = step.get("count", 1)
	if not WorldwireNumberRange.is_number(count) or not WorldwireNumberRange.is_whole(count) or count < 1 or count > MAX_CLICKS:
		return _wrong("count is %s" % [count], "send a whole number from 1 to %d" % MAX_CLICKS)
	return _fault_of_name(step, "button", WorldwireNames.MOUSE, "left")


func _fault_of_scroll(step: Dictionary) -> WorldwireRefusal:
	for axis: String in ["dx", "dy"]:
		var way: Variant = step.get(axis, 0)
		if not WorldwireNumberRange.is_number(way) or absf(way) > MAX_SCROLL:
			return _wrong("%s is %s" % [axis, way], "send steps of a wheel, from -%d to %d" % [MAX_SCROLL, MAX_SCROLL])
	if step.get("dx", 0) == 0 and step.get("dy", 0) == 0:
		return _wrong("it scrolls nowhere", "send dy, which scrolls down if it is positive, or dx")
	return null


func _fault_of_pad(step: Dictionary) -> WorldwireRefusal:
	var fault := _fault_of_device(step)
	return fault if fault != null else _fault_of_name(step, "button", WorldwireNames.PAD, null)


func _fault_of_axis(step: Dictionary) -> WorldwireRefusal:
	var fault := _fault_of_device(step)
	if fault == null:
		fault = _fault_of_name(step, "axis", WorldwireNames.AXES, null)
	if fault != null:
		return fault
	var least := 0 if step.axis.ends_with("trigger") else -1
	var value: Variant = step.get("value")
	if not WorldwireNumberRange.is_number(value) or value < least or value > 1:
		return _wrong("value is %s" % [value], "send a number from %d to 1" % least)
	return null


func _fault_of_touch(step: Dictionary) -> WorldwireRefusal:
	var finger: Variant = step.get("finger", 0)
	if not WorldwireNumberRange.is_number(finger) or not WorldwireNumberRange.is_whole(finger) or finger < 0 or finger > MAX_FINGER:
		return _wrong("finger is %s" % [finger], "send a whole number from 0 to %d" % MAX_FINGER)
	match step.get("phase", "tap"):
		"press":
			_fingers[int(finger)] = true
		"move":
			if not _fingers.has(int(finger)):
				return _wrong("finger %d moves and is not pressed" % finger, "send a step with the phase \"press\" before")
		_:
			_fingers.erase(int(finger))
	return null


func _fault_of_action(step: Dictionary) -> WorldwireRefusal:
	var strength: Variant = step.get("strength", 1)
	if not WorldwireNumberRange.is_number(strength) or strength < 0 or strength > 1:
		return _wrong("strength is %s" % [strength], "send a number from 0 to 1")
	if step.get("action") is String and InputMap.has_action(step.action):
		return null
	var names := InputMap.get_actions().map(func(name: StringName) -> String: return String(name))
	return _wrong("there is no action %s" % [step.get("action")], "input.actions lists them; " + WorldwireNearNames.hint(str(step.get("action")), names))


func _fault_of_release_all(_step: Dictionary) -> WorldwireRefusal:
	_fingers = {}
	return null


func _fault_of_device(step: Dictionary) -> WorldwireRefusal:
	var device: Variant = step.get("device", 0)
	if WorldwireNumberRange.is_number(device) and WorldwireNumberRange.is_whole(device) and device >= 0 and device < 16:
		return null
	return _wrong("device is %s" % [device], "send a whole number from 0 to 15")


func _fault_of_name(step: Dictionary, field: String, names: Dictionary, usual: Variant) -> WorldwireRefusal:
	var wanted: Variant = step.get(field, usual)
	if wanted is String and names.has(wanted):
		return null
	return _wrong("%s is %s" % [field, wanted], "send one of %s" % ", ".join(PackedStringArray(names.keys())))


static func _wrong(message: String, hint: String) -> WorldwireRefusal:
	return WorldwireRefusal.new("invalid", message, hint)
