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
	if node is CollisionShape and node.shape != null:
		return node.global_transform.xform(node.shape.get_debug_mesh().get_aabb())
	return null


static func _flat(vector: Vector2) -> Vector3:
	return Vector3(vector.x, vector.y, 0)
