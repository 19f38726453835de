@tool
extends RefCounted

# Steps in the undo history of the editor. Each write of a caller is one step of the scene that is edited.

const PREFIX := "Worldwire: "
const MAX_NAME := 80

var _manager: EditorUndoRedoManager
# Menus and numbers of the editor's own items, by their names.
var _items := {}


func _init() -> void:
	_manager = EditorInterface.get_editor_undo_redo()


# Begins a step. The caller adds to the manager that is returned, and commits it.
func begin(what: String) -> EditorUndoRedoManager:
	var name := what if what.length() <= MAX_NAME else what.substr(0, MAX_NAME - 3) + "..."
	_manager.create_action(PREFIX + name, UndoRedo.MERGE_DISABLE, EditorInterface.get_edited_scene_root())
	return _manager


# A property that was changed already.
func set_property(what: String, object: Object, property: String, before, after) -> void:
	var step := begin(what)
	step.add_do_property(object, property, after)
	step.add_undo_property(object, property, before)
	step.commit_action(false)


# The name of the step that would be undone, or null.
func undo_name() -> Variant:
	for history in _histories():
		if history.has_undo():
			return history.get_current_action_name()
	return null


func redo_name() -> Variant:
	for history in _histories():
		if history.has_redo():
			return history.get_action_name(history.get_current_action() + 1)
	return null


# The name of the step that was undone, or null. The editor's own menu item is used, because it also counts the steps that are not saved.
func undo() -> Variant:
	return _press("Undo", func(history: UndoRedo): return history.get_current_action_name() if history.has_undo() else null)


func redo() -> Variant:
	return _press("Redo", func(history: UndoRedo): return history.get_action_name(history.get_current_action() + 1) if history.has_redo() else null)


# Whether the editor has the menu items.
func can_undo() -> bool:
	return _item("Undo") != null and _item("Redo") != null


func _press(name: String, step_of: Callable) -> Variant:
	var before := []
	for history in _histories():
		before.append([history, history.get_version(), step_of.call(history)])
	var item = _item(name)
	item[0].id_pressed.emit(item[1])
	for each in before:
		if each[0].get_version() != each[1]:
			return each[2]
	return null


# Of the scene, and of what belongs to no scene.
func _histories() -> Array:
	var found := []
	var root := EditorInterface.get_edited_scene_root()
	if root != null:
		found.append(_manager.get_history_undo_redo(_manager.get_object_history_id(root)))
	found.append(_manager.get_history_undo_redo(EditorUndoRedoManager.GLOBAL_HISTORY))
	return found


# The menu and the number of an item of the menu bar, by the name of its shortcut, which is not translated.
func _item(name: String) -> Variant:
	if _items.has(name) and is_instance_valid(_items[name][0]):
		return _items[name]
	for bar in EditorInterface.get_base_control().find_children("*", "MenuBar", true, false):
		for menu in bar.find_children("*", "PopupMenu", true, false):
			for at in menu.item_count:
				var shortcut: Shortcut = menu.get_item_shortcut(at)
				if shortcut != null and shortcut.resource_name == name:
					_items[name] = [menu, menu.get_item_id(at)]
					return _items[name]
	return null
