extends RefCounted

# The picture of a viewport: its pixels, the coordinates of its canvas, and those of the window. They differ if the window is stretched.

const WorldwireStage = preload("../stage.gd")

var _stage: WorldwireStage


func _init(stage: WorldwireStage) -> void:
	_stage = stage


func size() -> Vector2:
	return size_of(_stage.viewport())


# The edges belong to the picture.
func has(pixel: Vector2) -> bool:
	var most := size()
	return pixel.x >= 0 and pixel.y >= 0 and pixel.x <= most.x and pixel.y <= most.y


func to_canvas(pixel: Vector2) -> Vector2:
	return _from_canvas().affine_inverse() * pixel


func from_canvas(point: Variant) -> Variant:
	return _from_canvas() * point


# Where input events are.
func to_window(pixel: Vector2) -> Vector2:
	return _stage.viewport().get_final_transform() * to_canvas(pixel)


func from_window(point: Vector2) -> Vector2:
	return _from_canvas() * (_stage.viewport().get_final_transform().affine_inverse() * point)


func _from_canvas() -> Transform2D:
	return from_canvas_of(_stage.viewport())


static func from_canvas_of(viewport: Viewport) -> Transform2D:
	return Transform2D().scaled(_stretch_of(viewport)) * viewport.global_canvas_transform


# Of the picture that is drawn.
static func size_of(viewport: Viewport) -> Vector2:
	return (viewport.get_visible_rect().size * _stretch_of(viewport)).round()


# The size of the texture is not that of its picture where fonts are drawn finer, since Godot 4.5.
static func _stretch_of(viewport: Viewport) -> Vector2:
	if viewport.has_method("get_stretch_transform"):
		return viewport.call("get_stretch_transform").get_scale()
	var visible := viewport.get_visible_rect().size
	return Vector2.ONE if visible.x <= 0 or visible.y <= 0 else viewport.get_texture().get_size() / visible
