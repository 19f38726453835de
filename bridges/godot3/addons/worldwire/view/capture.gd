extends Reference

# Screenshots as PNG.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireDeferred = preload("../deferred.gd")
const WorldwirePlaces = preload("places.gd")
const WorldwireFocus = preload("focus.gd")
const MAX_SIZE := 4096
# Of a picture without a size; a larger one is made smaller. The server chooses colours and size for what its client may have.
const DEFAULT_BYTES := 1500000
const MIN_WIDTH := 160
const MAX_SEEN := 40
# Time to look for the objects in a picture, because the game is blocked.
const MAX_USEC := 50000
# Base64 adds a third, and the server accepts messages of four million bytes.
const MAX_BYTES := 3000000

var _root: Viewport
var _visibility
var _object_info
var _objects
var _focus
# Requests of this frame, each with its size.
var _waiting := []


func _init(root: Viewport, parts: Dictionary) -> void:
	_root = root
	_visibility = parts.visibility
	_object_info = parts.object_info
	_objects = parts.objects
	_focus = WorldwireFocus.new(root)


static func is_possible() -> bool:
	return OS.get_name() != "Server" and OS.can_draw()


func take(params: Dictionary):
	if not is_possible():
		return WorldwireRefusal.new("unsupported", "this engine has no display", "run the engine with a display, not as a server")
	for name in ["width", "height"]:
		var size = params.get(name, 1)
		if not (size is float or size is int) or size != floor(size) or size < 1 or size > MAX_SIZE:
			return WorldwireRefusal.new("invalid", "%s is %s" % [name, size], "send a whole number from 1 to %d" % MAX_SIZE)
	if params.has("focus"):
		var node = _objects.named(params.focus)
		if node is WorldwireRefusal:
			return node
	if params.has("camera"):
		var camera = _camera_of(params)
		if camera is WorldwireRefusal:
			return camera
	# Changes of this frame are drawn at its end.
	var deferred := WorldwireDeferred.new()
	_waiting.append([deferred, params])
	if _waiting.size() == 1:
		_root.get_tree().connect("idle_frame", self, "_tree_on_idle_frame", [], CONNECT_ONESHOT)
	return deferred


func _tree_on_idle_frame() -> void:
	var ready := _waiting
	_waiting = []
	for each in ready:
		each[0].settle(_picture(each[1]))


# A camera of the root viewport, or a refusal.
func _camera_of(params: Dictionary):
	var node = _objects.named(params.camera)
	if node is WorldwireRefusal or params.has("focus"):
		return node if node is WorldwireRefusal else WorldwireRefusal.new("invalid", "camera and focus cannot be used together", "leave one of them out")
	if not node is Camera and not node is Camera2D:
		var about := "%s is a %s and not a camera" % [params.camera, node.get_class()]
		return WorldwireRefusal.new("invalid", about, "search for objects of the type Camera or Camera2D")
	if node.get_viewport() != _root:
		return WorldwireRefusal.new("unsupported", "%s belongs to another viewport" % params.camera, "choose a camera of the main window")
	return node


func _picture(params: Dictionary):
	if not params.has("camera"):
		return _drawn(params)
	# It may have been removed since the request.
	var camera = _camera_of(params)
	return camera if camera is WorldwireRefusal else _drawn_by(camera, params)


# The camera is the current one while the picture is drawn.
func _drawn_by(camera: Node, params: Dictionary):
	if camera is Camera:
		var before := _root.get_camera()
		camera.make_current()
		var picture = _drawn(params)
		if before == null:
			camera.clear_current(false)
		else:
			before.make_current()
		return picture
	# The engine does not tell which Camera2D is current, but the transform is all that it sets.
	var place := _root.canvas_transform
	_root.canvas_transform = _view_of(camera)
	var picture = _drawn(params)
	_root.canvas_transform = place
	return picture


# The canvas transform of a Camera2D, without its limits and margins.
func _view_of(camera: Camera2D) -> Transform2D:
	var size := _root.get_visible_rect().size * camera.zoom
	var turn := camera.global_rotation if camera.rotating else 0.0
	var middle := camera.global_position + camera.offset
	var corner := middle
	if camera.anchor_mode == Camera2D.ANCHOR_MODE_DRAG_CENTER:
		corner = middle - (size / 2).rotated(turn)
	var view := Transform2D(turn, corner)
	view.x *= camera.zoom.x
	view.y *= camera.zoom.y
	return view.affine_inverse()


