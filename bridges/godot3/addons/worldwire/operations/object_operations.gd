extends Reference

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireObjectInfo = preload("../scene/object_info.gd")
const WorldwireNumberRange = preload("../reflection/number_range.gd")
const WorldwireDryRun = preload("../dry_run.gd")
# The engine walks a tree by recursion.
const MAX_DEPTH := 256
const NOT_IN_NAMES := ".:@/\""

var _objects
var _scenes
var _object_info
var _list
var _node_factory
var _root: Viewport


func _init(parts: Dictionary) -> void:
	_objects = parts.objects
	_scenes = parts.scenes
	_object_info = parts.object_info
	_list = parts.object_list
	_node_factory = parts.node_factory
	_root = parts.tree.root


func handlers() -> Dictionary:
	return {
		"object.list": "list",
		"object.get": "describe",
		"object.create": "create",
		"object.destroy": "destroy",
		"object.activate": "activate",
		"object.reparent": "reparent",
	}


func list(params: Dictionary):
	return _list.list(params)


func describe(params: Dictionary):
	return _list.describe(params)


func create(params: Dictionary):
	var name = params.get("name")
	var fault = _fault_of_name(name)
	if fault is WorldwireRefusal:
		return fault
	var parent = null if params.get("parent") == null else _objects.changeable(params.parent)
	if parent is WorldwireRefusal:
		return parent
	if parent != null and _depth_of(parent) >= MAX_DEPTH:
		return _too_deep()
	var node = _node_factory.make(params.get("components", []), parent)
	if node is WorldwireRefusal:
		return node
	node.name = name
	# Names of siblings are unique: the engine adds a number.
	(_root if parent == null else parent).add_child(node, true)
	if parent == null:
		_scenes.claim(node)
	return _object_info.of(node)


func destroy(params: Dictionary):
	var fault = WorldwireDryRun.fault_of(params)
	var node = fault if fault is WorldwireRefusal else _objects.removable(params.get("id"))
	if node is WorldwireRefusal:
		return node
	var destroyed := []
	for member in _family(node):
		destroyed.append(_objects.id_of(member))
	if not WorldwireDryRun.is_wanted(params):
		node.free()
	return {"destroyed": destroyed}


func activate(params: Dictionary):
	var fault = WorldwireDryRun.fault_of(params)
	var node = fault if fault is WorldwireRefusal else _objects.changeable(params.get("id"))
	if node is WorldwireRefusal:
		return node
	if not params.get("active") is bool:
		return WorldwireRefusal.new("invalid", "active is %s" % [params.get("active")], "send true or false")
	if not WorldwireObjectInfo.can_hide(node):
		var about: String = "a %s cannot be switched off: it is nothing that is seen" % node.get_class()
		return WorldwireRefusal.new("unsupported", about, "deactivate its parent, or set its pause_mode")
	var before: bool = node.visible
	if WorldwireDryRun.is_wanted(params):
		return {"before": before, "after": params.active}
	node.visible = params.active
	return {"before": before, "after": node.visible}


func reparent(params: Dictionary):
	var dry_run_fault = WorldwireDryRun.fault_of(params)
	var node = dry_run_fault if dry_run_fault is WorldwireRefusal else _objects.removable(params.get("id"))
	if node is WorldwireRefusal:
		return node
	if not params.has("parent"):
		return WorldwireRefusal.new("invalid", "parent is missing", "send the id of an object, or null for the root")
	var parent = _root if params.parent == null else _objects.changeable(params.parent)
	if parent is WorldwireRefusal:
		return parent
	if parent == node or node.is_a_parent_of(parent):
		return WorldwireRefusal.new("invalid", "%s is %s or a descendant of it" % [params.parent, params.id], "choose another parent")
	if _scenes.is_scene_root(node):
		return WorldwireRefusal.new("invalid", "%s is the root of a scene and cannot be moved" % params.id, "move its children")
	var height := 0
	for member in _family(node):
		height = int(max(height, _depth_of(member) - _depth_of(node) + 1))
	if _depth_of(parent) + height > MAX_DEPTH:
		return _too_deep()
	var name = params.get("name", node.name)
	var fault = null if name is String and name == node.name else _fault_of_name(name)
	if fault is WorldwireRefusal:
		return fault
	# After the others, unless an index is given or the parent stays the same.
	var index = params.get("index", node.get_index() if parent == node.get_parent() else parent.get_child_count())
	if not WorldwireNumberRange.is_number(index) or not WorldwireNumberRange.is_whole(index) or index < 0:
		return WorldwireRefusal.new("invalid", "index is %s" % [index], "send a whole number, 0 or more")
	var before = _object_info.parent_of(node)
	var place := {"before": _place_of(node)}
	if WorldwireDryRun.is_wanted(params):
		var last: int = parent.get_child_count() - int(parent == node.get_parent())
		place.after = {"name": name, "index": int(min(index, last))}
		return {"before": before, "after": null if parent == _root else _objects.id_of(parent), "place": place}
	if parent != node.get_parent() or name != node.name:
		_move(node, parent, name)
	parent.move_child(node, int(min(index, parent.get_child_count() - 1)))
	place.after = _place_of(node)
	return {"before": before, "after": _object_info.parent_of(node), "place": place}


# The global transform does not change.
func _move(node: Node, parent: Node, name: String) -> void:
	var top := node
	while top.get_parent() != _root:
		top = top.get_parent()
	var place = null
	if node is Spatial or node is Node2D:
		place = node.global_transform
	elif node is Control:
		place = node.rect_global_position
	node.get_parent().remove_child(node)
	if name != node.name:
		node.name = name
	parent.add_child(node, true)
	if parent == _root:
		_scenes.claim(node, top)
	if node is Spatial or node is Node2D:
		node.global_transform = place
	elif node is Control:
		node.rect_global_position = place


# Null, or a refusal.
static func _fault_of_name(name):
	if not name is String or name.strip_edges().empty():
		return WorldwireRefusal.new("invalid", "the object needs a name", "send text that is not empty")
	for letter in NOT_IN_NAMES:
		if letter in name:
			return WorldwireRefusal.new("invalid", "a name must not contain %s" % letter, "do not use %s" % NOT_IN_NAMES)
	return null


static func _place_of(node: Node) -> Dictionary:
	return {"name": node.name, "index": node.get_index()}


static func _family(node: Node) -> Array:
	var family := [node]
	var at := 0
	while at < family.size():
		for child in family[at].get_children():
			family.push_back(child)
		at += 1
	return family


# Levels below the root.
func _depth_of(node: Node) -> int:
	var depth := 0
	while node != _root:
		node = node.get_parent()
		depth += 1
	return depth


func _too_deep() -> WorldwireRefusal:
	return WorldwireRefusal.new("invalid", "objects can nest %d levels at most" % MAX_DEPTH, "choose a parent closer to the root")
