extends RefCounted

# Where canvas items are in the picture: a container or a window may show them, and a control above them may cut them off.

const WorldwirePlaces = preload("places.gd")


# From the canvas of a viewport to that of the picture, or null if the picture does not show it.
static func place_of(viewport: Viewport, picture: Viewport) -> Variant:
	if viewport == picture:
		return Transform2D.IDENTITY
	var parent := viewport.get_parent()
	var outer: Viewport = null
	var inside := Transform2D.IDENTITY
	if viewport is Window:
		outer = _embedder_of(parent) if viewport.visible and viewport.is_embedded() else null
		inside = Transform2D(0, Vector2(viewport.position)) * viewport.get_final_transform()
	elif parent is SubViewportContainer and parent.is_visible_in_tree():
		outer = parent.get_viewport()
		inside = parent.get_global_transform_with_canvas() * stretch_of(parent, viewport)
	var place: Variant = null if outer == null else place_of(outer, picture)
	return null if place == null else place * inside


# From the canvas of a viewport to the container that shows it.
static func stretch_of(container: SubViewportContainer, viewport: SubViewport) -> Transform2D:
	var pixels := Vector2(viewport.size)
	if not container.stretch or pixels.x <= 0 or pixels.y <= 0:
		return viewport.get_final_transform()
	return Transform2D().scaled(container.size / pixels) * viewport.get_final_transform()


# The part of an item that is in the picture, in units of its canvas; null if the size of the item is not known, and without an area if
# no part is. The control that cuts it off last is added to the array.
static func visible_rect(item: CanvasItem, picture: Viewport, cut_by: Array = []) -> Variant:
	var rect: Variant = WorldwirePlaces.flat_bounds_of(item)
	if rect == null:
		return null
	var at: Node = item
	while at is CanvasItem and not at.is_set_as_top_level() and at.get_parent() is CanvasItem:
		at = at.get_parent()
		if at is Control and at.clip_contents:
			rect = rect.intersection(WorldwirePlaces.flat_bounds_of(at))
			if not rect.has_area():
				cut_by.append(at)
				return rect
	var viewport := item.get_viewport()
	var place: Variant = place_of(viewport, picture)
	if place == null:
		return Rect2()
	rect = place * rect.intersection(viewport.get_visible_rect())
	if viewport == picture:
		return rect
	var container := viewport.get_parent() as SubViewportContainer
	return rect.intersection(picture.get_visible_rect() if container == null else visible_rect(container, picture, cut_by))


# The windows that a viewport shows inside of itself, topmost first.
static func windows_in(viewport: Viewport) -> Array:
	var windows: Array = viewport.get_embedded_subwindows()
	windows.reverse()
	return windows


# With the bar above it, in units of the viewport that shows it.
static func frame_of(window: Window) -> Rect2:
	return Rect2(window.get_position_with_decorations(), window.get_size_with_decorations())


static func _embedder_of(parent: Node) -> Viewport:
	var viewport := parent.get_viewport()
	while viewport != null and not viewport.gui_embed_subwindows:
		viewport = null if viewport.get_parent() == null else viewport.get_parent().get_viewport()
	return viewport
