extends Node

# The bridge: puts the parts together, and gives each its turn once a frame.

const Settings = preload("settings.gd")
const Pace = preload("pace.gd")
const LogWatch = preload("log_watch.gd")
const Link = preload("wire/link.gd")
const Writer = preload("wire/json_writer.gd")
const Objects = preload("scene/objects.gd")
const Scenes = preload("scene/scenes.gd")
const Cards = preload("scene/cards.gd")
const ObjectList = preload("scene/object_list.gd")
const Maker = preload("scene/maker.gd")
const Types = preload("reflection/types.gd")
const Properties = preload("reflection/properties.gd")
const Methods = preload("reflection/methods.gd")
const Values = preload("reflection/values.gd")
const Acceptance = preload("reflection/acceptance.gd")
const Clock = preload("view/clock.gd")
const Freecam = preload("view/freecam.gd")
const WorldPick = preload("view/world_pick.gd")
const FlatPick = preload("view/flat_pick.gd")
const UiPick = preload("view/ui_pick.gd")
const Capture = preload("view/capture.gd")
const Compiler = preload("code/compiler.gd")
const Operations = preload("operations/operations.gd")
const SceneOperations = preload("operations/scene_operations.gd")
const ObjectOperations = preload("operations/object_operations.gd")
const ComponentOperations = preload("operations/component_operations.gd")
const MemberOperations = preload("operations/member_operations.gd")
const ViewOperations = preload("operations/view_operations.gd")
const HookOperations = preload("operations/hook_operations.gd")
const CodeOperations = preload("operations/code_operations.gd")

const CHORES_MSEC := 50
const LONGEST_NAME := 200

var _parts := {}
var _tree: SceneTree
var _pace
var _link
var _operations
var _clock
var _code
var _hooks
var _engine := {}
var _status := "ready"
var _chores_next := 0
var _last_reason := ""


func _ready() -> void:
	pause_mode = Node.PAUSE_MODE_PROCESS
	if not OS.is_debug_build() and not Settings.switch("in_release"):
		set_process(false)
		return
	# The current scene comes into the tree behind the autoloads.
	set_process(false)
	call_deferred("_begin")


func _exit_tree() -> void:
	if _link != null:
		_link.close("the bridge left the tree")
		_hooks.end()
		set_process(false)


# Most frames have nothing to do: those must cost next to nothing.
func _process(delta: float) -> void:
	if not _tree.paused:
		_clock.seconds += delta
	if _clock.is_locked:
		_clock.hold()
	if OS.get_ticks_msec() >= _chores_next:
		_chores_next = OS.get_ticks_msec() + CHORES_MSEC
		_do_chores()
	if _link.has_news():
		_serve()


func handlers() -> Dictionary:
	return {"engine.describe": "describe"}


func describe(_params: Dictionary):
	return {
		"name": _engine.name,
		"version": _engine.version,
		"platform": OS.get_name(),
		"runtime": "Godot %s, GDScript" % Engine.get_version_info().string,
		"operations": _operations.names,
	}


func _begin() -> void:
	var random := RandomNumberGenerator.new()
	random.randomize()
	var instance := "%d-%08x%08x" % [OS.get_process_id(), random.randi(), random.randi()]
	_assemble(instance)
	var version := Engine.get_version_info()
	var project := str(ProjectSettings.get_setting("application/config/name"))
	_engine = {
		"name": "Godot",
		"version": "%d.%d.%d" % [version.major, version.minor, version.patch],
		"project": project.substr(0, LONGEST_NAME) if not project.empty() else "Godot project",
		"capabilities": _operations.names,
		"instance": instance,
	}
	var greeting := {"role": "engine", "engine": _engine}
	var token := str(Settings.of("token"))
	if not token.empty():
		greeting.token = token
	_link = Link.new(str(Settings.of("host")), int(Settings.of("port")), greeting)
	_link.connect("opened", self, "_link_on_opened")
	_link.connect("closed", self, "_link_on_closed")
	if not _parts.log.fault.empty():
		push_warning("worldwire: %s, so errors of scripts cannot be told to callers" % _parts.log.fault)
	set_process(true)


