extends RefCounted

# Makes events and sends them into the game on the way of real input, and knows what it holds.

const WorldwireNames = preload("input_names.gd")
const WorldwirePlane2D = preload("../view/plane.gd")

# Held things by their names, such as "key KeyW", with the step that pressed them.
var held := {}
# Of the pointer, in pixels of the picture.
var pointer := Vector2.ZERO

# Whether the engine delivers events at the begin of its next frame.
var is_buffered := false

var _plane: WorldwirePlane2D


func _init(plane: WorldwirePlane2D) -> void:
	_plane = plane


func press(step: Dictionary) -> InputEvent:
	held[name_of(step)] = step
	return _send(_event(step, true))


func release(step: Dictionary) -> InputEvent:
	held.erase(name_of(step))
	return _send(_event(step, false))


func release_all() -> void:
	for name: String in held.keys():
		var step: Dictionary = held[name]
		if step.kind == "axis":
			turn(step.merged({"value": 0}, true))
		else:
			release(step)


# Sends the events of a text, and returns the last.
func type(text: String) -> InputEvent:
	var last: InputEvent = null
	for letter in text:
		for is_pressed: bool in [true, false]:
			var event := InputEventKey.new()
			event.pressed = is_pressed
			if letter == "\n" or letter == "\t":
				event.keycode = KEY_ENTER if letter == "\n" else KEY_TAB
				event.physical_keycode = event.keycode
			elif is_pressed:
				event.unicode = letter.unicode_at(0)
			last = _send(event)
	return last


# The way is given for a pointer that a game has captured: it does not end at the edge of the picture.
func move(pixel: Vector2, way: Variant = null) -> InputEvent:
	var event := InputEventMouseMotion.new()
	var from := _plane.to_window(pointer)
	event.position = _plane.to_window(pixel)
	event.global_position = event.position
	event.relative = event.position - from if way == null else way
	event.screen_relative = event.relative
	event.button_mask = _mask()
	_add_modifiers(event)
	pointer = pixel
	return _send(event)


func drag(step: Dictionary) -> InputEvent:
	var event := InputEventScreenDrag.new()
	var before: Dictionary = held["touch %d" % step.get("finger", 0)]
	event.index = int(step.get("finger", 0))
	event.position = _plane.to_window(place_of(step))
	event.relative = event.position - _plane.to_window(place_of(before))
	held["touch %d" % event.index] = step.merged({"phase": "press"}, true)
	return _send(event)


func scroll(step: Dictionary) -> InputEvent:
	var last: InputEvent = null
	for axis: Array in [["dx", MOUSE_BUTTON_WHEEL_RIGHT, MOUSE_BUTTON_WHEEL_LEFT], ["dy", MOUSE_BUTTON_WHEEL_DOWN, MOUSE_BUTTON_WHEEL_UP]]:
		var left := absf(step.get(axis[0], 0))
		while left > 0:
			for is_pressed: bool in [true, false]:
				var event := InputEventMouseButton.new()
				event.button_index = axis[1] if step[axis[0]] > 0 else axis[2]
				event.factor = minf(left, 1)
				event.pressed = is_pressed
				last = _send(_at_pointer(event))
			left -= 1
	return last


func turn(step: Dictionary) -> InputEvent:
	var event := InputEventJoypadMotion.new()
	event.axis = WorldwireNames.AXES[step.axis]
	event.axis_value = step.value
	event.device = int(step.get("device", 0))
	if step.value == 0:
		held.erase(name_of(step))
	else:
		held[name_of(step)] = step
	return _send(event)


# The pixel of a step.
func place_of(step: Dictionary) -> Vector2:
	if not step.has("x"):
		return pointer
	var pixel := Vector2(step.x, step.y) * (_plane.size() if step.get("normalized", false) else Vector2.ONE)
	return (pointer + pixel).clamp(Vector2.ZERO, _plane.size()) if step.get("relative", false) else pixel


