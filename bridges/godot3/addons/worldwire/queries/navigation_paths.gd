extends Reference

# Paths on the navigation meshes of Navigation and Navigation2D nodes.

const WorldwireRefusal = preload("../refusal.gd")
# How far the end may be from the goal. A navigation mesh lies a little above its floor.
const NEAR := 0.25
const NEAR_UP := 1.0
const NEAR_PIXELS := 2.0

var _root: Viewport


func _init(root: Viewport) -> void:
	_root = root


# The best path of all navigation nodes: one that reaches the goal, or else the one that ends nearest to it.
func find(from: Vector3, to: Vector3):
	var best = null
	var has_any := false
	var stack := [_root]
	while not stack.empty():
		var node: Node = stack.pop_back()
		var points := []
		if node is Navigation:
			points = _in_space(node, from, to)
		elif node is Navigation2D and from.z == 0 and to.z == 0:
			points = _in_plane(node, from, to)
		has_any = has_any or node is Navigation or node is Navigation2D
		if not points.empty():
			var end: Vector3 = points.back()
			var reached: bool = _is_at(end, to, node is Navigation)
			var away := end.distance_to(to)
			if best == null or reached and not best.reached or reached == best.reached and away < best.away:
				best = {"points": points, "reached": reached, "away": away}
		for child in node.get_children():
			stack.push_back(child)
	if not has_any:
		return WorldwireRefusal.new("not-found", "the scene has no Navigation or Navigation2D node", "only a scene with a navigation mesh has paths; cast rays instead")
	return {"points": [], "reached": false} if best == null else best


static func _in_space(navigation: Navigation, from: Vector3, to: Vector3) -> Array:
	var place := navigation.global_transform
	if place.basis.determinant() == 0:
		return []
	var points := []
	for point in navigation.get_simple_path(place.affine_inverse().xform(from), place.affine_inverse().xform(to), true):
		points.append(place.xform(point))
	return points


static func _in_plane(navigation: Navigation2D, from: Vector3, to: Vector3) -> Array:
	var place := navigation.global_transform
	if place.x.cross(place.y) == 0:
		return []
	var back := place.affine_inverse()
	var points := []
	for point in navigation.get_simple_path(back.xform(Vector2(from.x, from.y)), back.xform(Vector2(to.x, to.y)), true):
		var at: Vector2 = place.xform(point)
		points.append(Vector3(at.x, at.y, 0))
	return points


static func _is_at(end: Vector3, to: Vector3, is_deep: bool) -> bool:
	if not is_deep:
		return end.distance_to(to) <= NEAR_PIXELS
	return Vector2(end.x - to.x, end.z - to.z).length() <= NEAR and abs(end.y - to.y) <= NEAR_UP
