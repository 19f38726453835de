extends Reference

# Questions about physics, navigation, signals, animations, controls and cells.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwirePaging = preload("../paging.gd")
const WorldwireValues = preload("../reflection/values.gd")
const WorldwireNumberRange = preload("../reflection/number_range.gd")
const WorldwireObjectInfo = preload("../scene/object_info.gd")
const WorldwirePlaces = preload("../view/places.gd")
const WorldwireCells = preload("../queries/cells.gd")
const MAX_SIZE := 1e6

var _parts: Dictionary
var _objects


func _init(parts: Dictionary) -> void:
	_parts = parts
	_objects = parts.objects


func handlers() -> Dictionary:
	return {
		"physics.ray": "ray",
		"physics.overlap": "overlap",
		"navigation.path": "path",
		"signal.list": "signals",
		"animation.get": "animation",
		"ui.list": "controls",
		"cells.list": "cells",
	}


func ray(params: Dictionary):
	var ends = _vectors(params, ["from", "to"])
	if ends is WorldwireRefusal:
		return ends
	if ends[0] == ends[1]:
		return WorldwireRefusal.new("invalid", "from and to are the same place", "send two places, or use physics.overlap")
	var hit = _parts.physics_queries.ray(ends[0], ends[1])
	if hit == null:
		return null
	var answer := _reference(hit.node)
	answer.point = WorldwirePlaces.plain(hit.point)
	answer.normal = WorldwirePlaces.plain(hit.normal)
	answer.distance = hit.distance
	return answer


func overlap(params: Dictionary):
	var at = _vectors(params, ["at"])
	if at is WorldwireRefusal:
		return at
	if params.has("radius") == params.has("box"):
		return WorldwireRefusal.new("invalid", "it needs either radius or box", "send the radius of a sphere, or half the size of a box as {x, y, z}")
	var radius := -1.0
	var half := Vector3.ZERO
	if params.has("radius"):
		if not WorldwireNumberRange.is_number(params.radius) or params.radius <= 0 or params.radius > MAX_SIZE:
			return WorldwireRefusal.new("invalid", "radius is %s" % JSON.print(params.radius), "send a number above 0")
		radius = params.radius
	else:
		var box = _vectors(params, ["box"])
		if box is WorldwireRefusal:
			return box
		half = box[0]
		if half.x <= 0 or half.y <= 0 or half.z < 0 or half.z == 0 and at[0].z != 0:
			return WorldwireRefusal.new("invalid", "box is %s" % JSON.print(params.box), "send half extents above 0")
		# In 2D there is no depth.
		half.z = max(half.z, 0.001)
	var found := []
	for node in _parts.physics_queries.overlap(at[0], radius, half):
		found.append(_reference(node))
	return WorldwirePaging.page_of(found, params)


func path(params: Dictionary):
	var ends = _vectors(params, ["from", "to"])
	var found = ends if ends is WorldwireRefusal else _parts.navigation_paths.find(ends[0], ends[1])
	if found is WorldwireRefusal:
		return found
	var length := 0.0
	var points := []
	for at in range(found.points.size()):
		points.append(WorldwirePlaces.plain(found.points[at]))
		length += 0.0 if at == 0 else found.points[at].distance_to(found.points[at - 1])
	return {"reached": found.reached, "length": length, "points": points}


func signals(params: Dictionary):
	var node = _objects.named(params.get("object"))
	if node is WorldwireRefusal:
		return node
	var page = WorldwirePaging.page_of(node.get_signal_list(), params)
	if page is WorldwireRefusal:
		return page
	var found := []
	for declared in page.items:
		var args := []
		for arg in declared.args:
			args.append({"name": arg.name, "type": WorldwireValues.type_of(arg)})
		found.append({"name": declared.name, "args": args, "connections": _connections(node, declared.name)})
	return {"total": page.total, "items": found}


# Those to nodes of the tree. Connections of the bridge itself are left out.
func _connections(node: Node, name: String) -> Array:
	var found := []
	for connection in node.get_signal_connection_list(name):
		var target = connection.target
		if target is Node and target.is_inside_tree() and target.get_parent() != null and not _is_own(target):
			found.append({"target": _reference(target), "method": connection.method})
	return found


func animation(params: Dictionary):
	var node = _objects.named(params.get("object"))
	return node if node is WorldwireRefusal else _parts.animations.of(node)


func controls(params: Dictionary):
	var top: Node = _parts.tree.root
	if params.get("root") != null:
		var node = _objects.named(params.root)
		if node is WorldwireRefusal:
			return node
		top = node
	if not params.get("clickable", false) is bool:
		return WorldwireRefusal.new("invalid", "clickable is %s" % JSON.print(params.clickable), "send true or false, or leave it out")
	var found: Array = _parts.controls.below(top)
	if not params.get("clickable", false):
		var page = WorldwirePaging.page_of(found, params)
		if page is WorldwireRefusal:
			return page
		var cards := []
		for control in page.items:
			cards.append(_parts.controls.describe(control))
		return {"total": page.total, "items": cards}
	var clickable := []
	for control in found:
		var card: Dictionary = _parts.controls.describe(control)
		if card.clickable:
			clickable.append(card)
	return WorldwirePaging.page_of(clickable, params)


func cells(params: Dictionary):
	var node = _objects.named(params.get("object"))
	return node if node is WorldwireRefusal else WorldwireCells.of(node, params)


func _is_own(node: Node) -> bool:
	return node == _objects.bridge or _objects.bridge.is_a_parent_of(node)


func _reference(node: Node) -> Dictionary:
	return {"id": _objects.id_of(node), "path": WorldwireObjectInfo.path_of(node)}


# An array of vectors, or a refusal.
static func _vectors(params: Dictionary, names: Array):
	var vectors := []
	for name in names:
		var json = params.get(name)
		var is_vector := json is Dictionary
		for axis in ["x", "y", "z"]:
			is_vector = is_vector and WorldwireNumberRange.is_number(json.get(axis)) and WorldwireNumberRange.is_single(json[axis])
		if not is_vector:
			return WorldwireRefusal.new("invalid", "%s is %s" % [name, JSON.print(json)], "send {x, y, z}, with z 0 in a 2D scene")
		vectors.append(Vector3(json.x, json.y, json.z))
	return vectors
