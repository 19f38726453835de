extends Node

# The bridge. Serves calls in each frame, and does periodic work between them. Games register tools, resources and events here:
#
#     Worldwire.register_tool("give_hint", "Says what to do next", {"type": "object"}, "read", self, "_give_hint")

const WorldwireSettings = preload("settings.gd")
const WorldwirePace = preload("pace.gd")
const WorldwireAssembly = preload("assembly.gd")
const WorldwireOwnOffers = preload("own_offers.gd")
const WorldwireLink = preload("wire/link.gd")
const WorldwireWriter = preload("wire/json_writer.gd")

# Games may register before the link exists.
var _offers := WorldwireOwnOffers.new()
var _parts := {}
var _tree: SceneTree
var _clock
var _operations
var _pace
var _link
var _greeting := {}
var _status := "ready"
var _reason := ""
# A problem that callers must know of as long as this process runs.
var _fault := ""
var _is_serving := false
var _next_work := 0
var _last_reason := ""
var _offers_changed := false


# The method gets a dictionary of arguments that fit the schema, and returns a text or any value. It may wait with yield. The access is
# "read", "write" or "danger". Returns whether it was registered; if not, the log says why.
func register_tool(name: String, description: String, schema: Dictionary, access: String, target: Object, method: String) -> bool:
	return _offers.add_tool(name, description, schema, access, target, method)


func unregister_tool(name: String) -> bool:
	return _offers.remove(_offers.tools, name)


# The method has no arguments, and returns the text.
func register_resource(name: String, description: String, mime_type: String, target: Object, method: String) -> bool:
	return _offers.add_resource(name, description, mime_type, target, method)


func unregister_resource(name: String) -> bool:
	return _offers.remove(_offers.resources, name)


func register_event(name: String, description: String) -> bool:
	return _offers.add_event(name, description)


func unregister_event(name: String) -> bool:
	return _offers.remove(_offers.events, name)


# The data is any value that JSON can express, or a node. Nothing happens without a link.
func emit_event(name: String, data = null) -> void:
	if not _offers.events.has(name):
		push_error("worldwire: the event %s is not registered" % name)
		return
	if _link == null or not _link.is_open():
		return
	var event := {"kind": "own", "name": name}
	if data != null:
		event.data = _parts.values.json_of(data)
	_event(event)


func _ready() -> void:
	pause_mode = Node.PAUSE_MODE_PROCESS
	set_process(false)
	# The current scene enters the tree after the autoloads.
	if OS.is_debug_build() or WorldwireSettings.switch("in_release"):
		call_deferred("_begin")


func _exit_tree() -> void:
	if _link != null:
		_parts.input.end("the bridge left the tree")
		_link.close("the bridge left the tree")
		_parts.hooks.end()
		set_process(false)


# Most frames have no calls and must cost very little.
func _process(delta: float) -> void:
	if not _tree.paused:
		_clock.seconds += delta
	if _clock.is_locked:
		_clock.hold()
	if OS.get_ticks_msec() >= _next_work:
		_do_periodic_work()
	if _link.has_input():
		_serve()


func _begin() -> void:
	var random := RandomNumberGenerator.new()
	random.randomize()
	var instance := "%d-%08x%08x" % [OS.get_process_id(), random.randi(), random.randi()]
	_parts = WorldwireAssembly.of(self, instance, _offers)
	_tree = get_tree()
	_clock = _parts.clock
	_operations = _parts.operations
	_operations.connect("answered", self, "_operations_on_answered")
	_parts.scene_operations.connect("state_changed", self, "_send_state")
	_pace = WorldwirePace.new()
	_greeting = _parts.engine.greeting(instance)
	_link = WorldwireLink.new(str(WorldwireSettings.of("host")), int(WorldwireSettings.of("port")), _greeting)
	_link.connect("opened", self, "_link_on_opened")
	_link.connect("closed", self, "_link_on_closed")
	_parts.log.connect("lost", self, "_log_on_lost")
	_offers.connect("changed", self, "_offers_on_changed")
	if not _parts.log.fault.empty():
		_fault = _parts.log.problem()
		_reason = _fault
		push_warning("worldwire: " + _fault)
	set_process(true)


