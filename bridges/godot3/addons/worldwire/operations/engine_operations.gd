extends Reference

# Describes this engine, for the greeting and engine.describe.

const WorldwireSettings = preload("../settings.gd")
const NAME := "Godot"
const MAX_PROJECT_NAME := 200
# Parameters that older bridges ignore.
const FEATURES := ["object.filters", "dryRun", "view.focus", "view.camera"]

var _names: Array


# The operation names; the list is filled later.
func _init(names: Array) -> void:
	_names = names


func handlers() -> Dictionary:
	return {"engine.describe": "describe"}


func describe(_params: Dictionary):
	return {
		"name": NAME,
		"version": _version(),
		"platform": OS.get_name(),
		"runtime": "%s %s, GDScript" % [NAME, Engine.get_version_info().string],
		"operations": _names,
		"features": FEATURES,
	}


# The first message to the server. The instance is unique for this process.
func greeting(instance: String) -> Dictionary:
	var project := str(ProjectSettings.get_setting("application/config/name"))
	var engine := {
		"name": NAME,
		"version": _version(),
		"role": "game",
		"project": project.substr(0, MAX_PROJECT_NAME) if not project.empty() else "without a name",
		"capabilities": _names + FEATURES,
		"instance": instance,
	}
	var token := str(WorldwireSettings.of("token"))
	return {"role": "engine", "engine": engine} if token.empty() else {"role": "engine", "engine": engine, "token": token}


static func _version() -> String:
	var version := Engine.get_version_info()
	return "%d.%d.%d" % [version.major, version.minor, version.patch]
