extends Reference

# Plays sequences of input at the begin of frames, before scripts run, and remembers what is held. Connected to the frames only while
# a sequence is played. While the bridge has paused the scene, no frame of it passes: input is kept for the next one that runs, and the
# call is answered at once.

# A text of input.send, whose single keys are of no interest.
signal typed(text)

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireDeferred = preload("../deferred.gd")
const WorldwireInputEvents = preload("input_events.gd")
const WorldwireKeys = preload("keys.gd")
const MAX_KEPT := 16
const KEPT := "the scene is paused: this is kept for its next frame, which runs by a step or by a time scale above 0"

# Whether the events at the moment are those of a text.
var is_typing := false

var _tree: SceneTree
var _keys
var _pixels
var _receivers
var _frame_rate
var _clock
var _last_msec := 0
var _sequences := []
# The steps that hold something, by their labels.
var _held := {}
# The places of fingers in pixels.
var _touches := {}


func _init(parts: Dictionary) -> void:
	_tree = parts.tree
	_keys = parts.keys
	_pixels = parts.pixels
	_receivers = parts.receivers
	_frame_rate = parts.frame_rate
	_clock = parts.clock


# The answer for a paused scene, and otherwise a deferred one.
func play(steps: Array):
	var is_held: bool = _clock.is_held()
	var is_release: bool = steps.size() == 1 and steps[0].kind == "release-all"
	if is_held and not is_release and _kept().size() >= MAX_KEPT:
		return WorldwireRefusal.new("not-ready", "%d sequences of input are kept already for the paused scene" % MAX_KEPT, "let frames run first")
	var sequence := {
		"steps": steps,
		"receipts": {},
		"waiting": range(steps.size()),
		"running": [],
		"ended": {},
		"before": Engine.get_idle_frames(),
		# Frames in which it was played, and their time.
		"frame": 0,
		"msec": 0.0,
		# Null when the call is answered, and what it holds is still to come.
		"deferred": WorldwireDeferred.new(),
	}
	_sequences.append(sequence)
	if _sequences.size() == 1:
		_frame_rate.steady()
		_last_msec = OS.get_ticks_msec()
		_tree.connect("idle_frame", self, "_tree_on_idle_frame")
	if not is_held:
		return sequence.deferred
	if is_release:
		_end_others(sequence)
	return _keep(sequence)


# Called by steps of the paused scene, at the begin of each frame of it.
func advance_kept() -> void:
	if _sequences.empty():
		return
	_advance_all(1000.0 / Engine.iterations_per_second)
	# Later versions collect events until their next frame.
	if Input.has_method("flush_buffered_events"):
		Input.call("flush_buffered_events")


func _kept() -> Array:
	var kept := []
	for sequence in _sequences:
		if sequence.deferred == null:
			kept.append(sequence)
	return kept


# Returns the answer to the call. The frame of a kept step is not known: it is the current one.
func _keep(sequence: Dictionary) -> Dictionary:
	sequence.deferred = null
	var receipts := []
	for number in range(sequence.steps.size()):
		receipts.append(sequence.receipts[number] if sequence.receipts.has(number) else _kept_receipt(sequence.steps[number]))
	return {"steps": receipts, "frames": {"before": sequence.before, "after": Engine.get_idle_frames()}, "held": _held_soon().keys()}


func _kept_receipt(step: Dictionary) -> Dictionary:
	var receipt := {"frame": Engine.get_idle_frames(), "receivedBy": [], "note": KEPT}
	if step.kind != "release-all":
		receipt.actions = _receivers.actions_of(_event(step, step.phase != "release"))
	return receipt


