extends Node

# The bridge: gives each of its parts its turn.

const Settings = preload("settings.gd")
const Pace = preload("pace.gd")
const Assembly = preload("assembly.gd")
const Link = preload("wire/link.gd")
const Writer = preload("wire/json_writer.gd")

var _parts := {}
var _tree: SceneTree
var _clock
var _operations
var _pace
var _link
var _greeting := {}
var _status := "ready"
var _reason := ""
# What callers have to know as long as this process lives.
var _fault := ""
var _is_serving := false
var _chores_next := 0
var _last_reason := ""


func _ready() -> void:
	pause_mode = Node.PAUSE_MODE_PROCESS
	set_process(false)
	# The current scene comes into the tree behind the autoloads.
	if OS.is_debug_build() or Settings.switch("in_release"):
		call_deferred("_begin")


func _exit_tree() -> void:
	if _link != null:
		_link.close("the bridge left the tree")
		_parts.hooks.end()
		set_process(false)


# Most frames have nothing to do: those must cost next to nothing.
func _process(delta: float) -> void:
	if not _tree.paused:
		_clock.seconds += delta
	if _clock.is_locked:
		_clock.hold()
	if OS.get_ticks_msec() >= _chores_next:
		_do_chores()
	if _link.has_news():
		_serve()


func _begin() -> void:
	var random := RandomNumberGenerator.new()
	random.randomize()
	var instance := "%d-%08x%08x" % [OS.get_process_id(), random.randi(), random.randi()]
	_parts = Assembly.of(self, instance)
	_tree = get_tree()
	_clock = _parts.clock
	_operations = _parts.operations
	_operations.connect("answered", self, "_operations_on_answered")
	_parts.scene_operations.connect("state_changed", self, "_be")
	_pace = Pace.new()
	_greeting = _parts.engine.greeting(instance)
	_link = Link.new(str(Settings.of("host")), int(Settings.of("port")), _greeting)
	_link.connect("opened", self, "_link_on_opened")
	_link.connect("closed", self, "_link_on_closed")
	_parts.log.connect("lost", self, "_log_on_lost")
	if not _parts.log.fault.empty():
		_fault = _parts.log.why_blind()
		_reason = _fault
		push_warning("worldwire: " + _fault)
	set_process(true)


# Calls have a share of each frame. After one the next is listened for, because it often comes at once.
func _serve() -> void:
	_is_serving = true
	var begun := OS.get_ticks_usec()
	var heard := begun
	var now := begun
	var called := false
	while now - begun < _pace.slice_usec:
		if _link.has_message():
			if _operations.take(_link.next_message()):
				called = true
				_tell_changes()
			heard = OS.get_ticks_usec()
			if not _link.has_message():
				_link.flush()
		elif _link.has_news():
			_link.receive()
		elif now - heard > _pace.spin_usec:
			break
		now = OS.get_ticks_usec()
	_is_serving = false
	_link.flush()
	if called:
		_chores_next = _pace.called(_link.has_message())


# What came and went, by a call or by itself.
func _tell_changes() -> void:
	var gone: Array = _parts.objects.sweep()
	if not gone.empty():
		_event({"kind": "destroyed", "ids": gone})
	var changes = _parts.scenes.changes()
	if changes != null:
		_event({"kind": "scenes", "added": changes.added, "removed": changes.removed})


func _do_chores() -> void:
	_chores_next = _pace.look(_link.is_open())
	_link.poll()
	_clock.look()
	_parts.waits.give_up_late()
	_parts.hooks.tidy()
	_tell_changes()
	for entry in _parts.log.news() if _link.is_open() else []:
		_tell(entry.level, entry.message, entry.source)
	if _pace.is_late:
		_turn("throttled", "the loop is behind its pace")
	else:
		_turn("ready", "the game has paused itself" if _clock.is_paused_by_game() else _fault)
	_link.flush()


func _turn(status: String, reason: String) -> void:
	if status != _status or reason != _reason:
		_be(status, reason)


func _be(status: String, reason: String) -> void:
	_status = status
	_reason = reason
	var params := {"status": status}
	if not reason.empty():
		params.reason = reason
	_notify("engine.state", params)
	# A scene that is loaded holds up everything, so this has to be heard before.
	_link.flush()


func _tell(level: String, message: String, source: String) -> void:
	_event({"kind": "log", "level": level, "message": message, "source": source, "at": _now()})


func _event(event: Dictionary) -> void:
	_notify("engine.event", event)


func _notify(method: String, params: Dictionary) -> void:
	if _link.is_open():
		_link.send(Writer.text_of({"jsonrpc": "2.0", "method": method, "params": params}))


# In the middle of a call, and before its answer.
func _log_on_lost() -> void:
	_fault = _parts.log.why_blind()
	_tell("warning", _fault, "Log")
	_turn(_status, _fault if _reason.empty() else _reason)


# While calls are served, answers to many of them go out together.
func _operations_on_answered(text: String) -> void:
	if _link.is_open():
		_link.send(text)
		if not _is_serving:
			_link.flush()


func _link_on_opened(first_id: int) -> void:
	_operations.connection += 1
	_parts.objects.begin(first_id)
	_greeting.engine.firstId = _parts.objects.base
	_last_reason = ""
	if _status != "ready" or not _reason.empty():
		_be(_status, _reason)
	# Where the log cannot be read, nobody would hear of it otherwise.
	if not _fault.empty():
		_tell("warning", _fault, "Log")
	print("worldwire: linked to %s:%s" % [Settings.of("host"), Settings.of("port")])


# Once for each reason: a server that is away is called again and again.
func _link_on_closed(reason: String) -> void:
	if reason != _last_reason:
		print("worldwire: not linked: ", reason)
	_last_reason = reason


static func _now() -> String:
	var at := OS.get_datetime(true)
	var parts := [at.year, at.month, at.day, at.hour, at.minute, at.second, OS.get_system_time_msecs() % 1000]
	return "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ" % parts
