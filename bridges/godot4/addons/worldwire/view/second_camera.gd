extends RefCounted

# Pictures by another camera than that of the game, which keeps its own: a viewport of the rendering server draws the same world.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireStage = preload("../stage.gd")
const WorldwirePlane2D = preload("plane.gd")

var _stage: WorldwireStage


func _init(stage: WorldwireStage) -> void:
	_stage = stage


# From a camera of the scene. The image, or a refusal.
func image_of(node: Node) -> Variant:
	if node is Camera3D:
		return spatial_image(_camera_of(node))
	if node is Camera2D:
		return _flat_image(node)
	return WorldwireRefusal.new("invalid", "%s is a %s and not a camera" % [_stage.path_of(node), node.get_class()], "send the id of a Camera3D or a Camera2D")


# With a camera of the rendering server, which is freed.
func spatial_image(camera: RID) -> Variant:
	var viewport := _viewport()
	RenderingServer.viewport_set_scenario(viewport, _stage.viewport().find_world_3d().scenario)
	RenderingServer.viewport_attach_camera(viewport, camera)
	RenderingServer.viewport_set_disable_2d(viewport, true)
	var image: Variant = _drawn(viewport)
	RenderingServer.free_rid(camera)
	return image


static func _camera_of(node: Camera3D) -> RID:
	var camera := RenderingServer.camera_create()
	match node.projection:
		Camera3D.PROJECTION_ORTHOGONAL:
			RenderingServer.camera_set_orthogonal(camera, node.size, node.near, node.far)
		Camera3D.PROJECTION_FRUSTUM:
			RenderingServer.camera_set_frustum(camera, node.size, node.frustum_offset, node.near, node.far)
		_:
			RenderingServer.camera_set_perspective(camera, node.fov, node.near, node.far)
	RenderingServer.camera_set_transform(camera, node.get_camera_transform())
	RenderingServer.camera_set_cull_mask(camera, node.cull_mask)
	RenderingServer.camera_set_use_vertical_aspect(camera, node.keep_aspect == Camera3D.KEEP_WIDTH)
	if node.environment != null:
		RenderingServer.camera_set_environment(camera, node.environment.get_rid())
	if node.attributes != null:
		RenderingServer.camera_set_camera_attributes(camera, node.attributes.get_rid())
	return camera


func _flat_image(camera: Camera2D) -> Variant:
	var game := _stage.viewport()
	var viewport := _viewport()
	var canvas := game.find_world_2d().canvas
	var turn := 0.0 if camera.ignore_rotation else camera.global_rotation
	var middle := camera.get_screen_center_position() if camera.is_current() else camera.global_position + camera.offset
	var place := Transform2D(-turn, Vector2.ZERO).scaled(camera.zoom)
	var is_corner := camera.anchor_mode == Camera2D.ANCHOR_MODE_FIXED_TOP_LEFT and not camera.is_current()
	place.origin = (Vector2.ZERO if is_corner else game.get_visible_rect().size / 2) - place * middle
	RenderingServer.viewport_attach_canvas(viewport, canvas)
	RenderingServer.viewport_set_canvas_transform(viewport, canvas, place)
	RenderingServer.viewport_set_global_canvas_transform(viewport, Transform2D().scaled(WorldwirePlane2D.size_of(game) / game.get_visible_rect().size))
	return _drawn(viewport)


func _viewport() -> RID:
	var game := _stage.viewport()
	var viewport := RenderingServer.viewport_create()
	var size := WorldwirePlane2D.size_of(game)
	RenderingServer.viewport_set_size(viewport, int(size.x), int(size.y))
	RenderingServer.viewport_set_msaa_3d(viewport, int(game.msaa_3d) as RenderingServer.ViewportMSAA)
	RenderingServer.viewport_set_update_mode(viewport, RenderingServer.VIEWPORT_UPDATE_ALWAYS)
	RenderingServer.viewport_set_active(viewport, true)
	return viewport


static func _drawn(viewport: RID) -> Variant:
	RenderingServer.force_draw(false)
	var image := RenderingServer.texture_2d_get(RenderingServer.viewport_get_texture(viewport))
	RenderingServer.free_rid(viewport)
	if image == null or image.is_empty():
		return WorldwireRefusal.new("failed", "there is no picture yet", "retry after a frame")
	return image
