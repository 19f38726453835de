extends RefCounted

# Questions to physics and navigation. A scene may have bodies in 3D and in 2D; 2D ones are at z 0.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireDeferred = preload("../deferred.gd")
const WorldwirePaging = preload("../paging.gd")
const WorldwireStage = preload("../stage.gd")
const WorldwireObjectInfo = preload("../scene/object_info.gd")
const WorldwireNumberRange = preload("../reflection/number_range.gd")
const WorldwirePlaces = preload("../view/places.gd")
const EVERYTHING := 0xffffffff
const MAX_BODIES := 1000
const MAX_POINTS := 10000
const MAX_REGION_STEPS := 120
# How near to the goal a path may end.
const NEAR := 0.5
const NEAR_FLAT := 1.0
const NEAR_HEIGHT := 1.0

var _stage: WorldwireStage
var _object_info: WorldwireObjectInfo


func _init(parts: Dictionary) -> void:
	_stage = parts.stage
	_object_info = parts.object_info


func handlers() -> Dictionary:
	return {"physics.ray": ray, "physics.overlap": overlap, "navigation.path": path}


func ray(params: Dictionary) -> Variant:
	var fault := _fault_of_places(params, ["from", "to"])
	if fault != null:
		return fault
	return _in_physics(_ray.bind(_vector(params.from), _vector(params.to)))


func overlap(params: Dictionary) -> Variant:
	var fault := _fault_of_places(params, ["at"])
	var page: Variant = fault if fault != null else WorldwirePaging.bounds(params)
	if page is WorldwireRefusal:
		return page
	if params.has("radius") == params.has("box"):
		return WorldwireRefusal.new("invalid", "a shape needs either a radius or a box", "send radius as a number, or box as {x, y, z} with half of its sides")
	if params.has("radius") and (not WorldwireNumberRange.is_number(params.radius) or params.radius <= 0):
		return WorldwireRefusal.new("invalid", "radius is %s" % [params.radius], "send a number above 0")
	if params.has("box"):
		var half: Variant = _vector(params.box)
		if half == null or half.x <= 0 or half.y <= 0 or half.z < 0:
			return WorldwireRefusal.new("invalid", "box is %s" % [params.box], "send {x, y, z} with half of its sides, above 0")
	return _in_physics(_overlap.bind(params))


func path(params: Dictionary) -> Variant:
	var fault := _fault_of_places(params, ["from", "to"])
	if fault != null:
		return fault
	var deferred := WorldwireDeferred.new()
	_settle_path(deferred, _path.bind(_vector(params.from), _vector(params.to)))
	return deferred


func _path(from: Vector3, to: Vector3) -> Variant:
	var world := _stage.viewport().find_world_3d()
	if world != null and not NavigationServer3D.map_get_regions(world.navigation_map).is_empty():
		var points := NavigationServer3D.map_get_path(world.navigation_map, from, to, true)
		return _path_of(points, to, NEAR)
	var flat := _stage.viewport().find_world_2d().navigation_map
	if not NavigationServer2D.map_get_regions(flat).is_empty():
		var points := PackedVector3Array()
		for point in NavigationServer2D.map_get_path(flat, Vector2(from.x, from.y), Vector2(to.x, to.y), true):
			points.append(Vector3(point.x, point.y, 0))
		return _path_of(points, Vector3(to.x, to.y, 0), NEAR_FLAT)
	return WorldwireRefusal.new("not-found", "the scene has no navigation region", "add a NavigationRegion3D or a NavigationRegion2D")


# A thread builds new regions, and another one the map of them. A map that is not built has no points for any path.
func _settle_path(deferred: WorldwireDeferred, query: Callable) -> void:
	await _stage.tree.physics_frame
	await _stage.tree.physics_frame
	var found: Variant = query.call()
	var is_new := not _are_built()
	for _time in MAX_REGION_STEPS:
		if not is_new and not (found is Dictionary and found.points.is_empty()):
			break
		await _stage.tree.physics_frame
		is_new = not _are_built()
		found = query.call()
	deferred.settle(found)


# Before Godot 4.5 regions are built at once. A region without a mesh is never built.
func _are_built() -> bool:
	if not NavigationServer3D.has_method(&"region_get_iteration_id"):
		return true
	var is_new := func(region: RID, server: Object) -> bool: return server.call(&"region_get_iteration_id", region) == 0
	var world := _stage.viewport().find_world_3d()
	if world != null and NavigationServer3D.map_get_regions(world.navigation_map).any(is_new.bind(NavigationServer3D)):
		return false
	return not NavigationServer2D.map_get_regions(_stage.viewport().find_world_2d().navigation_map).any(is_new.bind(NavigationServer2D))


# Bodies are where the last step of physics has put them. New bodies are known after the next step.
func _in_physics(query: Callable) -> WorldwireDeferred:
	var deferred := WorldwireDeferred.new()
	_settle(deferred, query)
	return deferred


