@tool
extends RefCounted

# Whether this editor links. Clients of the server can change the project and run code in the editor, so a person must have switched it
# on: by the command line, the environment, the settings of this editor, or those of the project.

const WorldwireSettings = preload("../settings.gd")
const OWN := "worldwire/link_editor"


static func is_on() -> bool:
	var own := EditorInterface.get_editor_settings()
	return WorldwireSettings.switch("editor") or own.has_setting(OWN) and own.get_setting(OWN) == true


# For this person, in all projects that have the plugin.
static func turn(on: bool) -> void:
	EditorInterface.get_editor_settings().set_setting(OWN, on)
