extends RefCounted

# input.send plays steps over several frames. Several calls play at the same time. While the bridge has paused the scene, no frame of it
# passes: input is kept for the next one that runs, and the call is answered at once.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireDeferred = preload("../deferred.gd")
const WorldwireDryRun = preload("../dry_run.gd")
const WorldwirePaging = preload("../paging.gd")
const WorldwireStage = preload("../stage.gd")
const WorldwireClock = preload("../view/clock.gd")
const WorldwireFrameTasks = preload("frame_tasks.gd")
const WorldwireInputHand = preload("input_hand.gd")
const WorldwireInputReceivers = preload("input_receivers.gd")
const WorldwireInputSteps = preload("input_steps.gd")
const WorldwireNames = preload("input_names.gd")
const MAX_KEPT := 16
const KEPT := "the scene is paused: this is kept for its next frame, which runs by a step or by a time scale above 0"
const POLLED := "no control and no script received it as an event; scripts that poll the input see it all the same"

var _stage: WorldwireStage
var _clock: WorldwireClock
var _tasks: WorldwireFrameTasks
var _hand: WorldwireInputHand
var _steps: WorldwireInputSteps
var _receivers: WorldwireInputReceivers
var _plays: Array[WorldwirePlay] = []


class WorldwirePlay:
	var deferred := WorldwireDeferred.new()
	var steps: Array
	var receipts := []
	# The frame of the engine before the first.
	var before := 0
	# Frames of the scene since then, and their time.
	var frames := 0
	var msec := 0.0
	# The number of the next step, and the frame after which it may begin if it has no time.
	var next := 0
	var free_frame := 0
	# Pressed steps that are released later: step, frame, physics frame and time of the press.
	var taps: Array[Dictionary] = []
	# The frame and the physics frame of the last event; negative while there are steps.
	var last_frame := -1
	var last_tick := -1
	# Whether the call is answered, and what it holds is still to come.
	var is_kept := false


func _init(parts: Dictionary) -> void:
	_stage = parts.stage
	_clock = parts.clock
	_tasks = parts.frame_tasks
	_hand = WorldwireInputHand.new(parts.plane)
	_steps = WorldwireInputSteps.new(parts.plane)
	_receivers = WorldwireInputReceivers.new(parts)


func handlers() -> Dictionary:
	return {"input.send": send, "input.actions": actions}


# When the link is lost or the bridge stops.
func let_go() -> void:
	_plays = _plays.filter(func(play: WorldwirePlay) -> bool: return not play.is_kept)
	for play in _plays:
		play.steps = []
		play.taps = []
		play.next = 0
	_hand.release_all()


func send(params: Dictionary) -> Variant:
	var fault := WorldwireDryRun.fault_of(params)
	if fault == null:
		fault = _steps.fault_of(params.get("steps"), _held_soon())
	if fault != null:
		return fault
	if WorldwireDryRun.is_wanted(params):
		return _planned(params.steps)
	var is_release: bool = params.steps.size() == 1 and params.steps[0].kind == "release-all"
	if _clock.is_held() and _kept() >= MAX_KEPT and not is_release:
		return WorldwireRefusal.new("not-ready", "%d sequences of input are kept already for the paused scene" % MAX_KEPT, "let frames run first")
	var play := WorldwirePlay.new()
	play.steps = params.steps
	play.before = Engine.get_process_frames()
	if _clock.is_held() and is_release:
		_end_others(play)
	_plays.append(play)
	_tasks.add(_advance_in_frame.bind(play))
	if _clock.is_held():
		return _keep(play)
	_tasks.hold_rate()
	return play.deferred


# Called by steps of the paused scene, once for each frame of it. With `is_before`, the engine delivers the events at the begin of its next
# frame, as those of a player.
func advance_kept(is_before: bool) -> void:
	_hand.is_buffered = is_before
	_advance_in_step(true)
	_hand.is_buffered = false


# The same for input whose call waits for what becomes of each event.
func advance_others() -> void:
	_advance_in_step(false)


func _advance_in_step(is_kept: bool) -> void:
	for play: WorldwirePlay in _plays.duplicate():
		if play.is_kept == is_kept:
			_advance(play, 1000.0 / Engine.physics_ticks_per_second)


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


func _kept() -> int:
	return _plays.filter(func(play: WorldwirePlay) -> bool: return play.is_kept).size()


# Returns the answer to the call. The frame of a kept step is not known: it is the current one.
func _keep(play: WorldwirePlay) -> Dictionary:
	play.is_kept = true
	var frame := Engine.get_process_frames()
	var receipts := play.receipts.duplicate()
	for step: Dictionary in play.steps.slice(play.next):
		receipts.append(_kept_receipt(step, frame))
	return {"steps": receipts, "frames": {"before": play.before, "after": frame}, "held": _held_soon()}


func _kept_receipt(step: Dictionary, frame: int) -> Dictionary:
	var nobody: Array[Node] = []
	var receipt := _receipt(step, frame, nobody, _hand.event_of(step))
	receipt.note = KEPT
	return receipt


