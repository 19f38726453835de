extends Node

# Records input as steps that input.send can play again. It is the last node of the tree, because the engine calls _input of the last
# node first, and another one may consume the event. It exists only while something is recorded.

const WorldwireInputEvents = preload("input_events.gd")
const MAX_STEPS := 1000
const WHEELS := {
	BUTTON_WHEEL_UP: ["dy", -1],
	BUTTON_WHEEL_DOWN: ["dy", 1],
	BUTTON_WHEEL_LEFT: ["dx", -1],
	BUTTON_WHEEL_RIGHT: ["dx", 1],
}

var steps := []
var dropped := 0

var _keys
var _pixels
var _player
var _begun := 0


func prepare(parts: Dictionary) -> void:
	name = "WorldwireRecorder"
	set_meta("worldwire", true)
	pause_mode = Node.PAUSE_MODE_PROCESS
	_keys = parts.keys
	_pixels = parts.pixels
	_player = parts.input_player
	_player.connect("typed", self, "_player_on_typed")
	parts.tree.connect("node_added", self, "_tree_on_node_added")
	_begun = Engine.get_idle_frames()


func frames() -> int:
	return Engine.get_idle_frames() - _begun


# Scenes that are loaded come after it. The children of the root cannot be moved while one is added.
func _tree_on_node_added(node: Node) -> void:
	if node != self and node.get_parent() == get_parent():
		call_deferred("raise")


func _input(event: InputEvent) -> void:
	# Events that the engine makes of others have a negative device.
	if event.device < 0 or _player.is_typing or event.is_echo():
		return
	if event is InputEventKey:
		_add_key(event)
	elif event is InputEventMouseMotion:
		_add_motion(event)
	elif event is InputEventMouseButton:
		_add_button(event)
	elif event is InputEventJoypadButton:
		var button := WorldwireInputEvents.name_in(WorldwireInputEvents.PAD_BUTTONS, event.button_index)
		if not button.empty():
			_add({"kind": "pad", "button": button, "device": event.device, "phase": _phase(event)})
	elif event is InputEventJoypadMotion:
		var axis := WorldwireInputEvents.name_in(WorldwireInputEvents.PAD_AXES, event.axis)
		if not axis.empty():
			_add({"kind": "axis", "axis": axis, "value": event.axis_value, "device": event.device})
	elif event is InputEventScreenTouch:
		_add(_placed({"kind": "touch", "finger": event.index, "phase": _phase(event)}, event.position))
	elif event is InputEventScreenDrag:
		_add(_placed({"kind": "touch", "finger": event.index, "phase": "move"}, event.position))
	elif event is InputEventAction:
		var step := {"kind": "action", "action": event.action, "phase": _phase(event)}
		if event.pressed:
			step.strength = event.strength
		_add(step)


func _player_on_typed(text: String) -> void:
	_add({"kind": "text", "text": text})


# A key without a name, such as one of another layout, is recorded as its text.
func _add_key(event: InputEventKey) -> void:
	var key: String = _keys.name_of(event.scancode)
	if not key.empty():
		_add({"kind": "key", "key": key, "phase": _phase(event)})
	elif event.pressed and event.unicode >= 32:
		_add({"kind": "text", "text": char(event.unicode)})


# Movements in one frame are one.
func _add_motion(event: InputEventMouseMotion) -> void:
	var last: Dictionary = {} if steps.empty() else steps.back()
	var is_same: bool = last.get("kind") == "move" and last.at.frames == frames()
	if Input.get_mouse_mode() == Input.MOUSE_MODE_CAPTURED:
		var way: Vector2 = _pixels.from_canvas(event.relative) - _pixels.from_canvas(Vector2.ZERO)
		if is_same and last.get("relative"):
			last.x += way.x
			last.y += way.y
		else:
			_add({"kind": "move", "relative": true, "x": way.x, "y": way.y})
		return
	if is_same:
		steps.pop_back()
	_add(_placed({"kind": "move"}, event.position))


func _add_button(event: InputEventMouseButton) -> void:
	if WHEELS.has(event.button_index):
		if event.pressed:
			_add(_placed({"kind": "scroll", WHEELS[event.button_index][0]: WHEELS[event.button_index][1]}, event.position))
		return
	var button := WorldwireInputEvents.name_in(WorldwireInputEvents.MOUSE_BUTTONS, event.button_index)
	if button.empty():
		return
	var step := _placed({"kind": "button", "button": button, "phase": _phase(event)}, event.position)
	if event.doubleclick:
		step.count = 2
	_add(step)


func _add(step: Dictionary) -> void:
	if steps.size() >= MAX_STEPS:
		dropped += 1
		return
	step.at = {"frames": frames()}
	steps.append(step)


static func _phase(event: InputEvent) -> String:
	return "press" if event.is_pressed() else "release"


# Inside of the picture, because input.send accepts no other place.
func _placed(step: Dictionary, place: Vector2) -> Dictionary:
	var pixel: Vector2 = _pixels.from_canvas(place)
	step.x = clamp(pixel.x, 0, _pixels.size().x)
	step.y = clamp(pixel.y, 0, _pixels.size().y)
	return step
