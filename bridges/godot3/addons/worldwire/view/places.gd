extends Reference

# Where nodes are, and how large they are. A 2D node is in pixels, with z 0.

const CORNERS := 8


# The position in world space, or null.
static func position_of(node: Node):
	if node is Spatial:
		return node.global_transform.origin
	if node is Node2D:
		return _flat(node.global_position)
	return _flat(node.rect_global_position) if node is Control else null


# A box in world space as {min, max}, or null.
static func bounds_of(node: Node):
	var box = _box_of(node)
	if box == null:
		var flat = flat_bounds_of(node)
		if flat == null:
			return null
		box = AABB(_flat(flat.position), _flat(flat.size))
	var is_finite := true
	for axis in range(3):
		is_finite = is_finite and abs(box.position[axis]) < 1e30 and abs(box.size[axis]) < 1e30
	return {"min": plain(box.position), "max": plain(box.end)} if is_finite else null


# The rectangle of a 2D node in pixels from the upper left corner of the picture, or null.
static func flat_bounds_of(node: Node):
	var rect = null
	if node is Control:
		rect = Rect2(Vector2.ZERO, node.rect_size)
	elif node is Sprite and node.texture != null:
		rect = node.get_rect()
	return null if rect == null else node.get_global_transform_with_canvas().xform(rect)


static func corner_of(box: AABB, at: int) -> Vector3:
	return box.get_endpoint(at)


static func plain(vector: Vector3) -> Dictionary:
	return {"x": vector.x, "y": vector.y, "z": vector.z}


static func _box_of(node: Node):
	if node is GeometryInstance:
		return node.get_transformed_aabb()
	var box = _shape_box(node.shape) if node is CollisionShape else null
	return null if box == null else node.global_transform.xform(box)


# The box of a shape around its origin, or null for one without an end. Godot 3.2 cannot make a mesh of a shape.
static func _shape_box(shape):
	if shape is BoxShape:
		return _centred(shape.extents)
	if shape is SphereShape:
		return _centred(Vector3.ONE * shape.radius)
	if shape is CapsuleShape:
		return _centred(Vector3(shape.radius, shape.radius, shape.height / 2 + shape.radius))
	if shape is CylinderShape:
		return _centred(Vector3(shape.radius, shape.height / 2, shape.radius))
	if shape is ConvexPolygonShape:
		return _around(shape.points)
	return _around(shape.get_faces()) if shape is ConcavePolygonShape else null


static func _centred(half: Vector3) -> AABB:
	return AABB(-half, half * 2)


static func _around(points: PoolVector3Array):
	if points.size() == 0:
		return null
	var box := AABB(points[0], Vector3.ZERO)
	for point in points:
		box = box.expand(point)
	return box


static func _flat(vector: Vector2) -> Vector3:
	return Vector3(vector.x, vector.y, 0)
