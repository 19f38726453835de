extends Reference

# What lies under a place of a flat scene, topmost first: what physics knows there, and sprites.

const MOST_HITS := 64
const EVERYTHING := 0x7fffffff

var _tree: SceneTree


func _init(tree: SceneTree) -> void:
	_tree = tree


func at(point: Vector2) -> Array:
	var place: Vector2 = _tree.root.canvas_transform.affine_inverse().xform(point)
	var met := {}
	var space: Physics2DDirectSpaceState = _tree.root.world_2d.direct_space_state
	for hit in space.intersect_point(place, MOST_HITS, [], EVERYTHING, true, true):
		if is_instance_valid(hit.collider):
			met[hit.collider.get_instance_id()] = true
	var hits := []
	var levels := []
	_collect(_tree.root, place, met, 0, hits, levels)
	return _topmost_first(hits, levels)


# In the order of drawing, each with its level.
func _collect(root: Node, place: Vector2, met: Dictionary, level: int, hits: Array, levels: Array) -> void:
	var stack := [[root, level]]
	while not stack.empty():
		var entry: Array = stack.pop_back()
		var node: Node = entry[0]
		var own: int = entry[1]
		if node is CanvasItem and not node.visible:
			continue
		if node is Node2D:
			own = node.z_index + (own if node.z_as_relative else 0)
			if met.has(node.get_instance_id()) or _covers(node, place):
				hits.append(node)
				levels.append(own)
		for at in range(node.get_child_count() - 1, -1, -1):
			stack.push_back([node.get_child(at), own])


static func _covers(node: Node2D, place: Vector2) -> bool:
	var own := node.global_transform
	if not (node is Sprite) or node.texture == null or own.x.cross(own.y) == 0:
		return false
	return node.get_rect().has_point(own.affine_inverse().xform(place))


static func _topmost_first(hits: Array, levels: Array) -> Array:
	var sorted := []
	while not hits.empty():
		var top := 0
		for at in range(hits.size()):
			if levels[at] >= levels[top]:
				top = at
		sorted.append(hits[top])
		hits.remove(top)
		levels.remove(top)
	return sorted
