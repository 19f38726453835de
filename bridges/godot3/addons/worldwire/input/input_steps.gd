extends Reference

# Validates the steps of input.send as a whole, before the first is played. Each becomes a dictionary with all its values.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireNearNames = preload("../near_names.gd")
const WorldwireNumberRange = preload("../reflection/number_range.gd")
const WorldwireInputEvents = preload("input_events.gd")
const MAX_STEPS := 1000
const MAX_MSEC := 60000.0
const FRAME_MSEC := 1000.0 / 60.0
const MAX_TEXT := 1000
const MAX_CLICKS := 5
const MAX_SCROLL := 100
const MAX_DEVICE := 15
const MAX_FINGER := 9
# The values that each kind has besides kind and at.
const FIELDS := {
	"key": ["key", "phase", "hold"],
	"text": ["text"],
	"move": ["x", "y", "normalized", "relative"],
	"button": ["button", "count", "x", "y", "normalized", "phase", "hold"],
	"scroll": ["dx", "dy", "x", "y", "normalized"],
	"pad": ["button", "device", "phase", "hold"],
	"axis": ["axis", "value", "device"],
	"touch": ["finger", "x", "y", "normalized", "phase", "hold"],
	"action": ["action", "strength", "phase", "hold"],
	"release-all": [],
}
const PHASES := ["press", "release", "tap"]
const ONE_FRAME := {"frames": 1}

var _keys
var _pixels
# Fingers that are pressed at that point of the sequence.
var _fingers := {}


func _init(keys, pixels) -> void:
	_keys = keys
	_pixels = pixels


# An array of steps, or a refusal. The fingers are those that are pressed now.
func read(steps, fingers: Array):
	if not steps is Array or steps.empty():
		return WorldwireRefusal.new("invalid", "steps must be an array with at least one step", "send steps such as {\"kind\": \"key\", \"key\": \"Space\"}")
	if steps.size() > MAX_STEPS:
		return WorldwireRefusal.new("invalid", "there are %d steps and must be %d at most" % [steps.size(), MAX_STEPS], "send them in several calls")
	_fingers = {}
	for finger in fingers:
		_fingers[finger] = true
	var read := []
	var msec := 0.0
	for number in range(steps.size()):
		var step = _step(steps[number])
		if step is WorldwireRefusal:
			return WorldwireRefusal.new(step.kind, "step %d: %s" % [number + 1, step.message], step.hint)
		read.append(step)
		var begin: float = msec if step.at == null else msec_of(step.at)
		msec = max(msec, begin + msec_of(step.hold) * step.count + (FRAME_MSEC if step.at == null else 0.0))
	if msec > MAX_MSEC:
		var about := "the steps take %.1f seconds and must take 60 at most" % (msec / 1000)
		return WorldwireRefusal.new("invalid", about, "send them in several calls, or make at and hold shorter")
	return read


# A frame counts as a sixtieth of a second.
static func msec_of(span: Dictionary) -> float:
	return span.ms if span.has("ms") else span.frames * FRAME_MSEC


func _step(step):
	if not step is Dictionary:
		return WorldwireRefusal.new("invalid", "it must be an object", "send {\"kind\": \"key\", \"key\": \"Space\"}")
	var kind = step.get("kind")
	if not kind is String or not FIELDS.has(kind):
		return WorldwireRefusal.new("invalid", "the kind is %s" % JSON.print(kind), _near(kind, FIELDS.keys()))
	for name in step:
		if not name in ["kind", "at"] and not name in FIELDS[kind]:
			var hint: String = WorldwireNearNames.hint(name, FIELDS[kind] + ["at"])
			return WorldwireRefusal.new("invalid", "a step of the kind %s has no %s" % [kind, name], hint)
	var read := {"kind": kind, "at": null, "phase": "tap", "hold": {"frames": 0}, "count": 1, "label": ""}
	if step.get("at") != null:
		read.at = _span(step.at)
		if read.at == null:
			return _wrong("at", step.at, "{\"frames\": 10} or {\"ms\": 500}, from 0 on")
	if "phase" in FIELDS[kind]:
		var fault = _read_phase(step, read)
		if fault is WorldwireRefusal:
			return fault
	if "normalized" in FIELDS[kind]:
		var fault = _read_place(step, read)
		if fault is WorldwireRefusal:
			return fault
	return call("_read_" + kind.replace("-", "_"), step, read)