func _assemble(instance: String) -> void:
	var freecam := Freecam.new()
	freecam.name = "Freecam"
	add_child(freecam)
	var tree := get_tree()
	var log_watch := LogWatch.new(instance)
	var objects := Objects.new(self)
	var scenes := Scenes.new(tree, objects)
	var cards := Cards.new(objects, scenes, tree.root)
	var types := Types.new()
	_tree = tree
	_clock = Clock.new()
	_pace = Pace.new()
	_parts = {
		"tree": tree,
		"log": log_watch,
		"objects": objects,
		"scenes": scenes,
		"cards": cards,
		"types": types,
		"object_list": ObjectList.new(objects, scenes, cards, types),
		"properties": Properties.new(types),
		"methods": Methods.new(types),
		"values": Values.new(objects),
		"acceptance": Acceptance.new(objects, types),
		"compiler": Compiler.new(log_watch),
		"freecam": freecam,
		"world_pick": WorldPick.new(tree),
		"flat_pick": FlatPick.new(tree),
		"ui_pick": UiPick.new(tree),
		"capture": Capture.new(tree.root),
	}
	var members := MemberOperations.new(_parts)
	_parts.maker = Maker.new(types, members)
	_code = CodeOperations.new(_parts)
	_hooks = HookOperations.new(_parts)
	var scene_operations := SceneOperations.new(_parts)
	scene_operations.connect("state_changed", self, "_be")
	_operations = Operations.new(log_watch, _code)
	_operations.connect("answered", self, "_operations_on_answered")
	for handler in [self, scene_operations, ObjectOperations.new(_parts), ComponentOperations.new(_parts), members, _clock, _hooks, _code]:
		_operations.add(handler)
	_operations.add(ViewOperations.new(_parts), [] if Capture.is_possible() else ["view.capture"])


# Calls have a share of each frame. After one the next is listened for, because it often comes at once.
func _serve() -> void:
	_pace.called()
	var begun := OS.get_ticks_usec()
	var heard := begun
	var now := begun
	while now - begun < _pace.slice_usec:
		if not _link.inbox.empty():
			_operations.take(_link.inbox.pop_front())
			_tell_changes()
			heard = OS.get_ticks_usec()
			if _link.inbox.empty():
				_link.flush()
		elif _link.has_news():
			_link.receive()
		elif now - heard > _pace.spin_usec:
			break
		now = OS.get_ticks_usec()
	_link.flush()


# What came and went, by a call or by itself.
func _tell_changes() -> void:
	var gone: Array = _parts.objects.sweep()
	if not gone.empty():
		_event({"kind": "destroyed", "ids": gone})
	var changes = _parts.scenes.changes()
	if changes != null:
		_event({"kind": "scenes", "added": changes.added, "removed": changes.removed})


func _do_chores() -> void:
	_pace.look()
	_link.poll()
	_code.give_up_late()
	_hooks.tidy()
	_tell_changes()
	for entry in _parts.log.news():
		_event({"kind": "log", "level": entry.level, "message": entry.message, "source": entry.source, "at": _now()})
	var status := "throttled" if _pace.is_late else "ready"
	if status != _status:
		_be(status, "the loop is behind its pace" if _pace.is_late else "")
	_link.flush()


func _be(status: String, reason: String) -> void:
	_status = status
	var params := {"status": status}
	if not reason.empty():
		params.reason = reason
	_notify("engine.state", params)
	# A scene that is loaded holds up everything, so this has to be heard before.
	_link.flush()


func _event(event: Dictionary) -> void:
	_notify("engine.event", event)


func _notify(method: String, params: Dictionary) -> void:
	if _link.is_open():
		_link.send(Writer.text_of({"jsonrpc": "2.0", "method": method, "params": params}))


func _operations_on_answered(text: String) -> void:
	if _link.is_open():
		_link.send(text)


func _link_on_opened(first_id: int) -> void:
	_parts.objects.begin(first_id)
	_engine.firstId = _parts.objects.base
	_last_reason = ""
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
