extends RefCounted

# What a 2D node draws, in its own coordinates.

const WorldwireTiles = preload("tiles.gd")


static func cover(node: Node2D, place: Vector2) -> bool:
	if node is Sprite2D:
		return node.texture != null and node.get_rect().has_point(place)
	if node is AnimatedSprite2D:
		return _frame(node).has_point(place)
	# The old class may be missing in a build.
	if node is TileMapLayer or node.is_class("TileMap"):
		return WorldwireTiles.cover(node, place)
	return node is Polygon2D and _is_filled(node, place - node.offset)


# The rectangle of a sprite, a polygon or a tile map layer, or null.
static func rect_of(node: Node2D) -> Variant:
	if node is Sprite2D:
		return null if node.texture == null else node.get_rect()
	if node is AnimatedSprite2D:
		return _frame(node) if _frame(node).has_area() else null
	if node is Polygon2D and not node.polygon.is_empty():
		var bounds := _bounds(node.polygon).grow(node.invert_border if node.invert_enabled else 0.0)
		return Rect2(bounds.position + node.offset, bounds.size)
	return WorldwireTiles.rect_of(node) if node is TileMapLayer else null


# Empty if nothing is visible.
static func _frame(sprite: AnimatedSprite2D) -> Rect2:
	if sprite.sprite_frames == null or not sprite.sprite_frames.has_animation(sprite.animation):
		return Rect2()
	var texture := sprite.sprite_frames.get_frame_texture(sprite.animation, sprite.frame)
	if texture == null:
		return Rect2()
	var size := texture.get_size()
	return Rect2(sprite.offset - (size / 2 if sprite.centered else Vector2.ZERO), size)


# As the engine draws it: an inverted polygon fills up to a border around it, and one with parts draws only those.
static func _is_filled(shape: Polygon2D, place: Vector2) -> bool:
	var corners := shape.polygon
	if not shape.invert_enabled and not shape.polygons.is_empty():
		for part: Variant in shape.polygons:
			if Geometry2D.is_point_in_polygon(place, _chosen(corners, part)):
				return true
		return false
	corners.resize(maxi(corners.size() - shape.internal_vertex_count, 0))
	if corners.is_empty():
		return false
	var is_inside := Geometry2D.is_point_in_polygon(place, corners)
	if shape.invert_enabled:
		return not is_inside and _bounds(corners).grow(shape.invert_border).has_point(place)
	return is_inside


# Empty if the indices are invalid.
static func _chosen(corners: PackedVector2Array, part: Variant) -> PackedVector2Array:
	var chosen := PackedVector2Array()
	if not (part is PackedInt32Array or part is Array):
		return chosen
	for number: Variant in part:
		if not number is int or number < 0 or number >= corners.size():
			return PackedVector2Array()
		chosen.append(corners[number])
	return chosen


static func _bounds(corners: PackedVector2Array) -> Rect2:
	var bounds := Rect2(corners[0], Vector2.ZERO)
	for corner in corners:
		bounds = bounds.expand(corner)
	return bounds
