tool
extends EditorPlugin

const Settings = preload("settings.gd")
const AUTOLOAD = "Worldwire"


func enable_plugin() -> void:
	add_autoload_singleton(AUTOLOAD, "res://addons/worldwire/worldwire.gd")


func disable_plugin() -> void:
	remove_autoload_singleton(AUTOLOAD)


func _enter_tree() -> void:
	for name in Settings.DEFAULTS:
		var key: String = "worldwire/" + name
		if not ProjectSettings.has_setting(key):
			ProjectSettings.set_setting(key, Settings.DEFAULTS[name])
		ProjectSettings.set_initial_value(key, Settings.DEFAULTS[name])
	var loops := {"name": "worldwire/loop", "type": TYPE_STRING, "hint": PROPERTY_HINT_ENUM, "hint_string": "auto,low,untouched"}
	ProjectSettings.add_property_info(loops)
