extends Node

# The bridge of a running game. Serves calls in each frame, and does periodic work between them.

const WorldwireSettings = preload("settings.gd")
const WorldwireStage = preload("stage.gd")
const WorldwirePace = preload("pace.gd")
const WorldwireAssembly = preload("assembly.gd")
const WorldwireLink = preload("wire/link.gd")
const WorldwireWriter = preload("wire/json_writer.gd")
const WorldwireClock = preload("view/clock.gd")
const WorldwireProblem = preload("log/problem.gd")
const WorldwireProblems = preload("log/problems.gd")
const WorldwireOperations = preload("operations/operations.gd")
const WorldwireOwnTools = preload("own_tools.gd")

# A text that no other process has.
var _instance := ""
# Null if the bridge may not run.
var _problems: WorldwireProblems = null
var _parts := {}
var _tree: SceneTree
var _clock: WorldwireClock
var _operations: WorldwireOperations
var _pace: WorldwirePace
var _link: WorldwireLink
var _greeting := {}
var _status := "ready"
var _reason := ""
# A problem that callers must know of as long as this process runs.
var _fault := ""
var _is_serving := false
var _next_work := 0
var _own_tools := WorldwireOwnTools.new()
var _have_offers_changed := false
var _last_reason := ""


# Offers a tool to callers. The schema is a JSON Schema of an object; the function gets the arguments as one dictionary, and may wait. It
# returns a text or any value; {"error": "why"} refuses the call. The access is "read", "write" or "danger".
func register_tool(tool_name: String, description: String, schema: Dictionary, access: String, function: Callable) -> bool:
	return _complain(_own_tools.add_tool(tool_name, description, schema, access, function))


func unregister_tool(tool_name: String) -> void:
	_own_tools.remove(tool_name)


# Offers a text, which the function returns.
func register_resource(resource_name: String, description: String, mime_type: String, function: Callable) -> bool:
	return _complain(_own_tools.add_resource(resource_name, description, mime_type, function))


func unregister_resource(resource_name: String) -> void:
	_own_tools.remove(resource_name)


func register_event(event_name: String, description: String) -> bool:
	return _complain(_own_tools.add_event(event_name, description))


func unregister_event(event_name: String) -> void:
	_own_tools.remove(event_name)


# Tells callers of an event that was registered.
func emit_event(event_name: String, data: Variant = null) -> void:
	if not _own_tools.has_event(event_name):
		_complain("there is no event %s: register it first" % event_name)
	elif _link != null and _link.is_open():
		var event := {"kind": "own", "name": event_name}
		if data != null:
			event.data = _parts.values.json_of(data)
		_event(event)


# All autoloads are made before the first of them is ready, so the errors of each are heard.
func _init() -> void:
	if OS.is_debug_build() or WorldwireSettings.switch("in_release"):
		_instance = "%d-%s" % [OS.get_process_id(), Crypto.new().generate_random_bytes(8).hex_encode()]
		_problems = WorldwireProblems.new(_instance)


func _ready() -> void:
	process_mode = Node.PROCESS_MODE_ALWAYS
	set_process(false)
	# The current scene enters the tree after the autoloads.
	if _problems != null:
		_begin.call_deferred()


func _exit_tree() -> void:
	if _problems != null:
		_problems.end()
	if _link != null:
		_link.close("the bridge left the tree")
		_let_go()
		_parts.hooks.end()
		set_process(false)


# Most frames have no calls and must cost very little.
func _process(delta: float) -> void:
	if not _tree.paused:
		_clock.seconds += delta
	if _clock.is_locked:
		_clock.hold()
	if Time.get_ticks_msec() >= _next_work:
		_do_periodic_work()
	if _link.has_input():
		_serve()


func _begin() -> void:
	_tree = get_tree()
	_parts = _assemble(_problems)
	_clock = _parts.clock
	_operations = _parts.operations
	_operations.answered.connect(_operations_on_answered)
	_own_tools.changed.connect(func() -> void: _have_offers_changed = true)
	_parts.scene_operations.state_changed.connect(_send_state)
	_pace = _new_pace()
	_greeting = _parts.engine.greeting(_instance, _role())
	_link = WorldwireLink.new(str(WorldwireSettings.of("host")), int(WorldwireSettings.of("port")), _greeting)
	_link.opened.connect(_link_on_opened)
	_link.closed.connect(_link_on_closed)
	if not _problems.fault.is_empty():
		_fault = _problems.problem()
		_reason = _fault
		push_warning("worldwire: " + _fault)
	set_process(true)


# An editor overrides these.
func _assemble(problems: WorldwireProblems) -> Dictionary:
	return WorldwireAssembly.of(self, problems, _stage(), _own_tools)


