extends Reference

# What this engine is, for the greeting and for whoever asks.

const Settings = preload("../settings.gd")
const NAME := "Godot"
const LONGEST := 200

var _names: Array


# The names of all operations; the list may still grow.
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
	}


# What the server is told first. The instance is a word of this process alone.
func greeting(instance: String) -> Dictionary:
	var project := str(ProjectSettings.get_setting("application/config/name"))
	var engine := {
		"name": NAME,
		"version": _version(),
		"project": project.substr(0, LONGEST) if not project.empty() else "without a name",
		"capabilities": _names,
		"instance": instance,
	}
	var token := str(Settings.of("token"))
	return {"role": "engine", "engine": engine} if token.empty() else {"role": "engine", "engine": engine, "token": token}


static func _version() -> String:
	var version := Engine.get_version_info()
	return "%d.%d.%d" % [version.major, version.minor, version.patch]
