extends Reference

# The visible controls in drawing order, with what a person reads on them and whether a click reaches them.

const WorldwireObjectInfo = preload("../scene/object_info.gd")
const WorldwirePlaces = preload("places.gd")
const MAX_TEXT := 1000
const TEXTS := ["text", "window_title", "bbcode_text"]

var _root: Viewport
var _objects
var _visibility
var _ui_pick
var _receivers


func _init(parts: Dictionary) -> void:
	_root = parts.tree.root
	_objects = parts.objects
	_visibility = parts.visibility
	_ui_pick = parts.ui_pick
	_receivers = parts.receivers


# The controls at and below a node.
func below(top: Node) -> Array:
	# By layers; top-level controls are the upper half of each.
	var layers := {}
	var stack := [[top, _layer_above(top), false]]
	while not stack.empty():
		var entry: Array = stack.pop_back()
		var node: Node = entry[0]
		var layer: int = entry[1]
		var above: bool = entry[2]
		if node is Viewport and node != _root:
			continue
		if node is CanvasLayer:
			layer = node.layer
			above = false
		if node is Control and node.is_visible_in_tree():
			above = above or node.is_set_as_toplevel()
			if _visibility.of(node).visible:
				var level := layer * 2 + int(above)
				if not layers.has(level):
					layers[level] = []
				layers[level].append(node)
		for at in range(node.get_child_count() - 1, -1, -1):
			stack.push_back([node.get_child(at), layer, above])
	var levels := layers.keys()
	levels.sort()
	var found := []
	for level in levels:
		found += layers[level]
	return found


func describe(control: Control) -> Dictionary:
	var rect: Rect2 = _root.get_final_transform().xform(WorldwirePlaces.flat_bounds_of(control))
	var top := _topmost(control)
	var enabled := _is_enabled(control)
	var reached := top != null and _is_reached(control, top)
	var card := {
		"id": _objects.id_of(control),
		"path": WorldwireObjectInfo.path_of(control),
		"type": control.get_class(),
		"bounds": {"min": _flat(rect.position), "max": _flat(rect.end)},
		"enabled": enabled,
		"clickable": enabled and control.mouse_filter != Control.MOUSE_FILTER_IGNORE and reached,
		"focused": _receivers.focused() == control,
	}
	if top != null and not reached:
		card.coveredBy = {"id": _objects.id_of(top), "path": WorldwireObjectInfo.path_of(top)}
	var text := _text_of(control)
	if not text.empty():
		card.text = text
	var value = _value_of(control)
	if value != null:
		card.value = value
	return card



# The control that gets a click in the middle, or null.
func _topmost(control: Control) -> Control:
	var rect: Rect2 = WorldwirePlaces.flat_bounds_of(control)
	var middle := rect.position + rect.size / 2
	if not _root.get_visible_rect().has_point(middle):
		return null
	var hits: Array = _ui_pick.at(middle)
	return null if hits.empty() else hits[0]


# A control that passes clicks on gives them to its parents.
static func _is_reached(control: Control, top: Control) -> bool:
	var at: Node = top
	while at is Control and at != control:
		if at.mouse_filter != Control.MOUSE_FILTER_PASS:
			return false
		at = at.get_parent()
	return at == control


static func _layer_above(node: Node) -> int:
	while node != null and not node is CanvasLayer:
		node = node.get_parent()
	return 0 if node == null else node.layer


static func _is_enabled(control: Control) -> bool:
	if control is BaseButton:
		return not control.disabled
	if control is LineEdit or control is Slider or control is SpinBox:
		return control.editable
	return not control.readonly if control is TextEdit else true


static func _text_of(control: Control) -> String:
	var text := ""
	for name in TEXTS:
		var found = control.get(name)
		if text.empty() and found is String:
			text = found
	# As it is drawn in the language of the player.
	if control is Label or control is Button:
		text = control.tr(text)
	if control is LineEdit and text.empty():
		text = control.placeholder_text
	if control is LineEdit and control.secret:
		text = ""
	if text.empty():
		text = control.hint_tooltip
	return text if text.length() <= MAX_TEXT else text.substr(0, MAX_TEXT - 3) + "..."


# Null if it has none.
static func _value_of(control: Control):
	if control is OptionButton:
		return control.get_item_text(control.selected) if control.selected >= 0 else ""
	if control is BaseButton:
		return control.pressed if control.toggle_mode else null
	if control is Range:
		return control.value
	if control is LineEdit:
		return "" if control.secret else control.text
	if control is TextEdit:
		return control.text
	if control is ItemList:
		var names := []
		for at in control.get_selected_items():
			names.append(control.get_item_text(at))
		return names
	if control is TabContainer:
		return control.get_tab_title(control.current_tab) if control.get_tab_count() > 0 else null
	return null


static func _flat(vector: Vector2) -> Dictionary:
	return {"x": vector.x, "y": vector.y, "z": 0}
