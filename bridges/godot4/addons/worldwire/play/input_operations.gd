extends RefCounted

# input.send plays steps over several frames. Several calls play at the same time.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireDeferred = preload("../deferred.gd")
const WorldwireDryRun = preload("../dry_run.gd")
const WorldwirePaging = preload("../paging.gd")
const WorldwireStage = preload("../stage.gd")
const WorldwireFrameTasks = preload("frame_tasks.gd")
const WorldwireInputHand = preload("input_hand.gd")
const WorldwireInputReceivers = preload("input_receivers.gd")
const WorldwireInputSteps = preload("input_steps.gd")
const WorldwireNames = preload("input_names.gd")
const POLLED := "no control and no script received it as an event; scripts that poll the input see it all the same"

var _stage: WorldwireStage
var _tasks: WorldwireFrameTasks
var _hand: WorldwireInputHand
var _steps: WorldwireInputSteps
var _receivers: WorldwireInputReceivers
var _plays: Array[WorldwirePlay] = []


class WorldwirePlay:
	var deferred := WorldwireDeferred.new()
	var steps: Array
	var receipts := []
	var before := 0
	var begun_msec := 0
	# Whether it had its first frame.
	var is_begun := false
	# The number of the next step, and the frame in which it may begin if it has no time.
	var next := 0
	var free_frame := 0
	# Pressed steps that are released later: step, frame, physics frame and time of the press.
	var taps: Array[Dictionary] = []
	# The frame and the physics frame of the last event; negative while there are steps.
	var last_frame := -1
	var last_tick := -1


func _init(parts: Dictionary) -> void:
	_stage = parts.stage
	_tasks = parts.frame_tasks
	_hand = WorldwireInputHand.new(parts.plane)
	_steps = WorldwireInputSteps.new(parts.plane)
	_receivers = WorldwireInputReceivers.new(parts)


func handlers() -> Dictionary:
	return {"input.send": send, "input.actions": actions}


# When the link is lost or the bridge stops.
func let_go() -> void:
	for play in _plays:
		play.steps = []
		play.taps = []
		play.next = 0
	_hand.release_all()


func send(params: Dictionary) -> Variant:
	var fault := WorldwireDryRun.fault_of(params)
	if fault == null:
		fault = _steps.fault_of(params.get("steps"), _hand.held.keys())
	if fault != null:
		return fault
	if WorldwireDryRun.is_wanted(params):
		return _planned(params.steps)
	var play := WorldwirePlay.new()
	play.steps = params.steps
	play.before = Engine.get_process_frames()
	play.begun_msec = Time.get_ticks_msec()
	play.free_frame = play.before
	_plays.append(play)
	_tasks.hold_rate()
	_tasks.add(_advance.bind(play))
	return play.deferred


func actions(params: Dictionary) -> Variant:
	var own := []
	var of_engine := []
	for name in InputMap.get_actions():
		var bindings := []
		for event in InputMap.action_get_events(name):
			var binding := WorldwireNames.binding_of(event)
			if not binding in bindings:
				bindings.append(binding)
		(of_engine if name.begins_with("ui_") else own).append({"name": String(name), "bindings": bindings})
	return WorldwirePaging.page_of(own + of_engine, params)


func _planned(steps: Array) -> Dictionary:
	var frame := Engine.get_process_frames()
	var receipts := []
	var pointer := _hand.pointer
	for step: Dictionary in steps:
		if step.has("x"):
			pointer = _hand.place_of(step)
		receipts.append(_receipt(step, frame, _expected(step, pointer), _hand.event_of(step)))
	return {"steps": receipts, "frames": {"before": frame, "after": frame}, "held": _hand.held.keys()}


# Of a dry run.
func _expected(step: Dictionary, pointer: Vector2) -> Array[Node]:
	var found := _receivers.listeners()
	var direct := _direct(step, pointer)
	found.append_array(direct)
	if direct.is_empty():
		found.append_array(_receivers.last_listeners(step.kind in ["key", "text"]))
	return found


func _direct(step: Dictionary, pointer: Vector2) -> Array[Node]:
	if step.kind in ["move", "button", "scroll", "touch"]:
		return _receivers.at(pointer)
	var none: Array[Node] = []
	return none if step.kind == "release-all" else _receivers.focused()