# What is held when all that is kept was played: the steps by their labels.
func _held_soon() -> Dictionary:
	var soon := _held.duplicate()
	for sequence in _kept():
		for run in sequence.running:
			soon.erase(run.step.label)
		for number in sequence.waiting:
			var step: Dictionary = sequence.steps[number]
			if step.kind == "release-all":
				soon.clear()
			elif step.label.empty() or step.phase == "move":
				continue
			elif step.value != 0 if step.kind == "axis" else step.phase == "press":
				soon[step.label] = step
			else:
				soon.erase(step.label)
	return soon


# What would happen now.
func rehearse(steps: Array) -> Dictionary:
	var receipts := []
	for step in steps:
		receipts.append(_receipt(step))
	var frame := Engine.get_idle_frames()
	return {"steps": receipts, "frames": {"before": frame, "after": frame}, "held": held()}


func held() -> Array:
	return _held.keys()


# Those that are down when all that is kept was played.
func fingers() -> Array:
	var down := []
	for step in _held_soon().values():
		if step.kind == "touch":
			down.append(step.finger)
	return down


# Ends all sequences, and releases what they hold.
func stop(reason: String) -> void:
	var ended := _sequences
	_sequences = []
	if not ended.empty():
		_idle()
	release_all()
	for sequence in ended:
		_settle(sequence, WorldwireRefusal.new("not-ready", "the input was stopped: %s" % reason, "send the rest again"))


func release_all() -> void:
	for label in _held.keys():
		if _held.has(label):
			_release(_held[label])


# A sequence that was sent after the release in the same frame is played.
func _end_others(by: Dictionary) -> void:
	for sequence in _sequences.duplicate():
		if sequence != by and (sequence.frame > 0 or sequence.deferred == null):
			_sequences.erase(sequence)
			_settle(sequence, WorldwireRefusal.new("failed", "the input was ended by release-all", "look at the game, and send the rest again"))


static func _settle(sequence: Dictionary, outcome) -> void:
	if sequence.deferred != null:
		sequence.deferred.settle(outcome)


func _idle() -> void:
	_frame_rate.free_run()
	_tree.disconnect("idle_frame", self, "_tree_on_idle_frame")


func _tree_on_idle_frame() -> void:
	var now := OS.get_ticks_msec()
	var msec := now - _last_msec
	_last_msec = now
	if not _clock.is_held():
		_advance_all(msec)
		return
	for sequence in _sequences:
		if sequence.deferred != null:
			var deferred: WorldwireDeferred = sequence.deferred
			deferred.settle(_keep(sequence))


func _advance_all(msec: float) -> void:
	var done := []
	for sequence in _sequences.duplicate():
		# The release of another one may have ended it.
		if not sequence in _sequences:
			continue
		_advance(sequence, msec)
		# A script may have ended the link.
		if sequence.waiting.empty() and sequence.running.empty() and sequence in _sequences:
			done.append(sequence)
			_sequences.erase(sequence)
	if _sequences.empty() and not done.empty():
		_idle()
	for sequence in done:
		var receipts := []
		for number in range(sequence.steps.size()):
			receipts.append(sequence.receipts[number])
		var frames := {"before": sequence.before, "after": Engine.get_idle_frames()}
		_settle(sequence, {"steps": receipts, "frames": frames, "held": held()})


func _advance(sequence: Dictionary, msec: float) -> void:
	# The first frame is the start.
	if sequence.frame > 0:
		sequence.msec += msec
	sequence.frame += 1
	var running := []
	for run in sequence.running:
		if not _continue(run, sequence):
			running.append(run)
	sequence.running = running
	var waiting := []
	for number in sequence.waiting:
		if _is_due(number, sequence):
			_begin(number, sequence)
		else:
			waiting.append(number)
	sequence.waiting = waiting


func _is_due(number: int, sequence: Dictionary) -> bool:
	var at = sequence.steps[number].at
	if at != null:
		return _has_passed(at, sequence, 1, 0)
	return number == 0 or sequence.ended.get(number - 1, INF) < sequence.frame


