extends Reference

# Files of the project by extension. Exports add another extension to some files.

const MAX_FILES := 20000
const OWN := "res://addons/worldwire"


static func ending_with(ends: Array) -> Array:
	var found := []
	var folders := ["res://"]
	while not folders.empty() and found.size() < MAX_FILES:
		var folder: String = folders.pop_back()
		var directory := Directory.new()
		if directory.open(folder) != OK:
			continue
		directory.list_dir_begin(true, true)
		var name := directory.get_next()
		while not name.empty():
			var path := folder.plus_file(name)
			if directory.current_is_dir():
				if path != OWN:
					folders.push_back(path)
			else:
				path = path.trim_suffix(".remap")
				for end in ends:
					if path.ends_with(end):
						found.append(path)
			name = directory.get_next()
	found.sort()
	return found
