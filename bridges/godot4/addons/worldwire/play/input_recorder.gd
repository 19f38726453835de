extends RefCounted

# input.record: keeps the input of players and of input.send as steps that can be sent again.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireStage = preload("../stage.gd")
const WorldwirePlane2D = preload("../view/plane.gd")
const WorldwireNames = preload("input_names.gd")
const MAX_STEPS := 1000

var _stage: WorldwireStage
var _plane: WorldwirePlane2D
var _steps := []
var _dropped := 0
var _begun := 0
var _is_recording := false


func _init(parts: Dictionary) -> void:
	_stage = parts.stage
	_plane = parts.plane


func handlers() -> Dictionary:
	return {"input.record": record}


func record(params: Dictionary) -> Variant:
	var action: Variant = params.get("action")
	if not action is String or not action in ["start", "stop"]:
		return WorldwireRefusal.new("invalid", "action is %s" % [action], "send \"start\" or \"stop\"")
	if action == "stop" and not _is_recording:
		return WorldwireRefusal.new("invalid", "nothing is recorded", "send \"start\" before")
	var window := _stage.tree.root
	if action == "start":
		if not _is_recording:
			window.window_input.connect(_window_on_input)
		_steps = []
		_dropped = 0
		_begun = Engine.get_process_frames()
		_is_recording = true
		return {"recording": true, "steps": [], "frames": 0, "dropped": 0}
	window.window_input.disconnect(_window_on_input)
	_is_recording = false
	var steps := _steps
	_steps = []
	return {"recording": false, "steps": steps, "frames": Engine.get_process_frames() - _begun, "dropped": _dropped}


func _window_on_input(event: InputEvent) -> void:
	# The engine makes such events from others, which come as well.
	if event.device == InputEvent.DEVICE_ID_EMULATION or event.is_echo():
		return
	var step := _step_of(event)
	if step.is_empty():
		return
	step.at = {"frames": Engine.get_process_frames() - _begun}
	# Of several moves in a frame, the last place counts, or the sum of all ways.
	if step.kind == "move" and not _steps.is_empty() and _steps.back().kind == "move" and _steps.back().at == step.at:
		if step.has("relative") and _steps.back().has("relative"):
			step.x += _steps.back().x
			step.y += _steps.back().y
		_steps[-1] = step
	elif _steps.size() < MAX_STEPS:
		_steps.append(step)
	else:
		_dropped += 1


func _step_of(event: InputEvent) -> Dictionary:
	var phase := "press" if event.is_pressed() else "release"
	if event is InputEventKey:
		var code := WorldwireNames.code_of(event)
		if not code.is_empty():
			return {"kind": "key", "key": code, "phase": phase}
		return {"kind": "text", "text": String.chr(event.unicode)} if event.is_pressed() and event.unicode > 0 else {}
	if event is InputEventMouseMotion:
		return _move(event)
	if event is InputEventMouseButton:
		if WorldwireNames.WHEEL.has(event.button_index):
			var way: Vector2 = WorldwireNames.WHEEL[event.button_index] * maxf(event.factor, 0.01)
			return _placed({"kind": "scroll", "dx": way.x, "dy": way.y}, event.position) if event.is_pressed() else {}
		var button: Variant = WorldwireNames.MOUSE.find_key(event.button_index)
		if button == null:
			return {}
		var clicks := {"count": 2} if event.double_click else {}
		return _placed({"kind": "button", "button": button, "phase": phase}.merged(clicks), event.position)
	if event is InputEventScreenTouch:
		return _placed({"kind": "touch", "finger": event.index, "phase": phase}, event.position)
	if event is InputEventScreenDrag:
		return _placed({"kind": "touch", "finger": event.index, "phase": "move"}, event.position)
	if event is InputEventJoypadButton:
		var button: Variant = WorldwireNames.PAD.find_key(event.button_index)
		return {} if button == null else {"kind": "pad", "button": button, "device": event.device, "phase": phase}
	if event is InputEventJoypadMotion:
		var axis: Variant = WorldwireNames.AXES.find_key(event.axis)
		return {} if axis == null else {"kind": "axis", "axis": axis, "value": event.axis_value, "device": event.device}
	if event is InputEventAction:
		return {"kind": "action", "action": String(event.action), "phase": phase, "strength": clampf(event.strength, 0, 1)}
	return {}


# A captured pointer has no place.
func _move(event: InputEventMouseMotion) -> Dictionary:
	if Input.mouse_mode != Input.MOUSE_MODE_CAPTURED:
		return _placed({"kind": "move"}, event.position)
	var way := _plane.from_window(event.relative) - _plane.from_window(Vector2.ZERO)
	return {"kind": "move", "relative": true, "x": way.x, "y": way.y}


func _placed(step: Dictionary, at: Vector2) -> Dictionary:
	var pixel := _plane.from_window(at).clamp(Vector2.ZERO, _plane.size())
	step.x = pixel.x
	step.y = pixel.y
	return step