func _read_phase(step: Dictionary, read: Dictionary):
	var phases := PHASES + ["move"] if read.kind == "touch" else PHASES
	var phase = step.get("phase", "tap")
	if not phase is String or not phase in phases:
		return _wrong("phase", phase, PoolStringArray(phases).join(", "))
	read.phase = phase
	if phase != "tap":
		if step.get("hold") != null:
			return WorldwireRefusal.new("invalid", "hold is for the phase tap, and the phase is %s" % phase, "leave hold out, or the phase")
		return null
	read.hold = ONE_FRAME if step.get("hold") == null else _span(step.hold)
	if read.hold == null:
		return _wrong("hold", step.hold, "{\"frames\": 10} or {\"ms\": 500}, from 0 on")
	return null


# The place in pixels of the picture; null for the pointer.
func _read_place(step: Dictionary, read: Dictionary):
	var normalized = step.get("normalized", false)
	if not normalized is bool:
		return _wrong("normalized", normalized, "true or false")
	read.relative = step.get("relative", false)
	if not read.relative is bool:
		return _wrong("relative", read.relative, "true or false")
	read.place = null
	if not step.has("x") and not step.has("y") and not read.kind in ["move", "touch"]:
		return null
	var size: Vector2 = _pixels.size()
	var range_text := "from 0 to 1" if normalized else "the picture has %d by %d pixels" % [size.x, size.y]
	for axis in ["x", "y"]:
		if not WorldwireNumberRange.is_number(step.get(axis)) or not WorldwireNumberRange.is_single(step[axis]):
			return _wrong(axis, step.get(axis), "both x and y as numbers: %s" % range_text)
	read.place = Vector2(step.x, step.y) * (size if normalized else Vector2.ONE)
	if not read.relative and not _pixels.has(read.place):
		var about := "the place (%s, %s) is outside of the picture" % [step.x, step.y]
		return WorldwireRefusal.new("invalid", about, "the place is %s" % range_text if normalized else range_text)
	return null


func _read_key(step: Dictionary, read: Dictionary):
	if not step.get("key") is String or not _keys.table.has(step.key):
		return WorldwireRefusal.new("invalid", "there is no key %s" % JSON.print(step.get("key")), _key_hint(step.get("key")))
	read.key = step.key
	read.label = "key " + step.key
	return read


# Callers often send a character or a short name.
func _key_hint(wanted) -> String:
	var about := "keys are named as KeyboardEvent.code, such as KeyW, Digit1, Space, Enter, ArrowLeft or ShiftLeft"
	if not wanted is String:
		return about
	if wanted.length() == 1:
		var scancode: int = _keys.scancode_of(wanted.to_lower())
		var meant: String = _keys.name_of(scancode)
		return about if meant.empty() else "did you mean %s?" % meant
	for name in _keys.table:
		if name.to_lower() in [wanted.to_lower(), "arrow" + wanted.to_lower(), wanted.to_lower() + "left"]:
			return "did you mean %s?" % name
	var near: String = WorldwireNearNames.hint(wanted, _keys.table.keys())
	return near if near.begins_with("did") else about


func _read_text(step: Dictionary, read: Dictionary):
	var text = step.get("text")
	if not text is String or text.empty() or text.length() > MAX_TEXT:
		return WorldwireRefusal.new("invalid", "text must be a string of 1 to %d characters" % MAX_TEXT, "send a longer text in several steps")
	read.text = text
	return read


func _read_move(step: Dictionary, read: Dictionary):
	return read


func _read_button(step: Dictionary, read: Dictionary):
	var button = step.get("button", "left")
	if not button is String or not WorldwireInputEvents.MOUSE_BUTTONS.has(button):
		return _wrong("button", button, PoolStringArray(WorldwireInputEvents.MOUSE_BUTTONS.keys()).join(", "))
	var clicks = step.get("count", 1)
	if not _is_whole(clicks, 1, MAX_CLICKS):
		return _wrong("count", clicks, "a whole number from 1 to %d; 2 is a double click" % MAX_CLICKS)
	read.button = button
	read.count = int(clicks)
	read.label = "button " + button
	return read


