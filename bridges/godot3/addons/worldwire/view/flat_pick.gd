extends Reference

# The nodes at a point of a 2D scene, topmost first: by what they draw, and by physics.

const WorldwireFlatShapes = preload("flat_shapes.gd")
const MAX_HITS := 64
const EVERYTHING := 0x7fffffff

var _tree: SceneTree


func _init(tree: SceneTree) -> void:
	_tree = tree


func at(point: Vector2) -> Array:
	var hits := []
	# Bodies at the point by the instance ids of their canvas layers; 0 without a layer.
	var met := {}
	# In drawing order, each with its layer and z index.
	var stack := [[_tree.root, null, 0]]
	while not stack.empty():
		var entry: Array = stack.pop_back()
		var node: Node = entry[0]
		var layer: CanvasLayer = entry[1]
		var level: int = entry[2]
		# Nodes of another viewport are elsewhere.
		if node is Viewport and node != _tree.root:
			continue
		if node is CanvasLayer:
			layer = node
		if not node is CanvasItem:
			level = 0
		elif node is Node2D:
			level = node.z_index + (level if node.z_as_relative else 0)
			if node.is_visible_in_tree() and (_covers(node, point) or _meets(node, point, layer, met)):
				hits.append([0 if layer == null else layer.layer, level, hits.size(), node])
		for at in range(node.get_child_count() - 1, -1, -1):
			stack.push_back([node.get_child(at), layer, level])
	hits.sort_custom(WorldwireHeight, "is_higher")
	var nodes := []
	for hit in hits:
		nodes.append(hit[3])
	return nodes


static func _covers(node: Node2D, point: Vector2) -> bool:
	var place := node.get_global_transform_with_canvas()
	return place.x.cross(place.y) != 0 and WorldwireFlatShapes.cover(node, place.affine_inverse().xform(point))


# One physics query per layer, because each layer has its own transform.
func _meets(node: Node2D, point: Vector2, layer: CanvasLayer, met: Dictionary) -> bool:
	var canvas := 0 if layer == null else layer.get_instance_id()
	if not met.has(canvas):
		met[canvas] = _bodies(node.get_canvas_transform(), point, canvas)
	return met[canvas].has(node.get_instance_id())


func _bodies(place: Transform2D, point: Vector2, canvas: int) -> Dictionary:
	var bodies := {}
	if place.x.cross(place.y) != 0:
		var space := _tree.root.world_2d.direct_space_state
		var at: Vector2 = place.affine_inverse().xform(point)
		for hit in space.intersect_point_on_canvas(at, canvas, MAX_HITS, [], EVERYTHING, true, true):
			bodies[hit.collider_id] = true
	return bodies


# Compares layer, z index and drawing order.
class WorldwireHeight:
	static func is_higher(a: Array, b: Array) -> bool:
		for at in range(3):
			if a[at] != b[at]:
				return a[at] > b[at]
		return false