func _begin(number: int, sequence: Dictionary) -> void:
	var step: Dictionary = sequence.steps[number]
	sequence.receipts[number] = _receipt(step)
	_press(step)
	if step.kind == "release-all":
		_end_others(sequence)
	if step.phase == "tap" and not step.label.empty() and step.kind != "axis":
		sequence.running.append(_run(number, step, step.count, sequence))
	else:
		sequence.ended[number] = sequence.frame


static func _run(number: int, step: Dictionary, count: int, sequence: Dictionary) -> Dictionary:
	return {
		"number": number,
		"step": step,
		"count": count,
		"is_down": true,
		"frame": sequence.frame,
		"physics": Engine.get_physics_frames(),
		"msec": sequence.msec,
	}


# Releases, or presses again for a further click. Returns whether the step has ended. A tap lasts for a physics frame at least, so that
# scripts that read the input there see it.
func _continue(run: Dictionary, sequence: Dictionary) -> bool:
	var step: Dictionary = run.step
	if run.is_down:
		var is_short: bool = sequence.frame <= run.frame or Engine.get_physics_frames() <= run.physics
		if is_short or not _has_passed(step.hold, sequence, run.frame, run.msec):
			return false
		_release(step)
		run.is_down = false
		run.count -= 1
		if run.count == 0:
			sequence.ended[run.number] = sequence.frame
		return run.count == 0
	_press(step, step.count - run.count + 1)
	var again := _run(run.number, step, run.count, sequence)
	for name in again:
		run[name] = again[name]
	return false


static func _has_passed(span: Dictionary, sequence: Dictionary, frame: int, msec: float) -> bool:
	if span.has("frames"):
		return sequence.frame - frame >= span.frames
	return sequence.msec - msec >= span.ms


func _receipt(step: Dictionary) -> Dictionary:
	var receipt := {"frame": Engine.get_idle_frames(), "receivedBy": []}
	if step.kind == "release-all":
		return receipt
	var pixel = _pixel_of(step)
	var event := _event(step, step.phase != "release")
	receipt.receivedBy = _receivers.of(event, pixel)
	receipt.actions = _receivers.actions_of(event)
	var note: String = _receivers.note_of(event, pixel, receipt.receivedBy, receipt.actions)
	if not note.empty():
		receipt.note = note
	return receipt


# The place of a pointer in pixels of the picture, or null.
func _pixel_of(step: Dictionary):
	if not step.has("place"):
		return null
	if step.place == null:
		return _pixels.pointer()
	if not step.relative:
		return step.place
	# With a captured pointer only the way counts.
	var to: Vector2 = _pixels.pointer() + step.place
	return Vector2(clamp(to.x, 0, _pixels.size().x), clamp(to.y, 0, _pixels.size().y))


func _press(step: Dictionary, click := 1) -> void:
	match step.kind:
		"release-all":
			release_all()
			return
		"text":
			_type(step.text)
			return
		"button", "scroll":
			_move_to(_pixel_of(step))
	if step.phase == "release":
		_release(step)
		return
	if step.kind == "scroll":
		_scroll(step)
		return
	var event := _event(step, true)
	if step.kind == "touch":
		_touches[step.finger] = step.place
	if step.kind == "button":
		event.doubleclick = click == 2 or step.phase == "press" and step.count == 2
	if step.kind == "axis" and step.value == 0:
		_held.erase(step.label)
	elif not step.label.empty():
		_held[step.label] = step
	Input.parse_input_event(event)


func _release(step: Dictionary) -> void:
	_held.erase(step.label)
	var event := _event(step, false)
	if step.kind == "touch":
		_touches.erase(step.finger)
	Input.parse_input_event(event)


