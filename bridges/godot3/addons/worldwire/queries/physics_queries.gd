extends Reference

# Rays and overlaps in the physics of the scene, in 3D and, at z 0, in 2D.

const MAX_FOUND := 1000
const EVERYTHING := 0x7fffffff

var _tree: SceneTree


func _init(tree: SceneTree) -> void:
	_tree = tree


# The first body: node, point, normal and distance; or null. Areas do not stop it.
func ray(from: Vector3, to: Vector3):
	_update_places()
	var space := _space()
	var hit := {} if space == null else space.intersect_ray(from, to, [], EVERYTHING, true, false)
	var found = null
	if not hit.empty() and is_instance_valid(hit.collider):
		found = {"node": hit.collider, "point": hit.position, "normal": hit.normal}
	elif from.z == 0 and to.z == 0:
		var flat := _tree.root.world_2d.direct_space_state.intersect_ray(Vector2(from.x, from.y), Vector2(to.x, to.y), [], EVERYTHING, true, false)
		if not flat.empty() and is_instance_valid(flat.collider):
			found = {"node": flat.collider, "point": _deep(flat.position), "normal": _deep(flat.normal)}
	if found != null:
		found.distance = from.distance_to(found.point)
	return found


# Nodes with bodies or areas in a sphere, or in a box if the radius is negative.
func overlap(at: Vector3, radius: float, half: Vector3) -> Array:
	_update_places()
	var nodes := {}
	var space := _space()
	if space != null:
		var query := PhysicsShapeQueryParameters.new()
		# The query does not keep its shape alive.
		var shape = _sphere(radius) if radius >= 0 else _box(half)
		query.set_shape(shape)
		query.transform = Transform(Basis(), at)
		query.collision_mask = EVERYTHING
		query.collide_with_areas = true
		_collect(space.intersect_shape(query, MAX_FOUND), nodes)
	if at.z == 0:
		var flat := Physics2DShapeQueryParameters.new()
		var outline = _circle(radius) if radius >= 0 else _rectangle(half)
		flat.set_shape(outline)
		flat.transform = Transform2D(0, Vector2(at.x, at.y))
		flat.collision_layer = EVERYTHING
		flat.collide_with_areas = true
		_collect(_tree.root.world_2d.direct_space_state.intersect_shape(flat, MAX_FOUND), nodes)
	return nodes.keys()


static func _collect(hits: Array, nodes: Dictionary) -> void:
	for hit in hits:
		if is_instance_valid(hit.collider) and hit.collider is Node:
			nodes[hit.collider] = true


func _space() -> PhysicsDirectSpaceState:
	var world := _tree.root.find_world()
	return null if world == null else world.direct_space_state


# Physics learns of moved nodes at the end of the frame.
func _update_places() -> void:
	var stack := [_tree.root]
	while not stack.empty():
		var node: Node = stack.pop_back()
		if node is CollisionObject:
			node.force_update_transform()
		elif node is CollisionObject2D:
			node.force_update_transform()
		for child in node.get_children():
			stack.push_back(child)


static func _sphere(radius: float) -> SphereShape:
	var shape := SphereShape.new()
	shape.radius = radius
	return shape


static func _box(half: Vector3) -> BoxShape:
	var shape := BoxShape.new()
	shape.extents = half
	return shape


static func _circle(radius: float) -> CircleShape2D:
	var shape := CircleShape2D.new()
	shape.radius = radius
	return shape


static func _rectangle(half: Vector3) -> RectangleShape2D:
	var shape := RectangleShape2D.new()
	shape.extents = Vector2(half.x, half.y)
	return shape


static func _deep(vector: Vector2) -> Vector3:
	return Vector3(vector.x, vector.y, 0)
