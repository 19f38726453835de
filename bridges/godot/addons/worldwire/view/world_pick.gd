extends Reference

# What lies under a place of the picture, nearest first: what physics knows, and meshes without it, triangle by triangle.

const MOST_HITS := 256
# A finer mesh is taken for the box around it: each triangle costs about a microsecond.
const MOST_TRIANGLES := 50000
const EVERYTHING := 0x7fffffff
const THIN := 0.001
const SKIN := 0.1

var _tree: SceneTree


func _init(tree: SceneTree) -> void:
	_tree = tree


func at(point: Vector2, camera: Camera) -> Array:
	var from := camera.project_ray_origin(point)
	var to := from + camera.project_ray_normal(point) * camera.far
	var seen := _seen()
	var distances := {}
	_meet_bodies(camera, from, to, seen, distances)
	for mesh in seen.values():
		if mesh is VisualInstance:
			var distance := _distance(mesh, from, to)
			# Where a body wears its mesh like a skin, the body goes first.
			var worn_by: float = distances.get(mesh.get_parent(), INF)
			distances[mesh] = worn_by if abs(distance - worn_by) < SKIN else distance
	return _by_distance(distances)


# Everything that is on, by instance ids.
func _seen() -> Dictionary:
	var seen := {}
	var stack := [_tree.root]
	while not stack.empty():
		var node: Node = stack.pop_back()
		if node is Spatial:
			if not node.visible:
				continue
			# Physics hears of a move only at the end of the frame.
			if node is CollisionObject:
				node.force_update_transform()
			if node is CollisionObject or node is GeometryInstance:
				seen[node.get_instance_id()] = node
		elif node is CanvasItem and not node.visible:
			continue
		for child in node.get_children():
			stack.push_back(child)
	return seen


func _meet_bodies(camera: Camera, from: Vector3, to: Vector3, seen: Dictionary, distances: Dictionary) -> void:
	var space := camera.get_world().direct_space_state
	var met := []
	for _time in range(MOST_HITS):
		var hit := space.intersect_ray(from, to, met, EVERYTHING, true, true)
		if hit.empty():
			return
		met.append(hit.rid)
		var body = hit.collider
		if is_instance_valid(body) and seen.has(body.get_instance_id()):
			distances[body] = from.distance_to(hit.position)


# Far away where it is missed.
func _distance(instance: VisualInstance, from: Vector3, to: Vector3) -> float:
	var place := instance.global_transform
	if place.basis.determinant() == 0:
		return INF
	var back: Transform = place.affine_inverse()
	var begin: Vector3 = back.xform(from)
	var end: Vector3 = back.xform(to)
	var box := instance.get_aabb().grow(THIN)
	if not box.intersects_segment(begin, end):
		return INF
	var mesh = instance.mesh if instance is MeshInstance else null
	if mesh == null:
		return from.distance_to(place.xform(_entry(box, begin, end)))
	# A shape by numbers keeps its first triangles when they change; a copy has those of now.
	var corners: PoolVector3Array = (mesh.duplicate() if mesh is PrimitiveMesh else mesh).get_faces()
	if corners.size() > MOST_TRIANGLES * 3:
		return from.distance_to(place.xform(_entry(box, begin, end)))
	var way := end - begin
	var nearest := INF
	for corner in range(0, corners.size() - 2, 3):
		var hit = Geometry.ray_intersects_triangle(begin, way, corners[corner], corners[corner + 1], corners[corner + 2])
		if hit != null:
			nearest = min(nearest, from.distance_to(place.xform(hit)))
	return nearest


# Where a line goes into a box.
static func _entry(box: AABB, begin: Vector3, end: Vector3) -> Vector3:
	var way := end - begin
	var first := 0.0
	for axis in range(3):
		if abs(way[axis]) > 0:
			var low: float = (box.position[axis] - begin[axis]) / way[axis]
			var high: float = (box.end[axis] - begin[axis]) / way[axis]
			first = max(first, min(low, high))
	return begin + way * first


static func _by_distance(distances: Dictionary) -> Array:
	var order := []
	for node in distances:
		if distances[node] < INF:
			order.append(node)
	var sorted := []
	while not order.empty():
		var nearest: Node = order[0]
		for node in order:
			if distances[node] < distances[nearest]:
				nearest = node
		order.erase(nearest)
		sorted.append(nearest)
	return sorted
