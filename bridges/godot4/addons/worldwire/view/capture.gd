extends RefCounted

# Screenshots as PNG.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireDeferred = preload("../deferred.gd")
const WorldwirePlaces = preload("places.gd")
const WorldwireScreen = preload("screen.gd")
const WorldwireFocus = preload("focus.gd")
const WorldwirePlane2D = preload("plane.gd")
const WorldwireSecondCamera = preload("second_camera.gd")
const WorldwireStage = preload("../stage.gd")
const WorldwireObjects = preload("../scene/objects.gd")
const WorldwireObjectInfo = preload("../scene/object_info.gd")
const WorldwireVisibility = preload("visibility.gd")
const MAX_SIZE := 4096
# Of a picture without a size; a larger one is made smaller. The server chooses colours and size for what its client may have.
const DEFAULT_BYTES := 1500000
const MIN_WIDTH := 160
const MAX_SEEN := 40
# Time to look for the objects in a picture, because the game is blocked.
const MAX_USEC := 50000
# Base64 adds a third, and the server accepts messages of four million bytes.
const MAX_BYTES := 3000000

var _stage: WorldwireStage
var _plane: WorldwirePlane2D
var _visibility: WorldwireVisibility
var _object_info: WorldwireObjectInfo
var _objects: WorldwireObjects
var _focus: WorldwireFocus
var _second_camera: WorldwireSecondCamera
# Requests of this frame, each with its size.
var _waiting := []


func _init(parts: Dictionary) -> void:
	_stage = parts.stage
	_plane = parts.plane
	_second_camera = WorldwireSecondCamera.new(parts.stage)
	_visibility = parts.visibility
	_object_info = parts.object_info
	_objects = parts.objects
	_focus = WorldwireFocus.new(parts.stage, parts.plane, _second_camera)


static func is_possible() -> bool:
	return DisplayServer.get_name() != "headless"


func take(params: Dictionary) -> Variant:
	if not is_possible():
		return WorldwireRefusal.new("unsupported", "this engine has no display", "run the engine with a display, without --headless")
	for name in ["width", "height"]:
		var size = params.get(name, 1)
		if not (size is float or size is int) or size != floor(size) or size < 1 or size > MAX_SIZE:
			return WorldwireRefusal.new("invalid", "%s is %s" % [name, size], "send a whole number from 1 to %d" % MAX_SIZE)
	if params.has("focus") and params.has("camera"):
		return WorldwireRefusal.new("invalid", "focus and camera cannot be combined", "send one of them")
	for name: String in ["focus", "camera"]:
		var node: Variant = _objects.named(params[name]) if params.has(name) else null
		if node is WorldwireRefusal:
			return node
	# Changes of this frame are drawn at its end.
	var deferred := WorldwireDeferred.new()
	_waiting.append([deferred, params])
	if _waiting.size() == 1:
		_stage.tree.process_frame.connect(_tree_on_process_frame, CONNECT_ONE_SHOT)
	return deferred


func _tree_on_process_frame() -> void:
	var ready := _waiting
	_waiting = []
	for each in ready:
		each[0].settle(_picture(each[1]))


func _picture(params: Dictionary) -> Variant:
	RenderingServer.force_draw(false)
	var image := _stage.viewport().get_texture().get_image()
	if image == null or image.is_empty():
		return WorldwireRefusal.new("failed", "there is no picture yet", "retry after a frame")
	var focused: Node = null
	if params.has("camera"):
		var drawn: Variant = _of_camera(params.camera)
		if drawn is WorldwireRefusal:
			return drawn
		image = drawn
	if params.has("focus"):
		# It may have been removed since the request.
		var named: Variant = _objects.named(params.focus)
		if named is WorldwireRefusal:
			return named
		focused = named
		var cut: Variant = _focus.image_of(focused, image)
		if cut is WorldwireRefusal:
			return cut
		image = cut
	_resize(image, params)
	image.convert(Image.FORMAT_RGB8)
	var bytes := image.save_png_to_buffer()
	var has_size: bool = params.has("width") or params.has("height")
	while not has_size and bytes.size() > DEFAULT_BYTES and image.get_width() > MIN_WIDTH:
		# The size grows a little slower than the number of pixels.
		var by := clampf(sqrt(DEFAULT_BYTES / float(bytes.size())) * 0.95, 0.5, 0.9)
		image.resize(maxi(int(image.get_width() * by), 1), maxi(int(image.get_height() * by), 1), Image.INTERPOLATE_LANCZOS)
		bytes = image.save_png_to_buffer()
	if bytes.size() > MAX_BYTES:
		return WorldwireRefusal.new("invalid", "the picture has %d bytes, which is too large" % bytes.size(), "send a smaller width")
	var picture := {
		"data": Marshalls.raw_to_base64(bytes),
		"mimeType": "image/png",
		"width": image.get_width(),
		"height": image.get_height(),
	}
	if focused != null:
		_add_focused(picture, focused)
	elif not _objects.find(params.get("camera")) is Camera2D:
		# What another camera of 2D sees is not known: visibility is asked of the camera of the game.
		_add_seen(picture, _objects.find(params.get("camera")) as Camera3D)
	return picture


