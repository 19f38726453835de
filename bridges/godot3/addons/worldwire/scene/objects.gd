extends Reference

# Nodes by their ids. A node gets its id when it is first reported and keeps it until it is freed, inside or outside of the tree. No id
# is used twice. Stored by instance ids, which the engine does not reuse.

const WorldwireRefusal = preload("../refusal.gd")
const SEARCH := "search for the object by its name or path to get its id"
const MAX_NAME := 1000

# The bridge node, which calls must not remove.
var bridge: Node

# The first id of this process; negative until a server has given it.
var base := -1

var _tree: SceneTree
var _next := 0
# Ids by instance ids, and instance ids by ids.
var _ids := {}
var _instances := {}
# Known nodes that have left the tree, and may come back.
var _left := {}


func _init(own: Node) -> void:
	bridge = own
	_tree = own.get_tree()
	_tree.connect("node_removed", self, "_tree_on_node_removed")


# A process keeps its ids, also with another server.
func begin(first: int) -> void:
	if base < 0:
		base = first
		_next = first


func id_of(node: Node) -> String:
	var instance := node.get_instance_id()
	var known = _ids.get(instance)
	if known == null:
		known = "obj:%d" % _next
		_ids[instance] = known
		_instances[known] = instance
		_next += 1
	return known


# The node of an id if it is in the tree, or null.
func find(id) -> Node:
	var instance = _instances.get(id)
	var node = null if instance == null else instance_from_id(instance)
	return node if node != null and node.is_inside_tree() else null


func named(id):
	var node := find(id)
	if node != null:
		return node
	if id is String and id.begins_with("obj:"):
		return WorldwireRefusal.new("not-found", "there is no object %s" % id, SEARCH)
	var about := "%s is not an object id" % JSON.print(id)
	var meant := _by_name(id) if id is String and id.length() <= MAX_NAME else null
	if meant == null:
		return WorldwireRefusal.new("not-found", about, "ids look like \"obj:12\"; " + SEARCH)
	var path := str(meant.get_path()).trim_prefix("/root")
	return WorldwireRefusal.new("not-found", about, "the id of %s is %s" % [path, id_of(meant)])


# Callers often send a name or a path instead of an id.
func _by_name(text: String) -> Node:
	if text.begins_with("/"):
		return _tree.root.get_node_or_null(text.substr(1))
	# Wildcards would find another one.
	return null if text.empty() or "*" in text or "?" in text or "/" in text else _tree.root.find_node(text, true, false)


# Refuses changes of the bridge itself.
func changeable(id):
	var node = named(id)
	if node is Node and (node == bridge or bridge.is_a_parent_of(node)):
		return WorldwireRefusal.new("invalid", "%s is the bridge itself and cannot be changed" % id, "choose another object")
	return node


# Refuses to move or remove a node above the bridge.
func removable(id):
	var node = changeable(id)
	if node is Node and node.is_a_parent_of(bridge):
		return WorldwireRefusal.new("invalid", "%s contains the bridge and cannot be moved" % id, "make the bridge an autoload")
	return node


# All nodes of the tree but its root.
func count() -> int:
	return _tree.get_node_count() - 1


# The ids of nodes that were freed since the last call.
func sweep() -> Array:
	var gone := []
	if _left.empty():
		return gone
	for instance in _left.keys():
		var node = instance_from_id(instance)
		if node == null:
			gone.append(_left[instance])
			_instances.erase(_left[instance])
			_ids.erase(instance)
		if node == null or node.is_inside_tree():
			_left.erase(instance)
	return gone


func _tree_on_node_removed(node: Node) -> void:
	var id = _ids.get(node.get_instance_id())
	if id != null:
		_left[node.get_instance_id()] = id
