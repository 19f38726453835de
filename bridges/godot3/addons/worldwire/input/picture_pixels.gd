extends Reference

# Converts pixels of the picture to pixels of the window, in which the engine expects the pointer. They differ if the project is
# stretched; black bars are part of the window alone.

var _root: Viewport


func _init(root: Viewport) -> void:
	_root = root


func size() -> Vector2:
	return _root.size


# The edges belong to the picture.
func has(pixel: Vector2) -> bool:
	return pixel.x >= 0 and pixel.y >= 0 and pixel.x <= _root.size.x and pixel.y <= _root.size.y


func to_window(pixel: Vector2) -> Vector2:
	var drawn := _drawn()
	return drawn.position + pixel * drawn.size / _root.size


# Of a movement.
func scaled_to_window(way: Vector2) -> Vector2:
	return way * _drawn().size / _root.size


# Of a place that an event in _input has.
func from_canvas(place: Vector2) -> Vector2:
	return _root.get_final_transform().xform(place)


func to_canvas(pixel: Vector2) -> Vector2:
	return _root.get_final_transform().affine_inverse().xform(pixel)


func pointer() -> Vector2:
	return from_canvas(_root.get_mouse_position())


# The rectangle of the window that the picture fills. The engine does not tell it; only a project that ignores the aspect ratio
# draws pixels that are not squares.
func _drawn() -> Rect2:
	var window := OS.window_size
	var scale := window / _root.size
	var is_viewport := str(ProjectSettings.get_setting("display/window/stretch/mode")) == "viewport"
	if is_viewport and str(ProjectSettings.get_setting("display/window/stretch/aspect")) == "ignore":
		return Rect2(Vector2.ZERO, window)
	var filled := _root.size * min(scale.x, scale.y)
	# A size is rounded down to whole pixels.
	var bars := ((window - filled) / 2).floor()
	return Rect2(bars, filled)
