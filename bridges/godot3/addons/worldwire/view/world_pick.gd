extends Reference

# The nodes at a point of a 3D scene, nearest first: by physics, and meshes without a body by their triangles. Each is a hit with node,
# distance, point and normal; the normal is null if it is not known.

const MAX_HITS := 256
# A mesh with more triangles counts as its bounding box: each triangle costs some microseconds.
const MAX_TRIANGLES := 50000
# Time limit, because the game is blocked. Meshes after it count as their boxes, behind the others.
const MAX_USEC := 250000
const EVERYTHING := 0x7fffffff
const THIN := 0.001
const SKIN := 0.1

var _tree: SceneTree


func _init(tree: SceneTree) -> void:
	_tree = tree


func at(point: Vector2, camera: Camera) -> Array:
	var from := camera.project_ray_origin(point)
	var to := from + camera.project_ray_normal(point) * camera.far
	var seen := _seen(camera)
	var hits := {}
	_meet_bodies(camera, from, to, seen, hits)
	_meet_meshes(_candidates(seen, from, to), from, to, hits)
	return _by_distance(hits)


# Nodes that the camera can see, by instance ids.
func _seen(camera: Camera) -> Dictionary:
	var world := camera.get_world()
	var seen := {}
	var stack := [_tree.root]
	while not stack.empty():
		var node: Node = stack.pop_back()
		if _is_seen(node, camera, world):
			# Physics is updated at the end of the frame.
			node.force_update_transform()
			seen[node.get_instance_id()] = node
		for child in node.get_children():
			stack.push_back(child)
	return seen


# A hidden node does not hide all nodes below it, and a viewport may have its own world. Any node may own a physics body: the cells of
# a grid map have no nodes.
static func _is_seen(node: Node, camera: Camera, world: World) -> bool:
	if not node is Spatial:
		return false
	if node is VisualInstance and not node.layers & camera.cull_mask:
		return false
	return node.is_visible_in_tree() and node.get_world() == world


func _meet_bodies(camera: Camera, from: Vector3, to: Vector3, seen: Dictionary, hits: Dictionary) -> void:
	var space := camera.get_world().direct_space_state
	var met := []
	for _time in range(MAX_HITS):
		var hit := space.intersect_ray(from, to, met, EVERYTHING, true, true)
		if hit.empty():
			return
		met.append(hit.rid)
		var body = hit.collider
		if not is_instance_valid(body) or not seen.has(body.get_instance_id()):
			continue
		# If a node has several bodies, the nearest was hit first. The body of a CSG shape may lag behind the shape, and has the form of its
		# mesh.
		if not hits.has(body) and not _is_solid(body):
			hits[body] = {"node": body, "distance": from.distance_to(hit.position), "point": hit.position, "normal": hit.normal}


# Nodes whose boxes the ray enters, in that order.
static func _candidates(seen: Dictionary, from: Vector3, to: Vector3) -> Array:
	var candidates := []
	for node in seen.values():
		if _has_surface(node) and node.global_transform.basis.determinant() != 0:
			var back: Transform = node.global_transform.affine_inverse()
			var begin: Vector3 = back.xform(from)
			var end: Vector3 = back.xform(to)
			var box: AABB = node.get_aabb().grow(THIN)
			if box.intersects_segment(begin, end):
				var entry: float = from.distance_to(node.global_transform.xform(_entry(box, begin, end)))
				candidates.append([entry, candidates.size(), node])
	candidates.sort_custom(WorldwireNearness, "is_nearer")
	return candidates


