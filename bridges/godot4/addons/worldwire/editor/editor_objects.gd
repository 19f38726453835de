@tool
extends "../scene/objects.gd"

# The nodes of the scene that is edited. A node that left the tree may come back by undo, with its id.

# Ids that were reported as destroyed, by instance ids.
var _reported := {}


# Refuses changes that would not be saved with the scene.
func changeable(id: Variant) -> Variant:
	var node: Variant = super(id)
	if node is Node and not _is_own(node):
		var about: String = "%s is part of an instance of %s, and its changes would not be saved" % [id, node.owner.scene_file_path]
		return WorldwireRefusal.new("invalid", about, "open that scene with editor.open, or make the children of the instance editable")
	return node


func removable(id: Variant) -> Variant:
	var node: Variant = changeable(id)
	if not node is Node:
		return node
	var edited := EditorInterface.get_edited_scene_root()
	if node == edited:
		return WorldwireRefusal.new("invalid", "%s is the root of the scene" % id, "choose one of its children")
	if node.owner != null and node.owner != edited:
		var about: String = "%s belongs to an instance of %s" % [id, node.owner.scene_file_path]
		return WorldwireRefusal.new("invalid", about, "open that scene with editor.open, or hide the object")
	if _is_inherited(edited, node):
		var about: String = "%s comes from the scene that this one inherits" % id
		return WorldwireRefusal.new("invalid", about, "open the base scene with editor.open, or hide the object")
	return node


# Ids of nodes that were freed or removed since the last call. Nodes of another open scene are outside of the tree and still there.
func sweep() -> Array:
	var gone := []
	for instance in _left.keys():
		var node: Node = instance_from_id(instance) as Node
		if node != null and (node.is_inside_tree() or _is_open(node)):
			if node.is_inside_tree():
				_reported.erase(instance)
				_left.erase(instance)
			continue
		if not _reported.has(instance):
			_reported[instance] = true
			gone.append(_ids[instance])
		if node == null:
			_instances.erase(_ids[instance])
			_ids.erase(instance)
			_left.erase(instance)
			_reported.erase(instance)
	return gone


# A node outside of the tree whose topmost parent is the root of an open scene.
static func _is_open(node: Node) -> bool:
	while node.get_parent() != null:
		node = node.get_parent()
	return node in EditorInterface.get_open_scene_roots()


# Whether changes of a node are saved with the scene that is edited.
static func _is_own(node: Node) -> bool:
	var edited := EditorInterface.get_edited_scene_root()
	var owner := node.owner
	while owner != null and owner != edited:
		if not edited.is_editable_instance(owner):
			return false
		owner = owner.owner
	return true


static func _is_inherited(edited: Node, node: Node) -> bool:
	if edited.scene_file_path.is_empty() or not ResourceLoader.exists(edited.scene_file_path):
		return false
	var base: SceneState = load(edited.scene_file_path).get_state().get_base_scene_state()
	if base == null:
		return false
	var path := "./" + str(edited.get_path_to(node))
	for at in base.get_node_count():
		if str(base.get_node_path(at)) == path:
			return true
	return false
