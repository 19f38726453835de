extends Reference

# Tells which nodes an event reaches: scripts with _input, the control under the pointer or with the focus, scripts with
# _unhandled_input, and the physics object under the pointer. The engine does not tell which of them used it.

const WorldwireObjectInfo = preload("../scene/object_info.gd")
const MAX_RECEIVERS := 20
const MAX_HITS := 32
const EVERYTHING := 0x7fffffff
const NOBODY := "no control has the focus, no script has _input or _unhandled_input, and no action of the input map uses it"
const NOTHING_THERE := "no control, no pickable object and no script with _input or _unhandled_input is there"
const PAUSED := "the scene is paused: scripts get no events, but can see later what is held"

var _tree: SceneTree
var _objects
var _ui_pick
var _pixels
# Asks for the control with the focus.
var _asker: Control = null


func _init(parts: Dictionary) -> void:
	_tree = parts.tree
	_objects = parts.objects
	_ui_pick = parts.ui_pick
	_pixels = parts.pixels


# Actions of the input map that an event triggers.
static func actions_of(event: InputEvent) -> Array:
	var names := []
	for action in InputMap.get_actions():
		if InputMap.event_is_action(event, action):
			names.append(action)
	return names


# The control that has the focus, or null. Only a control in the tree can ask for it.
func focused() -> Control:
	if _asker == null:
		_asker = Control.new()
		_asker.name = "Focus"
		_asker.visible = false
		_asker.mouse_filter = Control.MOUSE_FILTER_IGNORE
		_objects.bridge.add_child(_asker)
	return _asker.get_focus_owner()


# The nodes that an event will reach. The pixel is that of a pointer, or null.
func of(event: InputEvent, pixel) -> Array:
	var found := _scripts("_vp_input")
	var control: Control = focused() if pixel == null and event.is_action_type() else null
	if pixel != null:
		var hits: Array = _ui_pick.at(_pixels.to_canvas(pixel))
		control = null if hits.empty() else hits[0]
	if control != null:
		found.append(control)
	if pixel != null and control != null and _takes(control):
		return _references(found)
	found += _scripts("_vp_unhandled_input")
	if event is InputEventKey:
		found += _scripts("_vp_unhandled_key_input")
	if pixel != null:
		found += _picked(pixel)
	return _references(found)


# Why nothing received an event.
func note_of(event: InputEvent, pixel, receivers: Array, actions: Array) -> String:
	if not receivers.empty() or not actions.empty():
		return ""
	if _tree.paused:
		return PAUSED
	return NOBODY if pixel == null else NOTHING_THERE


# Whether a click ends at a control. One that passes it on gives it to its parent controls alone.
static func _takes(control: Control) -> bool:
	var at: Node = control
	while at is Control:
		if at.mouse_filter == Control.MOUSE_FILTER_STOP:
			return true
		if at.mouse_filter == Control.MOUSE_FILTER_IGNORE:
			return false
		at = at.get_parent()
	return false


func _scripts(group: String) -> Array:
	var found := []
	for node in _tree.get_nodes_in_group(group + str(_tree.root.get_instance_id())):
		if node.get_script() != null and node.can_process() and not _is_own(node):
			found.append(node)
	return found


func _is_own(node: Node) -> bool:
	var bridge: Node = _objects.bridge
	return node == bridge or bridge.is_a_parent_of(node) or node.has_meta("worldwire")


func _picked(pixel: Vector2) -> Array:
	if not _tree.root.physics_object_picking:
		return []
	var point: Vector2 = _pixels.to_canvas(pixel)
	var camera := _tree.root.get_camera()
	if camera != null:
		var from := camera.project_ray_origin(point)
		var to := from + camera.project_ray_normal(point) * camera.far
		var hit := camera.get_world().direct_space_state.intersect_ray(from, to, [], EVERYTHING, true, true)
		if not hit.empty() and hit.collider is CollisionObject and hit.collider.input_ray_pickable:
			return [hit.collider]
	var found := []
	var place: Vector2 = _tree.root.canvas_transform.affine_inverse().xform(point)
	for hit in _tree.root.world_2d.direct_space_state.intersect_point(place, MAX_HITS, [], EVERYTHING, true, true):
		if hit.collider is CollisionObject2D and hit.collider.input_pickable:
			found.append(hit.collider)
	return found


func _references(nodes: Array) -> Array:
	var seen := {}
	var found := []
	for node in nodes:
		if not seen.has(node) and found.size() < MAX_RECEIVERS:
			seen[node] = true
			found.append({"id": _objects.id_of(node), "path": WorldwireObjectInfo.path_of(node)})
	return found
