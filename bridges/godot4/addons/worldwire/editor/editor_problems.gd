@tool
extends RefCounted

# Adds to log entries what the engine does not tell: the file of a shader, a resource or an import that failed.

const NAMED := "(res://[^'\"\\]:]+)(?::(\\d+))?"
# A headless editor cannot draw the thumbnail of a scene that it saves.
const NO_THUMBNAIL := "texture_2d_get"


# Entries that were logged while files were imported.
static func of_import(entries: Array, paths: PackedStringArray) -> void:
	for entry in entries:
		if entry.level == "info":
			continue
		if not _named_in_message(entry) and paths.size() == 1:
			_place(entry, paths[0], 0)
		entry.kind = "import"


# Entries that were logged while a file was compiled.
static func of_source(entries: Array, path: String) -> void:
	for entry in entries:
		if entry.level == "info":
			continue
		if entry.file != path:
			_place(entry, path, entry.line if entry.kind == "shader" else 0)
		# That a file cannot be loaded follows from its error.
		if entry.kind == "engine":
			entry.kind = "shader" if path.get_extension() == "gdshader" else "compile"


# An entry of the editor as callers get it, or null for one without a meaning.
static func refined(entry) -> Variant:
	if entry.kind != "engine":
		return entry
	if entry.function == NO_THUMBNAIL and DisplayServer.get_name() == "headless":
		return null
	if not entry.is_of_project(entry.file):
		_named_in_message(entry)
	return entry


# A file of the project says more than one of the engine's own source. Whether the message names one.
static func _named_in_message(entry) -> bool:
	var named := RegEx.create_from_string(NAMED).search(entry.message)
	if named != null:
		_place(entry, named.get_string(1), int(named.get_string(2)))
	return named != null


static func _place(entry, file: String, line: int) -> void:
	entry.file = file
	entry.line = line
	entry.stack = PackedStringArray()
	entry.source = "%s:%d" % [file, line] if line > 0 else file
