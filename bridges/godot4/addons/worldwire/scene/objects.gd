extends RefCounted

# Nodes by their ids. A node gets its id when it is first reported and keeps it until it is freed, inside or outside of the tree. No id
# is used twice. Stored by instance ids, which the engine does not reuse.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireStage = preload("../stage.gd")
const SEARCH := "search for the object by its name or path to get its id"
const MAX_NAME := 1000

# The bridge node, which calls must not remove.
var bridge: Node
var stage: WorldwireStage

# The first id of this process; negative until a server has given it.
var base := -1

var _next := 0
# Ids by instance ids, and instance ids by ids.
var _ids := {}
var _instances := {}
# Known nodes that have left the tree, and may come back.
var _left := {}


func _init(own: Node, of_stage: WorldwireStage) -> void:
	bridge = own
	stage = of_stage
	stage.tree.node_removed.connect(_tree_on_node_removed)


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
func find(id: Variant) -> Node:
	var instance: Variant = _instances.get(id)
	var node: Node = null if instance == null else instance_from_id(instance) as Node
	return node if node != null and stage.has(node) else null


# Whether an id was given, also to an object that does not exist any more.
func was_known(id: Variant) -> bool:
	if not id is String or not id.begins_with("obj:") or not id.substr(4).is_valid_int():
		return false
	var number := int(id.substr(4))
	return base >= 0 and number >= base and number < _next


func named(id: Variant) -> Variant:
	var node := find(id)
	if node != null:
		return node
	if id is String and id.begins_with("obj:"):
		return WorldwireRefusal.new("not-found", "there is no object %s" % id, SEARCH)
	var about := "%s is not an object id" % JSON.stringify(id)
	var meant := _by_name(id) if id is String and id.length() <= MAX_NAME else null
	if meant == null:
		return WorldwireRefusal.new("not-found", about, "ids look like \"obj:12\"; " + SEARCH)
	return WorldwireRefusal.new("not-found", about, "the id of %s is %s" % [stage.path_of(meant), id_of(meant)])


# Callers often send a name or a path instead of an id.
func _by_name(text: String) -> Node:
	if text.begins_with("/"):
		return stage.node_at(text)
	# Wildcards would find another one.
	return null if text.is_empty() or "*" in text or "?" in text or "/" in text else stage.root().find_child(text, true, false)


# Refuses changes of the bridge itself.
func changeable(id: Variant) -> Variant:
	var node: Variant = named(id)
	if node is Node and (node == bridge or bridge.is_ancestor_of(node)):
		return WorldwireRefusal.new("invalid", "%s is the bridge itself and cannot be changed" % id, "choose another object")
	return node


# Refuses to move or remove a node above the bridge.
func removable(id: Variant) -> Variant:
	var node: Variant = changeable(id)
	if node is Node and node.is_ancestor_of(bridge):
		return WorldwireRefusal.new("invalid", "%s contains the bridge and cannot be moved" % id, "make the bridge an autoload")
	return node


# All nodes of the tree but its root.
func count() -> int:
	return stage.count()


# The ids of nodes that were freed since the last call.
func sweep() -> Array:
	var gone := []
	if _left.is_empty():
		return gone
	for instance in _left.keys():
		var node: Node = instance_from_id(instance) as Node
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
