extends Reference

# Makes events of the engine. Names and numbers of buttons and axes.

const MOUSE_BUTTONS := {"left": BUTTON_LEFT, "right": BUTTON_RIGHT, "middle": BUTTON_MIDDLE}
const PAD_BUTTONS := {
	"south": JOY_XBOX_A,
	"east": JOY_XBOX_B,
	"west": JOY_XBOX_X,
	"north": JOY_XBOX_Y,
	"left-shoulder": JOY_L,
	"right-shoulder": JOY_R,
	"left-stick": JOY_L3,
	"right-stick": JOY_R3,
	"back": JOY_SELECT,
	"start": JOY_START,
	"up": JOY_DPAD_UP,
	"down": JOY_DPAD_DOWN,
	"left": JOY_DPAD_LEFT,
	"right": JOY_DPAD_RIGHT,
}
# Godot 3.2 has no number for this button.
const NO_PAD_BUTTONS := ["guide"]
const PAD_AXES := {
	"left-x": JOY_AXIS_0,
	"left-y": JOY_AXIS_1,
	"right-x": JOY_AXIS_2,
	"right-y": JOY_AXIS_3,
	"left-trigger": JOY_ANALOG_L2,
	"right-trigger": JOY_ANALOG_R2,
}
const TRIGGERS := ["left-trigger", "right-trigger"]


static func key(scancode: int, unicode: int, pressed: bool, modifiers: Dictionary) -> InputEventKey:
	var event := InputEventKey.new()
	event.scancode = scancode
	event.unicode = unicode
	event.pressed = pressed
	_modify(event, modifiers)
	return event


static func motion(window: Vector2, relative: Vector2, mask: int, modifiers: Dictionary) -> InputEventMouseMotion:
	var event := InputEventMouseMotion.new()
	event.position = window
	event.global_position = window
	event.relative = relative
	event.button_mask = mask
	_modify(event, modifiers)
	return event


static func button(index: int, window: Vector2, pressed: bool, mask: int, modifiers: Dictionary) -> InputEventMouseButton:
	var event := InputEventMouseButton.new()
	event.button_index = index
	event.position = window
	event.global_position = window
	event.pressed = pressed
	event.button_mask = mask
	_modify(event, modifiers)
	return event


static func pad(index: int, device: int, pressed: bool) -> InputEventJoypadButton:
	var event := InputEventJoypadButton.new()
	event.device = device
	event.button_index = index
	event.pressed = pressed
	event.pressure = 1.0 if pressed else 0.0
	return event


static func axis(index: int, device: int, value: float) -> InputEventJoypadMotion:
	var event := InputEventJoypadMotion.new()
	event.device = device
	event.axis = index
	event.axis_value = value
	return event


static func touch(finger: int, window: Vector2, pressed: bool) -> InputEventScreenTouch:
	var event := InputEventScreenTouch.new()
	event.index = finger
	event.position = window
	event.pressed = pressed
	return event


static func drag(finger: int, window: Vector2, relative: Vector2) -> InputEventScreenDrag:
	var event := InputEventScreenDrag.new()
	event.index = finger
	event.position = window
	event.relative = relative
	return event


static func action(name: String, strength: float, pressed: bool) -> InputEventAction:
	var event := InputEventAction.new()
	event.action = name
	event.pressed = pressed
	event.strength = strength if pressed else 0.0
	return event


# The name of a number in one of the tables, or an empty text.
static func name_in(table: Dictionary, number: int) -> String:
	for name in table:
		if table[name] == number:
			return name
	return ""


static func _modify(event: InputEventWithModifiers, modifiers: Dictionary) -> void:
	for name in modifiers:
		event.set(name, modifiers[name])