func _event(step: Dictionary, pressed: bool) -> InputEvent:
	match step.kind:
		"key":
			return _key_event(step, pressed)
		"text":
			var first: String = step.text[0]
			return WorldwireInputEvents.key(_keys.scancode_of(first), first.ord_at(0), true, {})
		"move":
			return _motion_event(step)
		"button":
			return _button_event(WorldwireInputEvents.MOUSE_BUTTONS[step.button], pressed, _pixel_of(step))
		"scroll":
			return _button_event(BUTTON_WHEEL_DOWN if step.dy >= 0 else BUTTON_WHEEL_UP, true, _pixel_of(step))
		"pad":
			return WorldwireInputEvents.pad(WorldwireInputEvents.PAD_BUTTONS[step.button], step.device, pressed)
		"axis":
			return WorldwireInputEvents.axis(WorldwireInputEvents.PAD_AXES[step.axis], step.device, step.value if pressed else 0.0)
		"touch":
			return _touch_event(step, pressed)
	return WorldwireInputEvents.action(step.action, step.strength, pressed)


func _key_event(step: Dictionary, pressed: bool) -> InputEventKey:
	var scancode: int = _keys.table[step.key][0]
	var modifiers := _modifiers()
	# The event of a modifier has it pressed already, and not any more when it is released.
	if WorldwireKeys.MODIFIERS.has(scancode):
		modifiers[WorldwireKeys.MODIFIERS[scancode]] = pressed
	return WorldwireInputEvents.key(scancode, _keys.unicode_of(step.key, modifiers) if pressed else 0, pressed, modifiers)


func _motion_event(step: Dictionary) -> InputEventMouseMotion:
	var to: Vector2 = _pixel_of(step)
	var way: Vector2 = step.place if step.relative else to - _pixels.pointer()
	var window: Vector2 = _pixels.to_window(to)
	return WorldwireInputEvents.motion(window, _pixels.scaled_to_window(way), Input.get_mouse_button_mask(), _modifiers())


func _button_event(index: int, pressed: bool, pixel: Vector2) -> InputEventMouseButton:
	var bit := 1 << index - 1
	var mask := Input.get_mouse_button_mask() | bit if pressed else Input.get_mouse_button_mask() & ~bit
	return WorldwireInputEvents.button(index, _pixels.to_window(pixel), pressed, mask, _modifiers())


func _touch_event(step: Dictionary, pressed: bool) -> InputEvent:
	var window: Vector2 = _pixels.to_window(step.place)
	if step.phase == "move":
		var way: Vector2 = step.place - _touches.get(step.finger, step.place)
		return WorldwireInputEvents.drag(step.finger, window, _pixels.scaled_to_window(way))
	return WorldwireInputEvents.touch(step.finger, window, pressed)


# As a hand does, the pointer moves to a place before a button is pressed there.
func _move_to(pixel: Vector2) -> void:
	if pixel.distance_to(_pixels.pointer()) > 0.01:
		Input.parse_input_event(_motion_event({"place": pixel, "relative": false}))


func _scroll(step: Dictionary) -> void:
	for each in [[step.dy, BUTTON_WHEEL_UP, BUTTON_WHEEL_DOWN], [step.dx, BUTTON_WHEEL_LEFT, BUTTON_WHEEL_RIGHT]]:
		for _time in range(abs(each[0])):
			var index: int = each[1] if each[0] < 0 else each[2]
			for pressed in [true, false]:
				Input.parse_input_event(_button_event(index, pressed, _pixels.pointer()))


func _type(text: String) -> void:
	is_typing = true
	for character in text:
		var scancode: int = _keys.scancode_of(character)
		var unicode: int = 0 if character in ["\n", "\t"] else character.ord_at(0)
		for pressed in [true, false]:
			Input.parse_input_event(WorldwireInputEvents.key(scancode, unicode if pressed else 0, pressed, {}))
	is_typing = false
	emit_signal("typed", text)


# Held by input.send or by a player.
func _modifiers() -> Dictionary:
	var modifiers := {}
	for scancode in WorldwireKeys.MODIFIERS:
		modifiers[WorldwireKeys.MODIFIERS[scancode]] = Input.is_key_pressed(scancode)
	return modifiers
