extends RefCounted

# Which nodes receive an event, as far as the engine tells. Scripts that ask the state of the input in each frame are not known to it.

const WorldwireStage = preload("../stage.gd")
const WorldwireObjectInfo = preload("../scene/object_info.gd")
const WorldwirePlane2D = preload("../view/plane.gd")
const MAX_RECEIVERS := 20

var _stage: WorldwireStage
var _plane: WorldwirePlane2D
var _object_info: WorldwireObjectInfo
var _parts: Dictionary


func _init(parts: Dictionary) -> void:
	_stage = parts.stage
	_plane = parts.plane
	_object_info = parts.object_info
	_parts = parts


# Nodes whose scripts get every event first.
func listeners() -> Array[Node]:
	return _in_group("_vp_input", ["_input"])


# Nodes whose scripts get what the interface did not take.
func last_listeners(is_key: bool) -> Array[Node]:
	var found := _in_group("_vp_unhandled_input", ["_unhandled_input"])
	if is_key:
		found.append_array(_in_group("_vp_unhandled_key_input", ["_unhandled_key_input"]))
		found.append_array(_in_group("_vp_shortcut_input", ["_shortcut_input"]))
	return found


func focused() -> Array[Node]:
	var control := _stage.viewport().gui_get_focus_owner()
	var found: Array[Node] = []
	if control != null:
		found.append(control)
	return found


# The control under a pixel with those that it passes the event on to, or else the body that can be picked there.
func at(pixel: Vector2) -> Array[Node]:
	var found: Array[Node] = []
	var controls: Array = _parts.ui_pick.at(_plane.to_canvas(pixel))
	var node: Node = controls[0] if not controls.is_empty() else null
	while node is Control:
		if node.mouse_filter != Control.MOUSE_FILTER_IGNORE:
			found.append(node)
		if node.mouse_filter == Control.MOUSE_FILTER_STOP:
			return found
		node = node.get_parent()
	if _stage.viewport().physics_object_picking:
		found.append_array(_body_at(_plane.to_canvas(pixel)))
	return found


func references(nodes: Array[Node]) -> Array:
	var seen := {}
	var found := []
	for node in nodes:
		if is_instance_valid(node) and not seen.has(node) and _stage.has(node) and found.size() < MAX_RECEIVERS:
			seen[node] = true
			found.append(_object_info.reference_to(node))
	return found


func _body_at(point: Vector2) -> Array[Node]:
	var camera := _stage.viewport().get_camera_3d()
	var hits: Array = _parts.flat_pick.at(point) if camera == null else _parts.world_pick.at(point, camera).map(func(hit: Dictionary) -> Node: return hit.node)
	for node: Node in hits:
		if node is CollisionObject2D and node.input_pickable or node is CollisionObject3D and node.input_ray_pickable:
			return [node]
	return []


# The engine keeps the nodes that want events in groups of the viewport.
func _in_group(prefix: String, methods: Array[String]) -> Array[Node]:
	var found: Array[Node] = []
	for node in _stage.tree.get_nodes_in_group(prefix + str(_stage.viewport().get_instance_id())):
		var script: Script = node.get_script()
		for method in methods if script != null and not script.resource_path.begins_with("res://addons/worldwire/") else ([] as Array[String]):
			if node.has_method(method):
				found.append(node)
	return found
