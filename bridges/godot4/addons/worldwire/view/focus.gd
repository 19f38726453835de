extends RefCounted

# Pictures of one node. A second camera draws a 3D node. A 2D node is cut out of the picture of the game.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireStage = preload("../stage.gd")
const WorldwirePlaces = preload("places.gd")
const WorldwirePlane2D = preload("plane.gd")
const WorldwireSecondCamera = preload("second_camera.gd")
# The part of the picture that the node fills at most.
const FILLED := 0.8
const MIN_DISTANCE := 0.05
# A part of the picture with fewer pixels is enlarged, so that a model can see it.
const MIN_SIDE := 100
const DEFAULT_FOV := 60.0
const ELSE := "focus on a node that is drawn, or leave focus out"

var _stage: WorldwireStage
var _plane: WorldwirePlane2D
var _second_camera: WorldwireSecondCamera


func _init(stage: WorldwireStage, plane: WorldwirePlane2D, second_camera: WorldwireSecondCamera) -> void:
	_stage = stage
	_plane = plane
	_second_camera = second_camera


# The image, or a refusal. `whole` is the picture of the game.
func image_of(node: Node, whole: Image) -> Variant:
	return _drawn(node) if node is Node3D else _cut_out(node, whole)


func _drawn(node: Node3D) -> Variant:
	var box: Variant = _box_of(node)
	if box == null:
		return WorldwireRefusal.new("invalid", "%s and its children draw nothing" % _stage.path_of(node), ELSE)
	var game := _stage.viewport().get_camera_3d()
	var turn := Basis() if game == null else game.global_transform.basis.orthonormalized()
	var fov := DEFAULT_FOV if game == null or game.projection != Camera3D.PROJECTION_PERSPECTIVE else game.fov
	var up := tan(deg_to_rad(fov) / 2)
	var size := _plane.size()
	var across := up * size.x / size.y
	var middle: Vector3 = box.get_center()
	var distance := MIN_DISTANCE
	var front := 0.0
	var back := 0.0
	for at in WorldwirePlaces.CORNERS:
		# The camera looks along the negative z axis.
		var corner: Vector3 = (box.get_endpoint(at) - middle) * turn
		distance = maxf(distance, maxf(absf(corner.x) / across, absf(corner.y) / up) / FILLED + corner.z)
		front = maxf(front, corner.z)
		back = minf(back, corner.z)
	var near := maxf(MIN_DISTANCE / 10, 0.99 * (distance - front))
	var camera := RenderingServer.camera_create()
	RenderingServer.camera_set_perspective(camera, fov, near, maxf(2 * (distance - back), 100.0))
	RenderingServer.camera_set_transform(camera, Transform3D(turn, middle + turn.z * distance))
	if game != null and game.environment != null:
		RenderingServer.camera_set_environment(camera, game.environment.get_rid())
	return _second_camera.spatial_image(camera)


func _cut_out(node: Node, whole: Image) -> Variant:
	var path := _stage.path_of(node)
	var rect: Variant = _rect_of(node) if node is CanvasItem else null
	if rect == null:
		return WorldwireRefusal.new("unsupported", "%s and its children are no visible control, sprite, polygon or 3D node" % path, ELSE)
	var drawn: Rect2 = _plane.from_canvas(rect)
	var margin := drawn.size * (1 / FILLED - 1) / 2
	drawn = Rect2(drawn.position - margin, drawn.size + 2 * margin).intersection(Rect2(Vector2.ZERO, whole.get_size()))
	if drawn.size.x < 1 or drawn.size.y < 1:
		return WorldwireRefusal.new("invalid", "%s is outside of the picture" % path, ELSE)
	var cut := whole.get_region(Rect2i(drawn))
	var times := ceili(float(MIN_SIDE) / maxi(cut.get_width(), cut.get_height()))
	cut.resize(cut.get_width() * times, cut.get_height() * times, Image.INTERPOLATE_NEAREST)
	return cut


# The rectangle of a control, or of what is visible of a 2D node and its 2D children, or null.
func _rect_of(top: CanvasItem) -> Variant:
	var rect: Variant = null
	var stack: Array[Node] = [top]
	while not stack.is_empty():
		var node: Node = stack.pop_back()
		var own: Variant = WorldwirePlaces.flat_bounds_of(node) if node is CanvasItem and node.is_visible_in_tree() else null
		if own != null:
			rect = own if rect == null else rect.merge(own)
		if node is Node2D:
			stack.append_array(node.get_children())
	return rect


# The box of the meshes that are visible in a node and its children, or null.
func _box_of(top: Node3D) -> Variant:
	var box: Variant = null
	var stack: Array[Node] = [top]
	while not stack.is_empty():
		var node: Node = stack.pop_back()
		if (node is VisualInstance3D and not node is Light3D or node is GridMap) and node.is_visible_in_tree():
			var own := WorldwirePlaces.drawn_box_of(node)
			box = own if box == null else box.merge(own)
		for child in node.get_children():
			if not child is Viewport:
				stack.push_back(child)
	return box