# In pixels of the window; null for a step to a place.
func way_of(step: Dictionary) -> Variant:
	if not step.get("relative", false):
		return null
	var way := Vector2(step.x, step.y) * (_plane.size() if step.get("normalized", false) else Vector2.ONE)
	return _plane.to_window(way) - _plane.to_window(Vector2.ZERO)


static func name_of(step: Dictionary) -> String:
	match step.kind:
		"key":
			return "key %s" % step.key
		"button":
			return "button %s" % step.get("button", "left")
		"touch":
			return "touch %d" % step.get("finger", 0)
		"action":
			return "action %s" % step.action
	var device := "" if step.get("device", 0) == 0 else " of %d" % step.device
	return "%s %s%s" % [step.kind, step.button if step.kind == "pad" else step.axis, device]


# The event that a step sends, without sending it.
func event_of(step: Dictionary) -> InputEvent:
	return _event(step, step.get("phase", "tap") != "release") if step.kind in ["key", "button", "touch", "pad", "action"] else null


func _event(step: Dictionary, is_pressed: bool) -> InputEvent:
	match step.kind:
		"key":
			return _key_event(step.key, is_pressed)
		"button":
			var event := InputEventMouseButton.new()
			event.button_index = WorldwireNames.MOUSE[step.get("button", "left")]
			event.pressed = is_pressed
			var is_double: bool = step.get("phase") == "press" and step.get("count", 1) == 2
			event.double_click = is_pressed and (is_double or step.get("is_second", false))
			return _at_pointer(event)
		"touch":
			var event := InputEventScreenTouch.new()
			event.index = int(step.get("finger", 0))
			event.position = _plane.to_window(place_of(step))
			event.pressed = is_pressed
			return event
		"pad":
			var event := InputEventJoypadButton.new()
			event.button_index = WorldwireNames.PAD[step.button]
			event.pressed = is_pressed
			event.pressure = 1.0 if is_pressed else 0.0
			event.device = int(step.get("device", 0))
			return event
	var event := InputEventAction.new()
	event.action = step.action
	event.pressed = is_pressed
	event.strength = step.get("strength", 1.0) if is_pressed else 0.0
	return event


func _key_event(code: String, is_pressed: bool) -> InputEventKey:
	var event := InputEventKey.new()
	event.physical_keycode = WorldwireNames.keys()[code]
	event.keycode = event.physical_keycode
	event.key_label = event.keycode
	event.pressed = is_pressed
	event.location = KEY_LOCATION_RIGHT if code in WorldwireNames.RIGHT else KEY_LOCATION_UNSPECIFIED
	_add_modifiers(event)
	if is_pressed and not event.ctrl_pressed and not event.alt_pressed and not event.meta_pressed:
		event.unicode = WorldwireNames.typed(code, event.shift_pressed)
	return event


func _at_pointer(event: InputEventMouseButton) -> InputEventMouseButton:
	event.position = _plane.to_window(pointer)
	event.global_position = event.position
	event.button_mask = _mask()
	_add_modifiers(event)
	return event


func _mask() -> int:
	var mask := 0
	for name: String in WorldwireNames.MOUSE:
		if held.has("button " + name):
			mask |= 1 << (WorldwireNames.MOUSE[name] - 1)
	return mask


func _add_modifiers(event: InputEventWithModifiers) -> void:
	event.shift_pressed = held.has("key ShiftLeft") or held.has("key ShiftRight")
	event.ctrl_pressed = held.has("key ControlLeft") or held.has("key ControlRight")
	event.alt_pressed = held.has("key AltLeft") or held.has("key AltRight")
	event.meta_pressed = held.has("key MetaLeft") or held.has("key MetaRight")


func _send(event: InputEvent) -> InputEvent:
	Input.parse_input_event(event)
	if not is_buffered:
		Input.flush_buffered_events()
	return event
