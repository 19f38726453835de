extends RefCounted

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireNumberRange = preload("../reflection/number_range.gd")
const WorldwireStage = preload("../stage.gd")
const WorldwireObjectInfo = preload("../scene/object_info.gd")
const WorldwireCapture = preload("../view/capture.gd")
const WorldwireFlatPick = preload("../view/flat_pick.gd")
const WorldwireFreecam = preload("../view/freecam.gd")
const WorldwirePlaces = preload("../view/places.gd")
const WorldwirePlane2D = preload("../view/plane.gd")
const WorldwireUiPick = preload("../view/ui_pick.gd")
const WorldwireWorldPick = preload("../view/world_pick.gd")

var _stage: WorldwireStage
var _plane: WorldwirePlane2D
var _object_info: WorldwireObjectInfo
var _freecam: WorldwireFreecam
var _world_pick: WorldwireWorldPick
var _flat_pick: WorldwireFlatPick
var _ui_pick: WorldwireUiPick
var _capture: WorldwireCapture


func _init(parts: Dictionary) -> void:
	_stage = parts.stage
	_plane = parts.plane
	_object_info = parts.object_info
	_freecam = parts.freecam
	_world_pick = parts.world_pick
	_flat_pick = parts.flat_pick
	_ui_pick = parts.ui_pick
	_capture = parts.capture


func handlers() -> Dictionary:
	return {
		"camera.get": camera,
		"freecam.get": freecam,
		"freecam.set": set_freecam,
		"pick.world": pick_world,
		"pick.ui": pick_ui,
		"view.capture": capture,
	}


func camera(_params: Dictionary) -> Variant:
	return _freecam.describe_active()


func freecam(_params: Dictionary) -> Variant:
	return _freecam.describe()


func set_freecam(params: Dictionary) -> Variant:
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


func pick_world(params: Dictionary) -> Variant:
	var pixel = _pixel(params)
	if pixel is WorldwireRefusal:
		return pixel
	if not _plane.has(pixel):
		return []
	var camera := _freecam.active()
	var point := _plane.to_canvas(pixel)
	if camera == null:
		return _flat_hits(_flat_pick.at(point), _stage.viewport().canvas_transform.affine_inverse() * point)
	var hits := []
	for found in _world_pick.at(point, camera):
		var hit: Dictionary = _object_info.hit(found.node)
		hit.distance = found.distance
		hit.point = WorldwirePlaces.plain(found.point)
		if found.normal != null:
			hit.normal = WorldwirePlaces.plain(found.normal)
		hits.append(hit)
	return hits


func pick_ui(params: Dictionary) -> Variant:
	var pixel = _pixel(params)
	if pixel is WorldwireRefusal:
		return pixel
	return _flat_hits(_ui_pick.at(_plane.to_canvas(pixel)), pixel) if _plane.has(pixel) else []


func capture(params: Dictionary) -> Variant:
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
func _pixel(params: Dictionary) -> Variant:
	var size := _plane.size()
	var scale: Vector2 = size if params.get("normalized", false) else Vector2.ONE
	var pixel := size / 2
	for axis in ["x", "y"]:
		if not params.has(axis):
			continue
		if not WorldwireNumberRange.is_number(params[axis]):
			return WorldwireRefusal.new("invalid", "x and y must be numbers", "the picture has %d by %d pixels" % [size.x, size.y])
		pixel[axis] = params[axis] * scale[axis]
	return pixel


# False if it is not a vector.
static func _vector(json: Variant) -> Variant:
	if not json is Dictionary:
		return false
	for axis in ["x", "y", "z"]:
		if not WorldwireNumberRange.is_number(json.get(axis)) or not WorldwireNumberRange.is_single(json[axis]):
			return false
	return Vector3(json.x, json.y, json.z)
