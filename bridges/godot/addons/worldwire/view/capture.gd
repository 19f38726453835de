extends Reference

# Screenshots as PNG.

const Refusal = preload("../refusal.gd")
const Deferred = preload("../deferred.gd")
const MAX_SIZE := 4096
# Base64 adds a third, and the server accepts messages of four million bytes.
const MAX_BYTES := 3000000

var _root: Viewport
# Requests of this frame, each with its size.
var _waiting := []


func _init(root: Viewport) -> void:
	_root = root


static func is_possible() -> bool:
	return OS.get_name() != "Server" and OS.can_draw()


func take(params: Dictionary):
	if not is_possible():
		return Refusal.new("unsupported", "this engine has no display", "run the engine with a display, not as a server")
	for name in ["width", "height"]:
		var size = params.get(name, 1)
		if not (size is float or size is int) or size != floor(size) or size < 1 or size > MAX_SIZE:
			return Refusal.new("invalid", "%s is %s" % [name, size], "send a whole number from 1 to %d" % MAX_SIZE)
	# Changes of this frame are drawn at its end.
	var deferred := Deferred.new()
	_waiting.append([deferred, params])
	if _waiting.size() == 1:
		_root.get_tree().connect("idle_frame", self, "_tree_on_idle_frame", [], CONNECT_ONESHOT)
	return deferred


func _tree_on_idle_frame() -> void:
	var ready := _waiting
	_waiting = []
	for each in ready:
		each[0].settle(_picture(each[1]))


func _picture(params: Dictionary):
	VisualServer.force_draw(false)
	var image := _root.get_texture().get_data()
	if image == null or image.is_empty():
		return Refusal.new("failed", "there is no picture yet", "retry after a frame")
	# Screen textures start at the bottom.
	image.flip_y()
	_resize(image, params)
	image.convert(Image.FORMAT_RGB8)
	var bytes := image.save_png_to_buffer()
	if bytes.size() > MAX_BYTES:
		return Refusal.new("invalid", "the picture has %d bytes, which is too large" % bytes.size(), "send a smaller width")
	return {
		"data": Marshalls.raw_to_base64(bytes),
		"mimeType": "image/png",
		"width": image.get_width(),
		"height": image.get_height(),
	}


# One of the two is computed from the aspect ratio.
static func _resize(image: Image, params: Dictionary) -> void:
	if not params.has("width") and not params.has("height"):
		return
	var shape := float(image.get_width()) / image.get_height()
	var width: float = params.get("width", params.get("height", 1) * shape)
	var height: float = params.get("height", params.get("width", 1) / shape)
	image.resize(int(clamp(round(width), 1, MAX_SIZE)), int(clamp(round(height), 1, MAX_SIZE)), Image.INTERPOLATE_LANCZOS)