func _read_scroll(step: Dictionary, read: Dictionary):
	for axis in ["dx", "dy"]:
		var steps = step.get(axis, 0)
		if not _is_whole(steps, -MAX_SCROLL, MAX_SCROLL):
			return _wrong(axis, steps, "a whole number of wheel steps from -%d to %d" % [MAX_SCROLL, MAX_SCROLL])
		read[axis] = int(steps)
	if read.dx == 0 and read.dy == 0:
		return WorldwireRefusal.new("invalid", "dx and dy are 0", "send dy 1 to scroll down by one step of the wheel")
	return read


func _read_pad(step: Dictionary, read: Dictionary):
	var button = step.get("button")
	if button is String and button in WorldwireInputEvents.NO_PAD_BUTTONS:
		var names := PoolStringArray(WorldwireInputEvents.PAD_BUTTONS.keys()).join(", ")
		return WorldwireRefusal.new("unsupported", "Godot 3 has no pad button %s" % button, "send one of %s" % names)
	if not button is String or not WorldwireInputEvents.PAD_BUTTONS.has(button):
		return WorldwireRefusal.new("invalid", "there is no pad button %s" % JSON.print(button), _near(button, WorldwireInputEvents.PAD_BUTTONS.keys()))
	read.button = button
	read.label = "pad " + button
	return _with_device(step, read)


func _read_axis(step: Dictionary, read: Dictionary):
	var axis = step.get("axis")
	if not axis is String or not WorldwireInputEvents.PAD_AXES.has(axis):
		return WorldwireRefusal.new("invalid", "there is no axis %s" % JSON.print(axis), _near(axis, WorldwireInputEvents.PAD_AXES.keys()))
	var least := 0 if axis in WorldwireInputEvents.TRIGGERS else -1
	var value = step.get("value")
	if not WorldwireNumberRange.is_number(value) or value < least or value > 1:
		return _wrong("value", value, "a number from %d to 1" % least)
	read.axis = axis
	read.value = float(value)
	read.label = "axis " + axis
	return _with_device(step, read)


func _with_device(step: Dictionary, read: Dictionary):
	var device = step.get("device", 0)
	if not _is_whole(device, 0, MAX_DEVICE):
		return _wrong("device", device, "a whole number from 0 to %d" % MAX_DEVICE)
	read.device = int(device)
	if device > 0:
		read.label += " of device %d" % device
	return read


func _read_touch(step: Dictionary, read: Dictionary):
	var finger = step.get("finger", 0)
	if not _is_whole(finger, 0, MAX_FINGER):
		return _wrong("finger", finger, "a whole number from 0 to %d" % MAX_FINGER)
	read.finger = int(finger)
	read.label = "touch %d" % finger
	if read.phase == "move" and not _fingers.has(read.finger):
		return WorldwireRefusal.new("invalid", "finger %d is not pressed" % finger, "press it first, with the phase press")
	if read.phase == "press":
		_fingers[read.finger] = true
	elif read.phase == "release":
		_fingers.erase(read.finger)
	return read


func _read_action(step: Dictionary, read: Dictionary):
	var action = step.get("action")
	if not action is String or not InputMap.has_action(action):
		return WorldwireRefusal.new("invalid", "there is no action %s" % JSON.print(action), _near(action, InputMap.get_actions()))
	var strength = step.get("strength", 1)
	if not WorldwireNumberRange.is_number(strength) or strength < 0 or strength > 1:
		return _wrong("strength", strength, "a number from 0 to 1")
	read.action = action
	read.strength = float(strength)
	read.label = "action " + action
	return read


func _read_release_all(_step: Dictionary, read: Dictionary):
	_fingers = {}
	return read


# A span, or null.
static func _span(json):
	if not json is Dictionary or json.size() != 1:
		return null
	for unit in ["frames", "ms"]:
		var length = json.get(unit)
		if WorldwireNumberRange.is_number(length) and length >= 0 and length < 1e9 and (unit == "ms" or length == floor(length)):
			return {unit: length}
	return null


static func _is_whole(json, least: int, most: int) -> bool:
	return WorldwireNumberRange.is_number(json) and json == floor(json) and json >= least and json <= most


static func _near(wanted, names: Array) -> String:
	return WorldwireNearNames.hint(wanted if wanted is String else "", names)


static func _wrong(name: String, value, right: String) -> WorldwireRefusal:
	return WorldwireRefusal.new("invalid", "%s is %s" % [name, JSON.print(value)], "send %s" % right)
