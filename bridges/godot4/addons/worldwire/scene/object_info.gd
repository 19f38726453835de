extends RefCounted

# Describes nodes as objects of the port.

const WorldwireObjects = preload("objects.gd")
const WorldwireScenes = preload("scenes.gd")
const WorldwireStage = preload("../stage.gd")
const CANVAS_GROUP := "root_canvas"

var _objects: WorldwireObjects
var _scenes: WorldwireScenes
var _stage: WorldwireStage


func _init(objects: WorldwireObjects, scenes: WorldwireScenes, stage: WorldwireStage) -> void:
	_objects = objects
	_scenes = scenes
	_stage = stage


# The scene is looked up if it is not given.
func of(node: Node, scene := "") -> Dictionary:
	return {
		"id": _objects.id_of(node),
		"name": String(node.name),
		"path": _stage.path_of(node),
		"scene": scene if not scene.is_empty() else _scenes.id_of(node),
		"parent": parent_of(node),
		"tag": _tag_of(node),
		"layer": _layer_of(node),
		"activeSelf": is_on(node),
		"active": is_active(node),
		"childCount": node.get_child_count(),
		"componentCount": 1 if node.get_script() == null else 2,
	}


func reference_to(node: Node) -> Dictionary:
	return {"id": _objects.id_of(node), "path": _stage.path_of(node)}


func hit(node: Node) -> Dictionary:
	return {"id": _objects.id_of(node), "name": String(node.name), "path": _stage.path_of(node)}


func parent_of(node: Node) -> Variant:
	return null if node.get_parent() == _stage.root() else _objects.id_of(node.get_parent())


# Its own visibility. A node that is not drawn is always active.
static func is_on(node: Node) -> bool:
	return node.visible if can_hide(node) else true


static func can_hide(node: Node) -> bool:
	return node is Node3D or node is CanvasItem or node is CanvasLayer or node is Window


# As in the engine: a hidden node hides its children unless a plain node or a canvas layer is in between, and does not stop nodes
# that are not drawn.
static func is_active(node: Node) -> bool:
	if node is CanvasLayer or node is Window:
		return node.visible
	return node.is_visible_in_tree() if can_hide(node) else true


static func _tag_of(node: Node) -> String:
	var tags := []
	for group in node.get_groups():
		if not _is_engines_own(group):
			tags.append(String(group))
	tags.sort()
	return "Untagged" if tags.is_empty() else ",".join(PackedStringArray(tags))


static func _is_engines_own(group: String) -> bool:
	return group.begins_with("_") or group.begins_with(CANVAS_GROUP)


# The lowest layer it is on, counted from 0.
static func _layer_of(node: Node) -> int:
	if node is CanvasLayer:
		return node.layer
	var layers = node.layers if node is VisualInstance3D else node.get("collision_layer")
	var layer := 0
	while layers is int and layers != 0 and not layers & 1 << layer:
		layer += 1
	return layer
