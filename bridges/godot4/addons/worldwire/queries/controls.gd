extends RefCounted

# ui.list: the visible controls in the order in which they are drawn.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwirePaging = preload("../paging.gd")
const WorldwireStage = preload("../stage.gd")
const WorldwireObjects = preload("../scene/objects.gd")
const WorldwireObjectInfo = preload("../scene/object_info.gd")
const WorldwireValues = preload("../reflection/values.gd")
const WorldwireVisibility = preload("../view/visibility.gd")
const WorldwirePlaces = preload("../view/places.gd")
const WorldwirePlane2D = preload("../view/plane.gd")
const WorldwireScreen = preload("../view/screen.gd")
const WorldwireUiPick = preload("../view/ui_pick.gd")
const MAX_TEXT := 2000

var _stage: WorldwireStage
var _objects: WorldwireObjects
var _object_info: WorldwireObjectInfo
var _visibility: WorldwireVisibility
var _ui_pick: WorldwireUiPick
var _values: WorldwireValues
var _plane: WorldwirePlane2D


func _init(parts: Dictionary) -> void:
	_stage = parts.stage
	_objects = parts.objects
	_object_info = parts.object_info
	_visibility = parts.visibility
	_ui_pick = parts.ui_pick
	_values = parts.values
	_plane = parts.plane


func handlers() -> Dictionary:
	return {"ui.list": list}


func list(params: Dictionary) -> Variant:
	var page: Variant = WorldwirePaging.bounds(params)
	if page is WorldwireRefusal:
		return page
	if not params.get("clickable", false) is bool:
		return WorldwireRefusal.new("invalid", "clickable is %s" % [params.clickable], "send true or false, or leave it out")
	var top: Variant = _stage.root() if params.get("root") == null else _objects.named(params.root)
	if top is WorldwireRefusal:
		return top
	var controls := _visible_below(top)
	if params.has("clickable"):
		controls = controls.filter(func(control: Control) -> bool: return _is_clickable(control) == params.clickable)
	var items := []
	for control: Control in controls.slice(page.offset, mini(controls.size(), page.offset + page.limit)):
		items.append(_described(control))
	return {"total": controls.size(), "items": items}


func _visible_below(top: Node) -> Array:
	var found := []
	var stack: Array[Node] = [top]
	while not stack.is_empty():
		var node: Node = stack.pop_back()
		if node is Viewport and node != _stage.root() and WorldwireScreen.place_of(node, _stage.viewport()) == null:
			continue
		if node is Control and _visibility.of(node).visible:
			found.append(node)
		# The buttons of a dialog are internal nodes.
		for at in range(node.get_child_count(node is Window) - 1, -1, -1):
			stack.push_back(node.get_child(at, node is Window))
	return found


func _described(control: Control) -> Dictionary:
	var found := _object_info.reference_to(control)
	found.type = control.get_class()
	var text := _text_of(control)
	if not text.is_empty():
		found.text = text.substr(0, MAX_TEXT)
	# Only what is in the picture can be clicked.
	var shown: Rect2 = _plane.from_canvas(WorldwireScreen.visible_rect(control, _stage.viewport()))
	found.bounds = {"min": WorldwirePlaces.plain(Vector3(shown.position.x, shown.position.y, 0)), "max": WorldwirePlaces.plain(Vector3(shown.end.x, shown.end.y, 0))}
	found.enabled = _is_enabled(control)
	found.clickable = _is_clickable(control)
	found.focused = control.has_focus()
	var cover := _cover_of(control)
	if cover != null and control.mouse_filter != Control.MOUSE_FILTER_IGNORE:
		found.coveredBy = _object_info.reference_to(cover)
	var value: Variant = _value_of(control)
	if value != null:
		found.value = value
	return found


func _is_clickable(control: Control) -> bool:
	return _is_enabled(control) and control.mouse_filter != Control.MOUSE_FILTER_IGNORE and _ui_pick.top(_middle(control)) == control


# The control that gets a click in the middle of another one, if it is not that one or a part of it.
func _cover_of(control: Control) -> Control:
	var top := _ui_pick.top(_middle(control))
	return null if top == null or top == control or control.is_ancestor_of(top) else top


# Of its part in the picture.
func _middle(control: Control) -> Vector2:
	return WorldwireScreen.visible_rect(control, _stage.viewport()).get_center()


static func _is_enabled(control: Control) -> bool:
	if control is BaseButton:
		return not control.disabled
	if control is LineEdit or control is TextEdit or control is Slider or control is SpinBox:
		return control.editable
	return true


# What a person reads on it.
static func _text_of(control: Control) -> String:
	if control is RichTextLabel:
		return control.get_parsed_text()
	if control is LineEdit:
		return _typed_in(control) if not control.text.is_empty() else control.placeholder_text
	if control is TabBar:
		return control.get_tab_title(control.current_tab) if control.tab_count > 0 else ""
	if control is SpinBox:
		return control.get_line_edit().text
	var text: Variant = control.get("text")
	return text if text is String else ""


# As it is drawn: a password is not readable.
static func _typed_in(field: LineEdit) -> String:
	return field.secret_character.repeat(field.text.length()) if field.secret else field.text


func _value_of(control: Control) -> Variant:
	if control is LineEdit:
		return _typed_in(control)
	if control is TextEdit:
		return control.text
	if control is OptionButton:
		return control.get_item_text(control.selected) if control.selected >= 0 else ""
	if control is BaseButton:
		return control.button_pressed if control.toggle_mode else null
	if control is ColorPicker:
		return _values.json_of(control.color)
	if control is Range:
		return control.value
	if control is ItemList:
		return Array(control.get_selected_items()).map(func(at: int) -> String: return control.get_item_text(at))
	return control.current_tab if control is TabBar or control is TabContainer else null