# The names of what is held when all that is kept was played.
func _held_soon() -> Array:
	var soon := _hand.held.duplicate()
	for play in _plays:
		for tap in play.taps:
			soon.erase(WorldwireInputHand.name_of(tap.step))
		for step: Dictionary in play.steps.slice(play.next):
			if step.kind == "release-all":
				soon.clear()
			elif step.kind == "axis" and step.value != 0 or step.get("phase") == "press":
				soon[WorldwireInputHand.name_of(step)] = step
			elif step.kind == "axis" or step.get("phase", "tap") in ["tap", "release"] and step.kind in WorldwireInputSteps.PRESSED:
				soon.erase(WorldwireInputHand.name_of(step))
	return soon.keys()


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


# Called at the begin of each frame of the engine, until the play has ended.
func _advance_in_frame(play: WorldwirePlay) -> bool:
	# The release of another one may have ended it.
	if not play in _plays:
		return true
	if not _clock.is_held():
		_advance(play, _tasks.frame_msec())
	elif not _clock.is_stepping and not play.is_kept:
		_tasks.free_rate()
		play.deferred.settle(_keep(play))
	return not play in _plays


func _advance(play: WorldwirePlay, msec: float) -> void:
	# The release of another one may have ended it in this frame.
	if not play in _plays:
		return
	# The first frame is the start.
	if play.frames > 0:
		play.msec += msec
	play.frames += 1
	_release_due(play)
	while play.next < play.steps.size() and _is_due(play, play.steps[play.next]):
		var step: Dictionary = play.steps[play.next]
		play.next += 1
		_perform(play, step)
	if play.next < play.steps.size() or not play.taps.is_empty():
		return
	if play.last_frame < 0:
		play.last_frame = play.frames
		play.last_tick = Engine.get_physics_frames()
	# The game handles it in the frame and in the step of physics that follow.
	if play.frames > play.last_frame and Engine.get_physics_frames() > play.last_tick:
		var frames := {"before": play.before, "after": Engine.get_process_frames()}
		_end(play, {"steps": play.receipts, "frames": frames, "held": _hand.held.keys()})


func _end(play: WorldwirePlay, outcome: Variant) -> void:
	_plays.erase(play)
	if play.is_kept:
		return
	_tasks.free_rate()
	play.deferred.settle(outcome)


# A play that was sent after the release in the same frame goes on.
func _end_others(by: WorldwirePlay) -> void:
	for play: WorldwirePlay in _plays.duplicate():
		if play != by and (play.frames > 0 or play.is_kept) and play.last_frame < 0:
			_end(play, WorldwireRefusal.new("failed", "the input was ended by release-all", "look at the game, and send the rest again"))


func _is_due(play: WorldwirePlay, step: Dictionary) -> bool:
	if not step.has("at"):
		return play.taps.is_empty() and play.frames > play.free_frame
	return play.frames >= step.at.frames if step.at.has("frames") else play.msec >= step.at.ms


# A tap lasts for a step of physics at least, because many games look there.
func _release_due(play: WorldwirePlay) -> void:
	var rest: Array[Dictionary] = []
	for tap in play.taps:
		var hold: Dictionary = tap.step.get("hold", {"frames": 1})
		var is_over: bool = play.frames - tap.frame >= hold.frames if hold.has("frames") else play.msec - tap.msec >= hold.ms
		if not is_over or play.frames <= tap.frame or Engine.get_physics_frames() <= tap.tick:
			rest.append(tap)
			continue
		_hand.release(tap.step)
		play.free_frame = play.frames
		if tap.left > 1:
			rest.append(_tap(play, tap.step.merged({"is_second": true}, true), tap.left - 1))
	play.taps = rest


func _tap(play: WorldwirePlay, step: Dictionary, left: int) -> Dictionary:
	_hand.press(step)
	return {"step": step, "frame": play.frames, "tick": Engine.get_physics_frames(), "msec": play.msec, "left": left}


func _perform(play: WorldwirePlay, step: Dictionary) -> void:
	var before := _receivers.listeners()
	if step.kind in ["button", "scroll"] and step.has("x") and _hand.place_of(step) != _hand.pointer:
		_hand.move(_hand.place_of(step))
	var pointer := _hand.place_of(step) if step.kind in ["move", "touch"] else _hand.pointer
	before.append_array(_direct(step, pointer))
	var event := _sent(play, step)
	play.free_frame = play.frames
	# What was taken before them does not reach the last ones.
	if event != null and not _stage.viewport().is_input_handled():
		before.append_array(_receivers.last_listeners(event is InputEventKey))
	play.receipts.append(_receipt(step, Engine.get_process_frames(), before, event))


# Sends a step, and returns its event.
func _sent(play: WorldwirePlay, step: Dictionary) -> InputEvent:
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
	play.taps.append(_tap(play, step, int(step.get("count", 1))))
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
