@tool
extends EditorPlugin

# Adds the bridge to games as an autoload, and links this editor if a person has switched that on.

const WorldwireSettings = preload("settings.gd")
const WorldwireEditorLink = preload("editor/editor_settings.gd")
# Loaded on demand: before 4.5 it cannot be compiled.
const EDITOR_BRIDGE := "res://addons/worldwire/editor/editor_bridge.gd"
const AUTOLOAD := "Worldwire"
const MENU := "Worldwire: link this editor"

# Whether the next game is started by a call. Such a game goes on after a script error, which is in its log then: in the debugger it would
# wait for a person.
var is_played_by_call := false

var _bridge: Node


func _enable_plugin() -> void:
	add_autoload_singleton(AUTOLOAD, "res://addons/worldwire/worldwire.gd")


func _disable_plugin() -> void:
	remove_autoload_singleton(AUTOLOAD)


func _enter_tree() -> void:
	for name: String in WorldwireSettings.DEFAULTS:
		var key := "worldwire/" + name
		if not ProjectSettings.has_setting(key):
			ProjectSettings.set_setting(key, WorldwireSettings.DEFAULTS[name])
		ProjectSettings.set_initial_value(key, WorldwireSettings.DEFAULTS[name])
	ProjectSettings.add_property_info({
		"name": "worldwire/loop",
		"type": TYPE_STRING,
		"hint": PROPERTY_HINT_ENUM,
		"hint_string": "auto,low,untouched",
	})
	add_tool_menu_item(MENU, _menu_on_pressed)
	if WorldwireEditorLink.is_on():
		_link()
	else:
		print("worldwire: this editor is not linked; to link it, choose Project > Tools > ", MENU)


func _exit_tree() -> void:
	remove_tool_menu_item(MENU)
	_unlink()


func _run_scene(_scene: String, args: PackedStringArray) -> PackedStringArray:
	var own := PackedStringArray()
	# The game of an editor without a display has none either.
	if DisplayServer.get_name() == "headless":
		own.append("--headless")
	if is_played_by_call:
		is_played_by_call = false
		own.append("--ignore-error-breaks")
	# What follows this mark is for the game.
	var mark := args.find("--")
	return args + own if mark < 0 else args.slice(0, mark) + own + args.slice(mark)


# Links the editor, or ends its link, also for later starts.
func _menu_on_pressed() -> void:
	WorldwireEditorLink.turn(_bridge == null)
	if _bridge == null:
		_link()
	else:
		_unlink()
		print("worldwire: this editor is not linked any more")


func _link() -> void:
	if not ClassDB.class_has_method("EditorInterface", "get_open_scene_roots"):
		push_warning("worldwire: an editor can be linked from Godot 4.5 on; games link with this version, too")
		return
	_bridge = load(EDITOR_BRIDGE).new()
	_bridge.name = "WorldwireEditor"
	_bridge.plugin = self
	add_child(_bridge)


func _unlink() -> void:
	if _bridge != null:
		_bridge.queue_free()
		_bridge = null