func _drawn(params: Dictionary):
	VisualServer.force_draw(false)
	var image := _root.get_texture().get_data()
	if image == null or image.is_empty():
		return WorldwireRefusal.new("failed", "there is no picture yet", "retry after a frame")
	# Screen textures start at the bottom.
	image.flip_y()
	var focused = null
	if params.has("focus"):
		# It may have been removed since the request.
		focused = _objects.named(params.focus)
		if focused is WorldwireRefusal:
			return focused
		var cut = _focus.image_of(focused, image)
		if cut is WorldwireRefusal:
			return cut
		image = cut
	_resize(image, params)
	image.convert(Image.FORMAT_RGB8)
	var bytes := image.save_png_to_buffer()
	var has_size: bool = params.has("width") or params.has("height")
	while not has_size and bytes.size() > DEFAULT_BYTES and image.get_width() > MIN_WIDTH:
		# The size grows a little slower than the number of pixels.
		var by: float = clamp(sqrt(DEFAULT_BYTES / float(bytes.size())) * 0.95, 0.5, 0.9)
		image.resize(int(max(image.get_width() * by, 1)), int(max(image.get_height() * by, 1)), Image.INTERPOLATE_LANCZOS)
		bytes = image.save_png_to_buffer()
	if bytes.size() > MAX_BYTES:
		return WorldwireRefusal.new("invalid", "the picture has %d bytes, which is too large" % bytes.size(), "send a smaller width")
	var picture := {
		"data": Marshalls.raw_to_base64(bytes),
		"mimeType": "image/png",
		"width": image.get_width(),
		"height": image.get_height(),
	}
	if focused == null:
		_add_seen(picture)
	else:
		_add_focused(picture, focused)
	return picture


# The node in the middle. Its neighbours are not known, because the camera of the game does not draw them there.
func _add_focused(picture: Dictionary, node: Node) -> void:
	var card: Dictionary = _object_info.hit(node)
	card.x = int(picture.width / 2)
	card.y = int(picture.height / 2)
	card.distance = 0
	picture.seen = [card]
	picture.seenTotal = 1


# Meshes by distance, and then controls by size. Others may be in front of them.
func _add_seen(picture: Dictionary) -> void:
	var until := OS.get_ticks_usec() + MAX_USEC
	var found := []
	var stack := [_root]
	while not stack.empty() and OS.get_ticks_usec() < until:
		var node: Node = stack.pop_back()
		if (node is GeometryInstance or node is Control) and _visibility.of(node).visible:
			found.append(_seen(node, picture, found.size()))
		for child in node.get_children():
			if not child is Viewport:
				stack.push_back(child)
	found.sort_custom(WorldwireOrder, "is_first")
	picture.seen = []
	for entry in found.slice(0, MAX_SEEN - 1) if not found.empty() else []:
		picture.seen.append(entry[2])
	picture.seenTotal = found.size()


# The order of a node, its number, and its description.
func _seen(node: Node, picture: Dictionary, number: int) -> Array:
	var scale := Vector2(picture.width, picture.height) / _root.size
	var card: Dictionary = _object_info.hit(node)
	var at := Vector2.ZERO
	var order := 0.0
	if node is Control:
		var rect: Rect2 = WorldwirePlaces.flat_bounds_of(node)
		at = rect.position + rect.size / 2
		order = 1e9 / (1 + rect.get_area()) + 1e9
		card.distance = 0
	else:
		var box: AABB = node.get_transformed_aabb()
		var middle := box.position + box.size / 2
		var camera := _root.get_camera()
		at = camera.unproject_position(middle) if not camera.is_position_behind(middle) else _root.size / 2
		order = camera.global_transform.origin.distance_to(middle)
		card.distance = order
	var pixel: Vector2 = _root.get_final_transform().xform(at) * scale
	card.x = clamp(pixel.x, 0, picture.width - 1)
	card.y = clamp(pixel.y, 0, picture.height - 1)
	return [order, number, card]


class WorldwireOrder:
	static func is_first(a: Array, b: Array) -> bool:
		return a[1] < b[1] if a[0] == b[0] else a[0] < b[0]


# One of the two is computed from the aspect ratio.
static func _resize(image: Image, params: Dictionary) -> void:
	if not params.has("width") and not params.has("height"):
		return
	var shape := float(image.get_width()) / image.get_height()
	var width: float = params.get("width", params.get("height", 1) * shape)
	var height: float = params.get("height", params.get("width", 1) / shape)
	image.resize(int(clamp(round(width), 1, MAX_SIZE)), int(clamp(round(height), 1, MAX_SIZE)), Image.INTERPOLATE_LANCZOS)
