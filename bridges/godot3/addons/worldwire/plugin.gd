tool
extends EditorPlugin

const WorldwireSettings = preload("settings.gd")
const AUTOLOAD = "Worldwire"


func disable_plugin() -> void:
	remove_autoload_singleton(AUTOLOAD)


func _enter_tree() -> void:
	if not ProjectSettings.has_setting("autoload/" + AUTOLOAD):
		add_autoload_singleton(AUTOLOAD, "res://addons/worldwire/worldwire.gd")
	for name in WorldwireSettings.DEFAULTS:
		var key: String = "worldwire/" + name
		if not ProjectSettings.has_setting(key):
			ProjectSettings.set_setting(key, WorldwireSettings.DEFAULTS[name])
		ProjectSettings.set_initial_value(key, WorldwireSettings.DEFAULTS[name])
	ProjectSettings.add_property_info({
		"name": "worldwire/loop",
		"type": TYPE_STRING,
		"hint": PROPERTY_HINT_ENUM,
		"hint_string": "auto,low,untouched",
	})
