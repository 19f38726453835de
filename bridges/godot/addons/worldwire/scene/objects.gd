extends Reference

# Nodes by their ids. A node has its id from the first time somebody hears of it until it is freed, in the tree or out
# of it, and no id is given twice. Kept by instance ids: the engine never uses those again, unlike addresses.

const Refusal = preload("../refusal.gd")

# The tree's bridge, which nobody may take away: there would be no way back.
var bridge: Node

# The first id of this process; negative before a server has said it.
var base := -1

var _tree: SceneTree
var _next := 0
# By instance ids, and the other way round.
var _ids := {}
var _instances := {}
# Known nodes that have left the tree; whether for good is seen later.
var _left := {}


func _init(own: Node) -> void:
	bridge = own
	_tree = own.get_tree()
	_tree.connect("node_removed", self, "_tree_on_node_removed")


# A process keeps the ids it began with, whatever a later server says.
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


# The node of an id where it is in the tree, or else nothing.
func find(id) -> Node:
	var instance = _instances.get(id)
	var node = null if instance == null else instance_from_id(instance)
	return node if node != null and node.is_inside_tree() else null


func named(id):
	var node := find(id)
	if node != null:
		return node
	if id is String and id.begins_with("obj:"):
		return Refusal.new("not-found", "there is no object %s" % id)
	return Refusal.new("not-found", "%s is no object" % JSON.print(id), "ids look like \"obj:12\"")


# For changes of its own.
func changeable(id):
	var node = named(id)
	if node is Node and (node == bridge or bridge.is_a_parent_of(node)):
		return Refusal.new("invalid", "%s is the bridge itself, and stays as it is" % id)
	return node


# For its removal from where it is.
func removable(id):
	var node = changeable(id)
	if node is Node and node.is_a_parent_of(bridge):
		return Refusal.new("invalid", "%s has the bridge below it, and stays where it is" % id, "make the bridge an autoload")
	return node


# All nodes of the tree but its root.
func count() -> int:
	return _tree.get_node_count() - 1


# The ids of nodes that were freed since the last time.
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