# Calls get a share of each frame. After a call it waits a moment for the next, which often comes at once.
func _serve() -> void:
	_is_serving = true
	var begun := OS.get_ticks_usec()
	var last_message := begun
	var now := begun
	var called := false
	while now - begun < _pace.slice_usec:
		if _link.has_message():
			if _operations.take(_link.next_message()):
				called = true
				_send_changes()
			last_message = OS.get_ticks_usec()
			if not _link.has_message():
				_link.flush()
		elif _link.has_input():
			_link.receive()
		elif now - last_message > _pace.spin_usec:
			break
		now = OS.get_ticks_usec()
	_is_serving = false
	_link.flush()
	if called:
		_next_work = _pace.called(_link.has_message())


# Sends events for objects and scenes that were added or removed.
func _send_changes() -> void:
	var gone: Array = _parts.objects.sweep()
	if not gone.empty():
		_event({"kind": "destroyed", "ids": gone})
	var changes = _parts.scenes.changes()
	if changes != null:
		_event({"kind": "scenes", "added": changes.added, "removed": changes.removed})


func _do_periodic_work() -> void:
	_next_work = _pace.next_check(_link.is_open())
	_link.poll()
	_clock.check_pause()
	_parts.pending_functions.expire_late()
	_parts.hooks.tidy()
	_send_changes()
	_offers.sweep()
	_send_new_entries()
	if _pace.is_late:
		_set_state("throttled", "the frame loop is late")
	else:
		_set_state("ready", "the game has paused itself" if _clock.is_paused_by_game() else _fault)
	_link.flush()


func _set_state(status: String, reason: String) -> void:
	if status != _status or reason != _reason:
		_send_state(status, reason)


func _send_state(status: String, reason: String) -> void:
	_status = status
	_reason = reason
	var params := {"status": status}
	if not reason.empty():
		params.reason = reason
	_notify("engine.state", params)
	# Loading a scene blocks the process, so the state must be sent before.
	_link.flush()


func _send_new_entries() -> void:
	for entry in _parts.log.new_entries() if _link.is_open() else []:
		_send_log(entry.level, entry.message, entry.source, entry.problem)


# The problem may be null.
func _send_log(level: String, message: String, source: String, problem = null) -> void:
	var event := {"kind": "log", "level": level, "message": message, "source": source, "at": _now()}
	if problem != null:
		event.problem = problem
	_event(event)


func _event(event: Dictionary) -> void:
	_notify("engine.event", event)


func _notify(method: String, params: Dictionary) -> void:
	if _link.is_open():
		_link.send(WorldwireWriter.text_of({"jsonrpc": "2.0", "method": method, "params": params}))


# Called during a call, before its answer.
func _log_on_lost() -> void:
	_fault = _parts.log.problem()
	_send_log("warning", _fault, "Log")
	_set_state(_status, _fault if _reason.empty() else _reason)


# While calls are served, their answers are sent together. The errors that a call caused are sent before its answer.
func _operations_on_answered(text: String) -> void:
	if _link.is_open():
		_send_new_entries()
		_link.send(text)
		if not _is_serving:
			_link.flush()


func _link_on_opened(first_id: int) -> void:
	_operations.connection += 1
	_parts.objects.begin(first_id)
	_greeting.engine.firstId = _parts.objects.base
	_last_reason = ""
	if _status != "ready" or not _reason.empty():
		_send_state(_status, _reason)
	_send_offers()
	# The log cannot report that it cannot be read.
	if not _fault.empty():
		_send_log("warning", _fault, "Log")
	print("worldwire: linked to %s:%s" % [WorldwireSettings.of("host"), WorldwireSettings.of("port")])


# A game registers several at once, and one message has them all.
func _offers_on_changed() -> void:
	if not _offers_changed:
		_offers_changed = true
		call_deferred("_send_offers")


func _send_offers() -> void:
	_offers_changed = false
	_notify("engine.offers", _offers.shown())
	_link.flush()


# Printed once per reason, because the bridge dials again and again.
func _link_on_closed(reason: String) -> void:
	_parts.input.end(reason)
	if reason != _last_reason:
		print("worldwire: not linked: ", reason)
	_last_reason = reason


static func _now() -> String:
	var at := OS.get_datetime(true)
	var parts := [at.year, at.month, at.day, at.hour, at.minute, at.second, OS.get_system_time_msecs() % 1000]
	return "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ" % parts