func _settle(deferred: WorldwireDeferred, query: Callable) -> void:
	await _stage.tree.physics_frame
	await _stage.tree.physics_frame
	deferred.settle(query.call())


func _ray(from: Vector3, to: Vector3) -> Variant:
	var world := _stage.viewport().find_world_3d()
	if world != null and world.direct_space_state != null:
		var hit := world.direct_space_state.intersect_ray(PhysicsRayQueryParameters3D.create(from, to, EVERYTHING))
		if _is_seen(hit):
			return _hit(hit.collider, hit.position, hit.normal, from)
	if from.z != 0 or to.z != 0:
		return null
	var query := PhysicsRayQueryParameters2D.create(Vector2(from.x, from.y), Vector2(to.x, to.y), EVERYTHING)
	var flat := _stage.viewport().find_world_2d().direct_space_state.intersect_ray(query)
	if not _is_seen(flat):
		return null
	return _hit(flat.collider, Vector3(flat.position.x, flat.position.y, 0), Vector3(flat.normal.x, flat.normal.y, 0), from)


func _is_seen(hit: Dictionary) -> bool:
	return not hit.is_empty() and is_instance_valid(hit.collider) and hit.collider is Node and _stage.has(hit.collider)


func _hit(node: Node, point: Vector3, normal: Vector3, from: Vector3) -> Dictionary:
	var found := _object_info.reference_to(node)
	found.point = WorldwirePlaces.plain(point)
	# Inside of a body there is none.
	if normal.length() > 0.5:
		found.normal = WorldwirePlaces.plain(normal)
	found.distance = from.distance_to(point)
	return found


func _overlap(params: Dictionary) -> Variant:
	var at: Vector3 = _vector(params.at)
	var found := []
	var seen := {}
	for hit in _bodies(at, params) + _flat_bodies(at, params):
		if _is_seen(hit) and not seen.has(hit.collider):
			seen[hit.collider] = true
			found.append(_object_info.reference_to(hit.collider))
	return WorldwirePaging.page_of(found, params)


func _bodies(at: Vector3, params: Dictionary) -> Array[Dictionary]:
	var world := _stage.viewport().find_world_3d()
	if world == null or world.direct_space_state == null:
		return []
	var query := PhysicsShapeQueryParameters3D.new()
	if params.has("radius"):
		query.shape = SphereShape3D.new()
		query.shape.radius = params.radius
	else:
		query.shape = BoxShape3D.new()
		query.shape.size = _vector(params.box).max(Vector3.ONE * 0.0001) * 2
	query.transform = Transform3D(Basis(), at)
	query.collide_with_areas = true
	query.collision_mask = EVERYTHING
	return world.direct_space_state.intersect_shape(query, MAX_BODIES)


func _flat_bodies(at: Vector3, params: Dictionary) -> Array[Dictionary]:
	if at.z != 0:
		return []
	var query := PhysicsShapeQueryParameters2D.new()
	if params.has("radius"):
		query.shape = CircleShape2D.new()
		query.shape.radius = params.radius
	else:
		query.shape = RectangleShape2D.new()
		query.shape.size = Vector2(params.box.x, params.box.y) * 2
	query.transform = Transform2D(0, Vector2(at.x, at.y))
	query.collide_with_areas = true
	query.collision_mask = EVERYTHING
	return _stage.viewport().find_world_2d().direct_space_state.intersect_shape(query, MAX_BODIES)


static func _path_of(points: PackedVector3Array, to: Vector3, near: float) -> Dictionary:
	var found := []
	var length := 0.0
	for at in mini(points.size(), MAX_POINTS):
		found.append(WorldwirePlaces.plain(points[at]))
		if at > 0:
			length += points[at].distance_to(points[at - 1])
	var rest := Vector3.INF if points.is_empty() else points[-1] - to
	# A navigation mesh floats a little above its floor.
	var is_reached := not points.is_empty() and Vector2(rest.x, rest.z).length() <= near and absf(rest.y) <= NEAR_HEIGHT
	return {"reached": is_reached, "length": length, "points": found}


static func _fault_of_places(params: Dictionary, names: Array) -> WorldwireRefusal:
	for name: String in names:
		if _vector(params.get(name)) == null:
			return WorldwireRefusal.new("invalid", "%s is %s" % [name, params.get(name)], "send {x, y, z} as numbers; in 2D z is 0")
	return null


static func _vector(json: Variant) -> Variant:
	if not json is Dictionary:
		return null
	for axis: String in ["x", "y", "z"]:
		if not WorldwireNumberRange.is_number(json.get(axis)) or not WorldwireNumberRange.is_single(json[axis]):
			return null
	return Vector3(json.x, json.y, json.z)
