extends Reference

const WorldwireRefusal = preload("../refusal.gd")
const WorldwirePaging = preload("../paging.gd")
const WorldwireDryRun = preload("../dry_run.gd")
const WorldwireInputEvents = preload("../input/input_events.gd")
const WorldwireInputSteps = preload("../input/input_steps.gd")
const WorldwireInputRecorder = preload("../input/input_recorder.gd")

var _parts: Dictionary
var _player
var _recorder = null


func _init(parts: Dictionary) -> void:
	_parts = parts
	_player = parts.input_player


func handlers() -> Dictionary:
	return {"input.send": "send", "input.actions": "actions", "input.record": "record"}


func send(params: Dictionary):
	var fault = WorldwireDryRun.fault_of(params)
	if fault is WorldwireRefusal:
		return fault
	var steps = WorldwireInputSteps.new(_parts.keys, _parts.pixels).read(params.get("steps"), _player.fingers())
	if steps is WorldwireRefusal:
		return steps
	return _player.rehearse(steps) if WorldwireDryRun.is_wanted(params) else _player.play(steps)


func actions(params: Dictionary):
	var names := InputMap.get_actions()
	names.sort()
	var page = WorldwirePaging.page_of(names, params)
	if page is WorldwireRefusal:
		return page
	var found := []
	for name in page.items:
		var bindings := []
		for event in InputMap.get_action_list(name):
			bindings.append(_binding(event))
		found.append({"name": name, "bindings": bindings})
	return {"total": page.total, "items": found}


func record(params: Dictionary):
	match params.get("action"):
		"start":
			_end_recording()
			_recorder = WorldwireInputRecorder.new()
			_recorder.prepare(_parts)
			_parts.tree.root.add_child(_recorder)
			return {"recording": true, "steps": [], "frames": 0, "dropped": 0}
		"stop":
			if _recorder == null:
				return WorldwireRefusal.new("invalid", "nothing is being recorded", "send start first")
			var outcome := {"recording": false, "steps": _recorder.steps, "frames": _recorder.frames(), "dropped": _recorder.dropped}
			_end_recording()
			return outcome
	return WorldwireRefusal.new("invalid", "action is %s" % JSON.print(params.get("action")), "send start or stop")


# When the link is lost: nothing stays held, and nothing is recorded for a caller that is gone.
func end(reason: String) -> void:
	_player.stop(reason)
	_end_recording()


func _end_recording() -> void:
	if _recorder != null:
		_recorder.queue_free()
		_recorder = null


func _binding(event: InputEvent) -> String:
	var device := "" if event.device <= 0 else " of device %d" % event.device
	if event is InputEventKey:
		var name: String = _parts.keys.name_of(event.scancode)
		return "key %s%s" % [_with_modifiers(event), name if not name.empty() else OS.get_scancode_string(event.scancode)]
	if event is InputEventMouseButton:
		var name := WorldwireInputEvents.name_in(WorldwireInputEvents.MOUSE_BUTTONS, event.button_index)
		return "button %s" % (name if not name.empty() else str(event.button_index))
	if event is InputEventJoypadButton:
		var name := WorldwireInputEvents.name_in(WorldwireInputEvents.PAD_BUTTONS, event.button_index)
		return "pad %s%s" % [name if not name.empty() else str(event.button_index), device]
	if event is InputEventJoypadMotion:
		var name := WorldwireInputEvents.name_in(WorldwireInputEvents.PAD_AXES, event.axis)
		var side := "-" if event.axis_value < 0 else "+"
		return "axis %s %s%s" % [name if not name.empty() else str(event.axis), side, device]
	return event.as_text()


static func _with_modifiers(event: InputEventKey) -> String:
	var text := ""
	for name in ["control", "alt", "shift", "meta"]:
		if event.get(name):
			text += name + "+"
	return text
