extends Reference

# The controls at a point of the picture, topmost first: those that receive the mouse.

var _tree: SceneTree


func _init(tree: SceneTree) -> void:
	_tree = tree


func at(point: Vector2) -> Array:
	# By layers; top-level controls are the upper half of each.
	var layers := {}
	var stack := [[_tree.root, 0, false, false]]
	while not stack.empty():
		var entry: Array = stack.pop_back()
		var node: Node = entry[0]
		var layer: int = entry[1]
		var above: bool = entry[2]
		var clipped: bool = entry[3]
		# Nodes of another viewport are elsewhere.
		if node is Viewport and node != _tree.root:
			continue
		if node is CanvasLayer:
			layer = node.layer
			above = false
		# An item clips and hides only canvas items directly below it.
		if not node is CanvasItem or node.is_set_as_toplevel():
			clipped = false
		if node is Control and node.is_visible_in_tree():
			above = above or node.is_set_as_toplevel()
			var covers := _covers(node, point)
			if covers and not clipped and node.mouse_filter != Control.MOUSE_FILTER_IGNORE:
				var level := layer * 2 + int(above)
				if not layers.has(level):
					layers[level] = []
				layers[level].append(node)
			clipped = clipped or node.rect_clip_content and not covers
		for at in range(node.get_child_count() - 1, -1, -1):
			stack.push_back([node.get_child(at), layer, above, clipped])
	var levels := layers.keys()
	levels.sort()
	levels.invert()
	var hits := []
	for level in levels:
		layers[level].invert()
		hits += layers[level]
	return hits


static func _covers(control: Control, point: Vector2) -> bool:
	var place := control.get_global_transform_with_canvas()
	if place.x.cross(place.y) == 0:
		return false
	return Rect2(Vector2(), control.rect_size).has_point(place.affine_inverse().xform(point))
