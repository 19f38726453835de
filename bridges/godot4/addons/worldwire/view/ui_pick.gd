extends RefCounted

# The controls at a point of the picture, topmost first: those that receive the mouse.

const WorldwireStage = preload("../stage.gd")
const WorldwireScreen = preload("screen.gd")

var _stage: WorldwireStage


func _init(stage: WorldwireStage) -> void:
	_stage = stage


func at(point: Vector2) -> Array:
	return _in(_stage.viewport(), point)


# In a viewport and in those that it shows. A window keeps the mouse from what is below it, and an exclusive one from everything else.
static func _in(viewport: Viewport, point: Vector2) -> Array:
	for window: Window in WorldwireScreen.windows_in(viewport):
		if WorldwireScreen.frame_of(window).has_point(point):
			var inside := Transform2D(0, Vector2(window.position)) * window.get_final_transform()
			return _in(window, inside.affine_inverse() * point)
		if window.exclusive:
			return []
	var hits := []
	for control: Control in _controls(viewport, point):
		for shown in control.get_children() if control is SubViewportContainer else ([] as Array[Node]):
			if shown is SubViewport:
				var inside := control.get_global_transform_with_canvas() * WorldwireScreen.stretch_of(control, shown)
				hits += _in(shown, inside.affine_inverse() * point)
		hits.append(control)
	return hits


static func _controls(viewport: Viewport, point: Vector2) -> Array:
	# By layers; top-level controls are the upper half of each.
	var layers := {}
	var stack := [[viewport, 0, false, false]]
	while not stack.is_empty():
		var entry: Array = stack.pop_back()
		var node: Node = entry[0]
		var layer: int = entry[1]
		var above: bool = entry[2]
		var clipped: bool = entry[3]
		# Nodes of another viewport are elsewhere.
		if node is Viewport and node != viewport:
			continue
		if node is CanvasLayer:
			if not node.visible:
				continue
			layer = node.layer
			above = false
		# An item clips and hides only canvas items directly below it.
		if not node is CanvasItem or node.is_set_as_top_level():
			clipped = false
		if node is Control and node.is_visible_in_tree():
			above = above or node.is_set_as_top_level()
			var covers := _covers(node, point)
			if covers and not clipped and node.mouse_filter != Control.MOUSE_FILTER_IGNORE:
				var level := layer * 2 + int(above)
				if not layers.has(level):
					layers[level] = []
				layers[level].append(node)
			clipped = clipped or node.clip_contents and not covers
		# The buttons of a dialog are internal nodes.
		for at in range(node.get_child_count(node is Window) - 1, -1, -1):
			stack.push_back([node.get_child(at, node is Window), layer, above, clipped])
	var levels := layers.keys()
	levels.sort()
	levels.reverse()
	var hits := []
	for level in levels:
		layers[level].reverse()
		hits += layers[level]
	return hits


# The topmost, or null.
func top(point: Vector2) -> Control:
	var controls := at(point)
	return null if controls.is_empty() else controls[0]


static func _covers(control: Control, point: Vector2) -> bool:
	var place := control.get_global_transform_with_canvas()
	if place.x.cross(place.y) == 0:
		return false
	return Rect2(Vector2(), control.size).has_point(place.affine_inverse() * point)
