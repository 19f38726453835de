@tool
extends RefCounted

# What the editor is busy with, which scenes are not saved, and which dialog waits for a person.

# Emitted before work that blocks the editor.
signal busy_changed
# Emitted before files are imported: what was reported of them is out of date.
signal importing(paths: PackedStringArray)

const WorldwireEditorProblems = preload("editor_problems.gd")
const UNSAVED_MARK := "(*)"

# Files that are imported now.
var _importing := 0
var _import_mark := 0
var _problems
var _files: EditorFileSystem
var _tabs: TabBar


func _init(problems) -> void:
	_problems = problems
	_files = EditorInterface.get_resource_filesystem()
	_files.resources_reimporting.connect(_files_on_reimporting)
	_files.resources_reimported.connect(_files_on_reimported)


func end() -> void:
	_files.resources_reimporting.disconnect(_files_on_reimporting)
	_files.resources_reimported.disconnect(_files_on_reimported)


# Empty if it is not busy.
func busy() -> String:
	if _importing > 0:
		return "importing %d files" % _importing if _importing > 1 else "importing a file"
	return "scanning the files of the project" if _files.is_scanning() else ""


func is_importing() -> bool:
	return _importing > 0


func open_scenes() -> Array:
	return Array(EditorInterface.get_open_scenes()).filter(func(path: String): return not path.is_empty())


# The editor marks a scene that is not saved in the title of its tab, one frame after the change.
func unsaved() -> Array:
	var bar := _scene_tabs()
	var roots := EditorInterface.get_open_scene_roots()
	var found := []
	for at in mini(roots.size(), bar.tab_count if bar != null else 0):
		if bar.get_tab_title(at).ends_with(UNSAVED_MARK):
			found.append(roots[at].scene_file_path if not roots[at].scene_file_path.is_empty() else str(roots[at].name))
	return found


# The title of the dialog that waits for a person, and what it says; empty if there is none.
func dialog() -> String:
	var open := dialogs()
	return "" if open.is_empty() else text_of(open[0])


# The dialogs that wait for a person.
func dialogs() -> Array:
	return _windows().filter(func(window: Window): return window.visible and window.exclusive and not window is Popup)


static func text_of(window: Window) -> String:
	var said: String = window.dialog_text if window is AcceptDialog else ""
	return window.title if said.is_empty() else "%s: %s" % [window.title, said]


func _windows() -> Array:
	var found := []
	var waiting: Array = [EditorInterface.get_base_control().get_window()]
	while not waiting.is_empty():
		var inner: Array = waiting.pop_back().get_embedded_subwindows()
		found += inner
		waiting += inner
	for id in DisplayServer.get_window_list():
		var window = instance_from_id(DisplayServer.window_get_attached_instance_id(id))
		if window is Window and window.get_parent() != null and not window.get_parent() is SceneTree:
			found.append(window)
	return found


func _scene_tabs() -> TabBar:
	if _tabs == null or not is_instance_valid(_tabs):
		for bar in EditorInterface.get_base_control().find_children("*", "EditorSceneTabs", true, false):
			for tabs in bar.find_children("*", "TabBar", true, false):
				_tabs = tabs
	return _tabs


func _files_on_reimporting(paths: PackedStringArray) -> void:
	importing.emit(paths)
	_importing = paths.size()
	_import_mark = _problems.mark()
	busy_changed.emit()


func _files_on_reimported(paths: PackedStringArray) -> void:
	WorldwireEditorProblems.of_import(_problems.since(_import_mark), paths)
	_importing = 0
	busy_changed.emit()