# Called at the begin of each frame.
func _advance(play: WorldwirePlay) -> bool:
	# The release of another one may have ended it.
	if not play in _plays:
		return true
	play.is_begun = true
	var frame := Engine.get_process_frames()
	_release_due(play, frame)
	while play.next < play.steps.size() and _is_due(play, play.steps[play.next], frame):
		var step: Dictionary = play.steps[play.next]
		play.next += 1
		_perform(play, step, frame)
	if play.next < play.steps.size() or not play.taps.is_empty():
		return false
	if play.last_frame < 0:
		play.last_frame = frame
		play.last_tick = Engine.get_physics_frames()
	# The game handles it in the frame and in the step of physics that follow.
	if frame <= play.last_frame or Engine.get_physics_frames() <= play.last_tick:
		return false
	_end(play, {"steps": play.receipts, "frames": {"before": play.before, "after": frame}, "held": _hand.held.keys()})
	return true


func _end(play: WorldwirePlay, outcome: Variant) -> void:
	_plays.erase(play)
	_tasks.free_rate()
	play.deferred.settle(outcome)


# A play that was sent after the release in the same frame goes on.
func _end_others(by: WorldwirePlay) -> void:
	for play: WorldwirePlay in _plays.duplicate():
		if play != by and play.is_begun and play.last_frame < 0:
			_end(play, WorldwireRefusal.new("failed", "the input was ended by release-all", "look at the game, and send the rest again"))


func _is_due(play: WorldwirePlay, step: Dictionary, frame: int) -> bool:
	if not step.has("at"):
		return play.taps.is_empty() and frame > play.free_frame
	if step.at.has("frames"):
		return frame - play.before >= step.at.frames
	return Time.get_ticks_msec() - play.begun_msec >= step.at.ms


# A tap lasts for a step of physics at least, because many games look there.
func _release_due(play: WorldwirePlay, frame: int) -> void:
	var rest: Array[Dictionary] = []
	for tap in play.taps:
		var hold: Dictionary = tap.step.get("hold", {"frames": 1})
		var is_over: bool = frame - tap.frame >= hold.frames if hold.has("frames") else Time.get_ticks_msec() - tap.msec >= hold.ms
		if not is_over or frame <= tap.frame or Engine.get_physics_frames() <= tap.tick:
			rest.append(tap)
			continue
		_hand.release(tap.step)
		play.free_frame = frame
		if tap.left > 1:
			rest.append(_tap(tap.step.merged({"is_second": true}, true), frame, tap.left - 1))
	play.taps = rest


func _tap(step: Dictionary, frame: int, left: int) -> Dictionary:
	_hand.press(step)
	return {"step": step, "frame": frame, "tick": Engine.get_physics_frames(), "msec": Time.get_ticks_msec(), "left": left}


func _perform(play: WorldwirePlay, step: Dictionary, frame: int) -> void:
	var before := _receivers.listeners()
	if step.kind in ["button", "scroll"] and step.has("x") and _hand.place_of(step) != _hand.pointer:
		_hand.move(_hand.place_of(step))
	var pointer := _hand.place_of(step) if step.kind in ["move", "touch"] else _hand.pointer
	before.append_array(_direct(step, pointer))
	var event := _sent(play, step, frame)
	play.free_frame = frame
	# What was taken before them does not reach the last ones.
	if event != null and not _stage.viewport().is_input_handled():
		before.append_array(_receivers.last_listeners(event is InputEventKey))
	play.receipts.append(_receipt(step, frame, before, event))


# Sends a step, and returns its event.
func _sent(play: WorldwirePlay, step: Dictionary, frame: int) -> InputEvent:
	match step.kind:
		"text":
			return _hand.type(step.text)
		"move":
			return _hand.move(_hand.place_of(step), _hand.way_of(step))
		"scroll":
			return _hand.scroll(step)
		"axis":
			return _hand.turn(step)
		"release-all":
			play.taps = []
			_hand.release_all()
			_end_others(play)
			return null
	match step.get("phase", "tap"):
		"press":
			return _hand.press(step)
		"release":
			return _hand.release(step)
		"move":
			return _hand.drag(step)
	var event := _hand.event_of(step)
	play.taps.append(_tap(step, frame, int(step.get("count", 1))))
	return event


func _receipt(step: Dictionary, frame: int, nodes: Array[Node], event: InputEvent) -> Dictionary:
	var receipt := {"frame": frame, "receivedBy": _receivers.references(nodes)}
	var triggered := []
	for action in InputMap.get_actions() if event != null else ([] as Array[StringName]):
		if event.is_action(action):
			triggered.append(String(action))
	if not triggered.is_empty():
		receipt.actions = triggered
	if receipt.receivedBy.is_empty() and step.kind != "release-all":
		receipt.note = POLLED
	return receipt
