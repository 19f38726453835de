extends RefCounted

# Files of the project by extension. Exports add another extension to some files.

const MAX_FILES := 20000
const OWN := "res://addons/worldwire"


static func ending_with(ends: Array) -> Array:
	var found := []
	var folders := ["res://"]
	while not folders.is_empty() and found.size() < MAX_FILES:
		var folder: String = folders.pop_back()
		for name in DirAccess.get_directories_at(folder):
			if not name.begins_with(".") and folder.path_join(name) != OWN:
				folders.push_back(folder.path_join(name))
		for name in DirAccess.get_files_at(folder):
			var path := folder.path_join(name).trim_suffix(".remap")
			for end: String in ends:
				if path.ends_with(end):
					found.append(path)
	found.sort()
	return found
