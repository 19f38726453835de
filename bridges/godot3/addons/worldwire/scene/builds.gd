extends Reference

# The scenes that can be loaded, in a fixed order: those of the setting, or all scenes of the project with the main scene first.

const WorldwireSettings = preload("../settings.gd")
const WorldwireProjectFiles = preload("project_files.gd")

var paths := []

var _places := {}


func _init() -> void:
	paths = _chosen_or_all()
	for index in range(paths.size()):
		_places[paths[index]] = index


func list() -> Array:
	var builds := []
	for index in range(paths.size()):
		builds.append({"index": index, "name": name_of(paths[index]), "path": paths[index]})
	return builds


# The index of a scene by its path, or negative.
func index_of(path: String) -> int:
	return _places.get(path, -1)


# The index of a scene by its name or path, or negative.
func find(name_or_path: String) -> int:
	for index in range(paths.size()):
		if paths[index] == name_or_path or name_of(paths[index]) == name_or_path:
			return index
	return -1


static func name_of(path: String) -> String:
	return path.get_file().get_basename()


static func _chosen_or_all() -> Array:
	var chosen = WorldwireSettings.of("scenes")
	if typeof(chosen) in [TYPE_ARRAY, TYPE_STRING_ARRAY] and not chosen.empty():
		return Array(chosen)
	var found := WorldwireProjectFiles.ending_with([".tscn", ".scn"])
	var main: String = ProjectSettings.get_setting("application/run/main_scene")
	if main in found:
		found.erase(main)
		found.push_front(main)
	return found
