extends Reference

# Whether the camera draws a node, or the first reason why not.

const WorldwireObjectInfo = preload("../scene/object_info.gd")
const WorldwirePlaces = preload("places.gd")
# Less cannot be seen.
const MIN_ALPHA := 0.004
# Classes of canvas items that draw nothing themselves.
const UNDRAWN := [
	"Node2D", "Position2D", "Camera2D", "YSort", "RemoteTransform2D", "Path2D", "PathFollow2D", "CollisionShape2D",
	"CollisionPolygon2D", "VisibilityNotifier2D", "VisibilityEnabler2D", "Light2D", "LightOccluder2D", "AudioStreamPlayer2D",
	"Control", "Container", "BoxContainer", "HBoxContainer", "VBoxContainer", "GridContainer", "MarginContainer",
	"CenterContainer", "AspectRatioContainer", "ViewportContainer", "CanvasModulate",
]
const SIDES := ["to the left of", "above", "to the right of", "below"]
const VISIBLE := {"visible": true}

var _root: Viewport
var _objects
var _world_pick


func _init(root: Viewport, objects, world_pick) -> void:
	_root = root
	_objects = objects
	_world_pick = world_pick


func of(node: Node) -> Dictionary:
	if not WorldwireObjectInfo.can_hide(node):
		return _hidden("no-renderer", "a %s draws nothing" % node.get_class())
	if not node.visible:
		return _hidden("inactive-self", "it is not visible: SetActive(true) shows it")
	if not node.is_visible_in_tree():
		var above := node.get_parent()
		while WorldwireObjectInfo.can_hide(above) and above.visible:
			above = above.get_parent()
		return _hidden("inactive-ancestor", "its ancestor %s is not visible" % WorldwireObjectInfo.path_of(above), above)
	return _of_spatial(node) if node is Spatial else _of_item(node)


# The drawn node in front of the middle of another one, or null.
func covered_by(node: Node):
	var camera := _root.get_camera()
	if camera == null or not node is GeometryInstance:
		return null
	var middle := _middle(node.get_transformed_aabb())
	if camera.is_position_behind(middle):
		return null
	var far: float = camera.global_transform.origin.distance_to(middle)
	for hit in _world_pick.at(camera.unproject_position(middle), camera):
		if hit.node == node:
			return null
		if hit.node is GeometryInstance and hit.distance < far:
			return _reference(hit.node)
	return null


func _of_spatial(node: Spatial) -> Dictionary:
	if not node is GeometryInstance:
		var below := "; ask for its children" if node.get_child_count() > 0 else ""
		return _hidden("no-renderer", "a %s draws nothing itself%s" % [node.get_class(), below])
	if node is MeshInstance and node.mesh == null or node is MultiMeshInstance and node.multimesh == null:
		return _hidden("no-mesh", "its mesh is not set")
	if node.global_transform.basis.determinant() == 0:
		return _flat_scale(node)
	if node is MeshInstance and _is_clear(node):
		return _hidden("transparent", "the alpha of its material is 0")
	var camera := _root.get_camera()
	if camera == null:
		return _hidden("no-camera", "no camera is active")
	if not node.layers & camera.cull_mask:
		var about := [camera.name, node.layers, camera.cull_mask]
		return _hidden("layer-culled", "the camera %s does not draw its layers (layers %d, cull_mask %d)" % about)
	return _in_frustum(node.get_transformed_aabb(), camera)


# The planes of the camera point outwards: near, far, left, top, right and bottom.
func _in_frustum(box: AABB, camera: Camera) -> Dictionary:
	var planes := camera.get_frustum()
	# The camera looks along its negative z axis.
	var forward := -camera.global_transform.basis.z.normalized()
	if _is_over(box, Plane(-forward, (-forward).dot(camera.global_transform.origin))):
		return _hidden("outside-view", "it is behind the camera")
	for side in range(4):
		if _is_over(box, planes[side + 2]):
			return _hidden("outside-view", "it is %s the picture" % SIDES[side])
	if _is_over(box, planes[0]):
		return _hidden("too-near", "it is nearer than the near clip plane of the camera")
	if _is_over(box, planes[1]):
		return _hidden("too-far", "it is beyond the far clip plane of the camera")
	return VISIBLE


static func _is_over(box: AABB, plane: Plane) -> bool:
	for at in range(WorldwirePlaces.CORNERS):
		if not plane.is_point_over(box.get_endpoint(at)):
			return false
	return true


static func _middle(box: AABB) -> Vector3:
	return box.position + box.size / 2


func _flat_scale(node: Spatial) -> Dictionary:
	var at: Node = node
	while at is Spatial:
		if at.transform.basis.determinant() == 0:
			return _hidden("zero-scale", "the scale of %s is %s" % [WorldwireObjectInfo.path_of(at), at.scale], null if at == node else at)
		at = at.get_parent()
	return _hidden("zero-scale", "its scale is 0")


static func _is_clear(node: MeshInstance) -> bool:
	if node.material_override != null:
		return _is_clear_material(node.material_override)
	var count: int = node.mesh.get_surface_count()
	for surface in range(count):
		var material = node.get_surface_material(surface) if surface < node.get_surface_material_count() else null
		if not _is_clear_material(node.mesh.surface_get_material(surface) if material == null else material):
			return false
	return count > 0


static func _is_clear_material(material) -> bool:
	return material is SpatialMaterial and material.flags_transparent and material.albedo_color.a < MIN_ALPHA


func _of_item(item: CanvasItem) -> Dictionary:
	if item.get_class() in UNDRAWN and item.get_script() == null or item is CollisionObject2D:
		var below := "; ask for its children" if item.get_child_count() > 0 else ""
		return _hidden("no-renderer", "a %s draws nothing itself%s" % [item.get_class(), below])
	if item is Sprite and item.texture == null:
		return _hidden("no-mesh", "its texture is not set")
	var place := item.get_global_transform_with_canvas()
	if place.x.cross(place.y) == 0 or item is Control and (item.rect_size.x == 0 or item.rect_size.y == 0):
		return _hidden("zero-scale", "it has no area")
	if item.self_modulate.a < MIN_ALPHA or item is ColorRect and item.color.a < MIN_ALPHA:
		return _hidden("transparent", "the alpha of its colour is 0")
	var at: Node = item
	while at is CanvasItem:
		if at.modulate.a < MIN_ALPHA:
			return _hidden("transparent", "the alpha of %s is 0" % WorldwireObjectInfo.path_of(at), null if at == item else at)
		at = at.get_parent()
	var rect = WorldwirePlaces.flat_bounds_of(item)
	if rect != null and not _root.get_visible_rect().intersects(rect):
		return _hidden("outside-view", "it is outside of the picture")
	return VISIBLE


func _hidden(code: String, text: String, cause: Node = null) -> Dictionary:
	var found := {"visible": false, "code": code, "text": text}
	if cause != null and cause != _root:
		found.cause = _reference(cause)
	return found


func _reference(node: Node) -> Dictionary:
	return {"id": _objects.id_of(node), "path": WorldwireObjectInfo.path_of(node)}
