extends Reference

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireNumberRange = preload("../reflection/number_range.gd")
const WorldwirePlaces = preload("../view/places.gd")

var _root: Viewport
var _object_info
var _freecam
var _world_pick
var _flat_pick
var _ui_pick
var _capture


func _init(parts: Dictionary) -> void:
	_root = parts.tree.root
	_object_info = parts.object_info
	_freecam = parts.freecam
	_world_pick = parts.world_pick
	_flat_pick = parts.flat_pick
	_ui_pick = parts.ui_pick
	_capture = parts.capture


func handlers() -> Dictionary:
	return {
		"camera.get": "camera",
		"freecam.get": "freecam",
		"freecam.set": "set_freecam",
		"pick.world": "pick_world",
		"pick.ui": "pick_ui",
		"view.capture": "capture",
	}


func camera(_params: Dictionary):
	return _freecam.describe_active()


func freecam(_params: Dictionary):
	return _freecam.describe()


func set_freecam(params: Dictionary):
	var place := {}
	for name in ["position", "rotation"]:
		var vector = null if params.get(name) == null else _vector(params[name])
		if vector is bool:
			return WorldwireRefusal.new("invalid", "%s must be a vector" % name, "send {x, y, z}")
		place[name] = vector
	if params.has("speed") and not WorldwireNumberRange.is_number(params.speed):
		return WorldwireRefusal.new("invalid", "speed is %s" % [params.speed], "send a number from 0.1 to 100")
	if params.has("enabled") and not params.enabled is bool:
		return WorldwireRefusal.new("invalid", "enabled is %s" % [params.enabled], "send true or false, or leave it out")
	var before: Dictionary = _freecam.describe()
	if params.has("speed"):
		_freecam.speed = params.speed
	if place.position != null or place.rotation != null:
		_freecam.move(place.position, place.rotation)
	if params.has("enabled"):
		_freecam.enabled = params.enabled
	return {"before": before, "after": _freecam.describe()}


func pick_world(params: Dictionary):
	var pixel = _pixel(params)
	if pixel is WorldwireRefusal:
		return pixel
	if not _is_in_picture(pixel):
		return []
	var camera: Camera = _freecam.active()
	var point := _unstretched(pixel)
	if camera == null:
		return _flat_hits(_flat_pick.at(point), _root.canvas_transform.affine_inverse().xform(point))
	var hits := []
	for found in _world_pick.at(point, camera):
		var hit: Dictionary = _object_info.hit(found.node)
		hit.distance = found.distance
		hit.point = WorldwirePlaces.plain(found.point)
		if found.normal != null:
			hit.normal = WorldwirePlaces.plain(found.normal)
		hits.append(hit)
	return hits


func pick_ui(params: Dictionary):
	var pixel = _pixel(params)
	if pixel is WorldwireRefusal:
		return pixel
	return _flat_hits(_ui_pick.at(_unstretched(pixel)), pixel) if _is_in_picture(pixel) else []


func capture(params: Dictionary):
	return _capture.take(params)


# In 2D everything is at the same distance.
func _flat_hits(nodes: Array, point: Vector2) -> Array:
	var hits := []
	for node in nodes:
		var hit: Dictionary = _object_info.hit(node)
		hit.distance = 0
		hit.point = {"x": point.x, "y": point.y, "z": 0}
		hits.append(hit)
	return hits


# The point from the upper left corner; the middle by default.
func _pixel(params: Dictionary):
	var size := _root.size
	var scale: Vector2 = size if params.get("normalized", false) else Vector2.ONE
	var pixel := size / 2
	for axis in ["x", "y"]:
		if not params.has(axis):
			continue
		if not WorldwireNumberRange.is_number(params[axis]):
			return WorldwireRefusal.new("invalid", "x and y must be numbers", "the picture has %d by %d pixels" % [size.x, size.y])
		pixel[axis] = params[axis] * scale[axis]
	return pixel


# The edges belong to the picture.
func _is_in_picture(pixel: Vector2) -> bool:
	return pixel.x >= 0 and pixel.y >= 0 and pixel.x <= _root.size.x and pixel.y <= _root.size.y


# The window may be scaled; canvases and cameras use the unscaled coordinates.
func _unstretched(pixel: Vector2) -> Vector2:
	return _root.get_final_transform().affine_inverse().xform(pixel)


# False if it is not a vector.
static func _vector(json):
	if not json is Dictionary:
		return false
	for axis in ["x", "y", "z"]:
		if not WorldwireNumberRange.is_number(json.get(axis)) or not WorldwireNumberRange.is_single(json[axis]):
			return false
	return Vector3(json.x, json.y, json.z)