func _of_camera(id: Variant) -> Variant:
	var camera: Variant = _objects.named(id)
	return camera if camera is WorldwireRefusal else _second_camera.image_of(camera)


# The node in the middle. Its neighbours are not known, because the camera of the game does not draw them there.
func _add_focused(picture: Dictionary, node: Node) -> void:
	var card: Dictionary = _object_info.hit(node)
	card.x = int(picture.width / 2)
	card.y = int(picture.height / 2)
	card.distance = 0
	picture.seen = [card]
	picture.seenTotal = 1


# Meshes by distance, and then controls, sprites and polygons by size. Others may be in front of them.
func _add_seen(picture: Dictionary, other: Camera3D) -> void:
	var until := Time.get_ticks_usec() + MAX_USEC
	var found := []
	var stack: Array[Node] = [_stage.root()]
	while not stack.is_empty() and Time.get_ticks_usec() < until:
		var node: Node = stack.pop_back()
		# Another camera draws no interface.
		var is_flat := other == null and node is CanvasItem and WorldwirePlaces.flat_bounds_of(node) != null
		var is_shown := WorldwirePlaces.is_drawn(node) or is_flat
		if is_shown and _visibility.of(node, other).visible:
			found.append(_seen(node, picture, found.size(), other))
		for child in node.get_children():
			if not child is Viewport or child == _stage.viewport():
				stack.push_back(child)
	found.sort_custom(_is_first)
	picture.seen = []
	for entry in found.slice(0, MAX_SEEN):
		picture.seen.append(entry[2])
	picture.seenTotal = found.size()


# The order of a node, its number, and its description.
func _seen(node: Node, picture: Dictionary, number: int, other: Camera3D) -> Array:
	var scale := Vector2(picture.width, picture.height) / _plane.size()
	var card: Dictionary = _object_info.hit(node)
	var at := Vector2.ZERO
	var order := 0.0
	if node is CanvasItem:
		var rect: Rect2 = WorldwireScreen.visible_rect(node, _stage.viewport())
		at = rect.position + rect.size / 2
		order = 1e9 / (1 + rect.get_area()) + 1e9
		card.distance = 0
	else:
		var middle := WorldwirePlaces.drawn_box_of(node).get_center()
		var camera := other if other != null else _stage.viewport().get_camera_3d()
		at = camera.unproject_position(middle) if not camera.is_position_behind(middle) else _plane.to_canvas(_plane.size() / 2)
		order = camera.global_transform.origin.distance_to(middle)
		card.distance = order
	var pixel: Vector2 = _plane.from_canvas(at) * scale
	card.x = clamp(pixel.x, 0, picture.width - 1)
	card.y = clamp(pixel.y, 0, picture.height - 1)
	return [order, number, card]


static func _is_first(a: Array, b: Array) -> bool:
	return a[1] < b[1] if a[0] == b[0] else a[0] < b[0]


# One of the two is computed from the aspect ratio.
static func _resize(image: Image, params: Dictionary) -> void:
	if not params.has("width") and not params.has("height"):
		return
	var shape := float(image.get_width()) / image.get_height()
	var width: float = params.get("width", params.get("height", 1) * shape)
	var height: float = params.get("height", params.get("width", 1) / shape)
	image.resize(int(clamp(round(width), 1, MAX_SIZE)), int(clamp(round(height), 1, MAX_SIZE)), Image.INTERPOLATE_LANCZOS)
