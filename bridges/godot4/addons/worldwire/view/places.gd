extends RefCounted

# Where nodes are, and how large they are. A 2D node is in pixels, with z 0.

const WorldwireFlatShapes = preload("flat_shapes.gd")
const WorldwirePlane2D = preload("plane.gd")
const CORNERS := 8


# The position in world space, or null.
static func position_of(node: Node) -> Variant:
	if node is Node3D:
		return node.global_transform.origin
	if node is Node2D:
		return _flat(node.global_position)
	return _flat(node.global_position) if node is Control else null


# A box in world space as {min, max}, or null.
static func bounds_of(node: Node) -> Variant:
	var box: Variant = _box_of(node)
	if box == null:
		var flat = flat_bounds_of(node)
		if flat == null:
			return null
		# A stretched window has more pixels than its canvas has units.
		flat = WorldwirePlane2D.from_canvas_of(node.get_viewport()) * flat
		box = AABB(_flat(flat.position), _flat(flat.size))
	for axis in 3:
		if absf(box.position[axis]) >= 1e30 or absf(box.size[axis]) >= 1e30:
			return null
	return {"min": plain(box.position), "max": plain(box.end)}


# The rectangle of a 2D node in pixels from the upper left corner of the picture, or null.
static func flat_bounds_of(node: Node) -> Variant:
	var rect = null
	if node is Control:
		rect = Rect2(Vector2.ZERO, node.size)
	elif node is Node2D:
		rect = WorldwireFlatShapes.rect_of(node)
	return null if rect == null else node.get_global_transform_with_canvas() * (rect)


static func plain(vector: Vector3) -> Dictionary:
	return {"x": vector.x, "y": vector.y, "z": vector.z}


# Whether it is a node of 3D that draws.
static func is_drawn(node: Node) -> bool:
	return node is GeometryInstance3D or node is GridMap


# Of a node that draws, in world space.
static func drawn_box_of(node: Node3D) -> AABB:
	return node.global_transform * (_blocks_box(node) if node is GridMap else node.get_aabb())


# Without a size if it has no blocks.
static func _blocks_box(grid: GridMap) -> AABB:
	var meshes := grid.get_meshes()
	var box := AABB()
	for at in range(0, meshes.size() - 1, 2):
		if meshes[at + 1] != null:
			var own: AABB = meshes[at] * meshes[at + 1].get_aabb()
			box = own if not box.has_surface() else box.merge(own)
	return box


static func _box_of(node: Node) -> Variant:
	if is_drawn(node):
		var drawn := drawn_box_of(node)
		return null if node is GridMap and not drawn.has_surface() else drawn
	var box = _shape_box(node.shape) if node is CollisionShape3D else null
	return null if box == null else node.global_transform * (box)


# The box of a shape around its origin, or null for one without an end.
static func _shape_box(shape: Shape3D) -> Variant:
	if shape is BoxShape3D:
		return _centred(shape.size / 2)
	if shape is SphereShape3D:
		return _centred(Vector3.ONE * shape.radius)
	if shape is CapsuleShape3D:
		return _centred(Vector3(shape.radius, shape.height / 2, shape.radius))
	if shape is CylinderShape3D:
		return _centred(Vector3(shape.radius, shape.height / 2, shape.radius))
	if shape is ConvexPolygonShape3D:
		return _around(shape.points)
	return _around(shape.get_faces()) if shape is ConcavePolygonShape3D else null


static func _centred(half: Vector3) -> AABB:
	return AABB(-half, half * 2)


static func _around(points: PackedVector3Array) -> Variant:
	if points.size() == 0:
		return null
	var box := AABB(points[0], Vector3.ZERO)
	for point in points:
		box = box.expand(point)
	return box


static func _flat(vector: Vector2) -> Vector3:
	return Vector3(vector.x, vector.y, 0)