func _meet_meshes(candidates: Array, from: Vector3, to: Vector3, found: Dictionary) -> void:
	var until := OS.get_ticks_usec() + MAX_USEC
	var corners_of := {}
	var hits := 0
	var farthest := 0.0
	for candidate in candidates:
		# A mesh is not hit before its box.
		if hits >= MAX_HITS and candidate[0] > farthest:
			return
		var node: GeometryInstance = candidate[2]
		var distance: float = candidate[0]
		var normal = null
		var mesh := _mesh(node)
		if OS.get_ticks_usec() >= until:
			distance = max(distance, farthest)
		elif mesh != null:
			if not corners_of.has(mesh):
				corners_of[mesh] = _corners(mesh)
			if corners_of[mesh] != null:
				var hit := _nearest(node.global_transform, corners_of[mesh], from, to)
				distance = hit[0]
				normal = hit[1]
		if distance == INF:
			continue
		# If a body and its mesh are at the same distance, the body goes first.
		var body = found.get(node.get_parent())
		var worn_by: float = INF if body == null else body.distance
		var point := from + (to - from).normalized() * distance
		var shown := worn_by if abs(distance - worn_by) < SKIN else distance
		found[node] = {"node": node, "distance": shown, "point": point, "normal": normal}
		hits += 1
		farthest = max(farthest, distance)


# Not the parts of a combined CSG shape.
static func _has_surface(node: Spatial) -> bool:
	return node is GeometryInstance and (not _is_solid(node) or node.is_root_shape())


# A build of the engine may not have this class.
static func _is_solid(node: Spatial) -> bool:
	return node.is_class("CSGShape")


static func _mesh(node: GeometryInstance) -> Mesh:
	if node is MeshInstance:
		return node.mesh
	# The transform and mesh of a CSG shape; empty before it is built.
	var solid: Array = node.get_meshes() if _is_solid(node) else []
	return solid[1] if solid.size() == 2 else null


# All triangles, or null if they are too many.
static func _corners(mesh: Mesh):
	var count := 0
	# Reading the triangles of a fine mesh takes long, so they are counted first if possible.
	for surface in range(mesh.get_surface_count() if mesh is ArrayMesh else 0):
		count += int(max(mesh.surface_get_array_index_len(surface), mesh.surface_get_array_len(surface)))
	if count > MAX_TRIANGLES * 3:
		return null
	# A primitive mesh caches its first triangles; a copy has the current ones.
	var corners: PoolVector3Array = (mesh.duplicate() if mesh is PrimitiveMesh else mesh).get_faces()
	return corners if corners.size() <= MAX_TRIANGLES * 3 else null


# The distance and the normal; infinite and null if all triangles are missed.
static func _nearest(place: Transform, corners: PoolVector3Array, from: Vector3, to: Vector3) -> Array:
	var back := place.affine_inverse()
	var begin: Vector3 = back.xform(from)
	var way: Vector3 = back.xform(to) - begin
	var nearest := INF
	var side := -1
	for corner in range(0, corners.size() - 2, 3):
		var hit = Geometry.ray_intersects_triangle(begin, way, corners[corner], corners[corner + 1], corners[corner + 2])
		if hit != null:
			var distance: float = from.distance_to(place.xform(hit))
			if distance < nearest:
				nearest = distance
				side = corner
	if side < 0:
		return [INF, null]
	var first: Vector3 = place.xform(corners[side])
	var normal: Vector3 = (place.xform(corners[side + 1]) - first).cross(place.xform(corners[side + 2]) - first).normalized()
	return [nearest, -normal if normal.dot(to - from) > 0 else normal]


# The distance at which a line enters a box.
static func _entry(box: AABB, begin: Vector3, end: Vector3) -> Vector3:
	var way := end - begin
	var first := 0.0
	for axis in range(3):
		if abs(way[axis]) > 0:
			var low: float = (box.position[axis] - begin[axis]) / way[axis]
			var high: float = (box.end[axis] - begin[axis]) / way[axis]
			first = max(first, min(low, high))
	return begin + way * first


static func _by_distance(hits: Dictionary) -> Array:
	var order := []
	for hit in hits.values():
		order.append([hit.distance, order.size(), hit])
	order.sort_custom(WorldwireNearness, "is_nearer")
	var nearest := []
	for entry in order.slice(0, MAX_HITS - 1):
		nearest.append(entry[2])
	return nearest


# Compares distance, then number: the engine's sort is not stable.
class WorldwireNearness:
	static func is_nearer(a: Array, b: Array) -> bool:
		return a[1] < b[1] if a[0] == b[0] else a[0] < b[0]
