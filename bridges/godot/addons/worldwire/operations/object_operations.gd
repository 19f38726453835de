extends Reference

const Refusal = preload("../refusal.gd")
const Cards = preload("../scene/cards.gd")
const Room = preload("../reflection/room.gd")
# The engine goes down a tree by recursion.
const DEEPEST := 256
const NOT_IN_NAMES := ".:@/\""

var _objects
var _scenes
var _cards
var _list
var _maker
var _root: Viewport


func _init(parts: Dictionary) -> void:
	_objects = parts.objects
	_scenes = parts.scenes
	_cards = parts.cards
	_list = parts.object_list
	_maker = parts.maker
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
	var node = _objects.named(params.get("id"))
	return node if node is Refusal else _cards.of(node)


func create(params: Dictionary):
	var name = params.get("name")
	var fault = _fault_of_name(name)
	if fault is Refusal:
		return fault
	var parent = null if params.get("parent") == null else _objects.changeable(params.parent)
	if parent is Refusal:
		return parent
	if parent != null and _depth_of(parent) >= DEEPEST:
		return _too_deep()
	var node = _maker.make(params.get("components", []), parent)
	if node is Refusal:
		return node
	node.name = name
	# Siblings have names of their own: a number is added where there is one of that name.
	(_root if parent == null else parent).add_child(node, true)
	if parent == null:
		_scenes.claim(node)
	return _cards.of(node)


func destroy(params: Dictionary):
	var node = _objects.removable(params.get("id"))
	if node is Refusal:
		return node
	var destroyed := []
	for member in _family(node):
		destroyed.append(_objects.id_of(member))
	node.free()
	return {"destroyed": destroyed}


func activate(params: Dictionary):
	var node = _objects.changeable(params.get("id"))
	if node is Refusal:
		return node
	if not params.get("active") is bool:
		return Refusal.new("invalid", "active is true or false")
	if not Cards.has_switch(node):
		var about: String = "a %s cannot be switched off: it is nothing that is seen" % node.get_class()
		return Refusal.new("unsupported", about, "switch its parent, or set its pause_mode")
	var before: bool = node.visible
	node.visible = params.active
	return {"before": before, "after": node.visible}


func reparent(params: Dictionary):
	var node = _objects.removable(params.get("id"))
	if node is Refusal:
		return node
	if not params.has("parent"):
		return Refusal.new("invalid", "parent is the id of an object, or null")
	var parent = _root if params.parent == null else _objects.changeable(params.parent)
	if parent is Refusal:
		return parent
	if parent == node or node.is_a_parent_of(parent):
		return Refusal.new("invalid", "%s is %s or below it" % [params.parent, params.id], "choose another parent")
	if _scenes.is_scene_root(node):
		return Refusal.new("invalid", "%s is the root of a scene and stays where it is" % params.id, "move what is below it")
	var height := 0
	for member in _family(node):
		height = int(max(height, _depth_of(member) - _depth_of(node) + 1))
	if _depth_of(parent) + height > DEEPEST:
		return _too_deep()
	var name = params.get("name", node.name)
	var fault = null if name is String and name == node.name else _fault_of_name(name)
	if fault is Refusal:
		return fault
	# Behind the others, unless it is said or it stays among them.
	var index = params.get("index", node.get_index() if parent == node.get_parent() else parent.get_child_count())
	if not Room.is_number(index) or not Room.is_whole(index) or index < 0:
		return Refusal.new("invalid", "index is %s" % [index], "send a whole number, 0 or more")
	var before = _cards.parent_of(node)
	var place := {"before": _place_of(node)}
	if parent != node.get_parent() or name != node.name:
		_move(node, parent, name)
	parent.move_child(node, int(min(index, parent.get_child_count() - 1)))
	place.after = _place_of(node)
	return {"before": before, "after": _cards.parent_of(node), "place": place}


# Its place in the world stays as it was.
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


# Nothing, or a refusal.
static func _fault_of_name(name):
	if not name is String or name.strip_edges().empty():
		return Refusal.new("invalid", "an object needs a name")
	for letter in NOT_IN_NAMES:
		if letter in name:
			return Refusal.new("invalid", "a name has no %s in it" % letter, "leave out %s" % NOT_IN_NAMES)
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


# Levels from the root down to it, the root not counted.
func _depth_of(node: Node) -> int:
	var depth := 0
	while node != _root:
		node = node.get_parent()
		depth += 1
	return depth


func _too_deep() -> Refusal:
	return Refusal.new("invalid", "objects nest %d levels deep at most" % DEEPEST, "choose a parent further up")
