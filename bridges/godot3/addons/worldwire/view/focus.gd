extends Reference

# Pictures of one node. A second camera in its own viewport draws a 3D node, so that the game keeps its camera. A 2D node is cut out of
# the picture of the game.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwirePlaces = preload("places.gd")
# The part of the picture that the node fills at most.
const FILLED := 0.8
const MIN_DISTANCE := 0.05
const DEFAULT_FOV := 60.0
const ELSE := "focus on a node that is drawn, or leave focus out"

var _root: Viewport


func _init(root: Viewport) -> void:
	_root = root


# The image, or a refusal. `whole` is the picture of the game.
func image_of(node: Node, whole: Image):
	return _drawn(node) if node is Spatial else _cut_out(node, whole)


func _drawn(node: Spatial):
	var box = _box_of(node)
	var path := str(node.get_path())
	if box == null:
		return WorldwireRefusal.new("invalid", "%s and its children draw nothing" % path, ELSE)
	var game := _root.get_camera()
	var turn := Basis() if game == null else game.global_transform.basis.orthonormalized()
	var fov := DEFAULT_FOV if game == null or game.projection != Camera.PROJECTION_PERSPECTIVE else game.fov
	var up := tan(deg2rad(fov) / 2)
	var across := up * _root.size.x / _root.size.y
	var middle: Vector3 = box.position + box.size / 2
	var distance := MIN_DISTANCE
	var front := 0.0
	var back := 0.0
	for at in range(WorldwirePlaces.CORNERS):
		# The camera looks along the negative z axis.
		var corner: Vector3 = turn.xform_inv(box.get_endpoint(at) - middle)
		distance = max(distance, max(abs(corner.x) / across, abs(corner.y) / up) / FILLED + corner.z)
		front = max(front, corner.z)
		back = min(back, corner.z)
	var near := max(MIN_DISTANCE / 10, 0.99 * (distance - front))
	var place := Transform(turn, middle + turn.z * distance)
	return _rendered(game, place, [fov, near, max(2 * (distance - back), 100.0)])


func _rendered(game: Camera, place: Transform, lens: Array):
	var camera := VisualServer.camera_create()
	VisualServer.camera_set_perspective(camera, lens[0], lens[1], lens[2])
	VisualServer.camera_set_transform(camera, place)
	if game != null and game.environment != null:
		VisualServer.camera_set_environment(camera, game.environment.get_rid())
	var viewport := VisualServer.viewport_create()
	VisualServer.viewport_set_size(viewport, int(_root.size.x), int(_root.size.y))
	VisualServer.viewport_set_scenario(viewport, _root.find_world().scenario)
	VisualServer.viewport_attach_camera(viewport, camera)
	VisualServer.viewport_set_usage(viewport, VisualServer.VIEWPORT_USAGE_3D)
	VisualServer.viewport_set_hdr(viewport, _root.hdr)
	VisualServer.viewport_set_msaa(viewport, _root.msaa)
	VisualServer.viewport_set_update_mode(viewport, VisualServer.VIEWPORT_UPDATE_ALWAYS)
	VisualServer.viewport_set_active(viewport, true)
	VisualServer.force_draw(false)
	var image := VisualServer.texture_get_data(VisualServer.viewport_get_texture(viewport))
	VisualServer.free_rid(viewport)
	VisualServer.free_rid(camera)
	if image == null or image.is_empty():
		return WorldwireRefusal.new("failed", "there is no picture yet", "retry after a frame")
	image.flip_y()
	return image


func _cut_out(node: Node, whole: Image):
	var path := str(node.get_path())
	var rect = WorldwirePlaces.flat_bounds_of(node) if node is CanvasItem and node.is_visible_in_tree() else null
	if rect == null:
		return WorldwireRefusal.new("unsupported", "%s is no visible control, sprite or 3D node" % path, ELSE)
	var scale := whole.get_size() / _root.size
	var drawn: Rect2 = _root.get_final_transform().xform(rect)
	drawn = Rect2(drawn.position * scale, drawn.size * scale)
	var margin := drawn.size * (1 / FILLED - 1) / 2
	drawn = Rect2(drawn.position - margin, drawn.size + 2 * margin).clip(Rect2(Vector2.ZERO, whole.get_size()))
	if drawn.size.x < 1 or drawn.size.y < 1:
		return WorldwireRefusal.new("invalid", "%s is outside of the picture" % path, ELSE)
	return whole.get_rect(drawn)


# The box of the meshes that are visible in a node and its children, or null.
func _box_of(top: Spatial):
	var box = null
	var stack := [top]
	while not stack.empty():
		var node: Node = stack.pop_back()
		if node is VisualInstance and not node is Light and node.is_visible_in_tree():
			var own: AABB = node.get_transformed_aabb()
			box = own if box == null else box.merge(own)
		for child in node.get_children():
			if not child is Viewport:
				stack.push_back(child)
	return box