func _new_pace() -> WorldwirePace:
	return WorldwirePace.new()


func _own_state() -> Array:
	return ["ready", "the game has paused itself" if _clock.is_paused_by_game() else _fault]


func _role() -> String:
	return "game"


# Releases input that callers hold.
func _let_go() -> void:
	_parts.input.let_go()


func _stage() -> WorldwireStage:
	# Without a display the window has 64 by 64 pixels, and the interface would be laid out for that.
	if DisplayServer.get_name() == "headless" and _tree.root.size == Vector2i(64, 64):
		_tree.root.size = Vector2i(
			int(ProjectSettings.get_setting("display/window/size/viewport_width")),
			int(ProjectSettings.get_setting("display/window/size/viewport_height"))
		)
	return WorldwireStage.new(_tree)


# Calls get a share of each frame. After a call it waits a moment for the next, which often comes at once.
func _serve() -> void:
	_is_serving = true
	var begun := Time.get_ticks_usec()
	var last_message := begun
	var now := begun
	var called := false
	while now - begun < _pace.slice_usec:
		if _link.has_message():
			if _operations.take(_link.next_message()):
				called = true
				_send_changes()
			last_message = Time.get_ticks_usec()
			if not _link.has_message():
				_link.flush()
		elif _link.has_input():
			_link.receive()
		elif now - last_message > _pace.spin_usec:
			break
		now = Time.get_ticks_usec()
	_is_serving = false
	_link.flush()
	if called:
		_next_work = _pace.called(_link.has_message())


# Sends events for objects and scenes that were added or removed.
func _send_changes() -> void:
	var gone: Array = _parts.objects.sweep()
	if not gone.is_empty():
		_event({"kind": "destroyed", "ids": gone})
	var changes: Variant = _parts.scenes.changes()
	if changes != null:
		_event({"kind": "scenes", "added": changes.added, "removed": changes.removed})


func _do_periodic_work() -> void:
	_next_work = _pace.next_check(_link.is_open())
	_link.poll()
	_clock.check_pause()
	_parts.pending_functions.expire_late()
	_parts.hooks.tidy()
	_own_tools.tidy()
	_send_offers()
	_send_changes()
	_send_problems()
	if _pace.is_late:
		_set_state("throttled", "the frame loop is late")
	else:
		_set_state.callv(_own_state())
	_link.flush()


func _set_state(status: String, reason: String) -> void:
	if status != _status or reason != _reason:
		_send_state(status, reason)


func _send_state(status: String, reason: String) -> void:
	_status = status
	_reason = reason
	var params := {"status": status}
	if not reason.is_empty():
		params.reason = reason
	_notify("engine.state", params)
	# Loading a scene blocks the process, so the state must be sent before.
	_link.flush()


# The whole list, after the greeting and after each change.
func _send_offers() -> void:
	if _have_offers_changed and _link.is_open():
		_have_offers_changed = false
		_notify("engine.offers", _own_tools.offers())


func _send_problems() -> void:
	if _link.is_open() and _problems.has_unsent():
		for entry: WorldwireProblem in _problems.unsent():
			_event(entry.event(WorldwireClock.now()))


func _event(event: Dictionary) -> void:
	_notify("engine.event", event)


# Returns whether there is no fault.
static func _complain(fault: String) -> bool:
	if not fault.is_empty():
		push_error("worldwire: " + fault)
	return fault.is_empty()


func _notify(method: String, params: Dictionary) -> void:
	if _link.is_open():
		_link.send(WorldwireWriter.text_of({"jsonrpc": "2.0", "method": method, "params": params}))


# Problems that a call has caused go before its answer. While calls are served, their answers are sent together.
func _operations_on_answered(text: String) -> void:
	if _link.is_open():
		_send_problems()
		_send_offers()
		_link.send(text)
		if not _is_serving:
			_link.flush()


func _link_on_opened(first_id: int) -> void:
	_operations.connection += 1
	_parts.objects.begin(first_id)
	_greeting.engine.firstId = _parts.objects.base
	_last_reason = ""
	if _status != "ready" or not _reason.is_empty():
		_send_state(_status, _reason)
	# The log cannot report that it cannot be read.
	if not _fault.is_empty():
		_event(WorldwireProblem.new("warning", _fault).event(WorldwireClock.now()))
	_have_offers_changed = not _own_tools.is_empty()
	_send_offers()
	print("worldwire: linked to %s:%s" % [WorldwireSettings.of("host"), WorldwireSettings.of("port")])


# Printed once per reason, because the bridge dials again and again.
func _link_on_closed(reason: String) -> void:
	_let_go()
	if reason != _last_reason:
		print("worldwire: not linked: ", reason)
	_last_reason = reason
