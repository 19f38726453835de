extends Reference

# Whether a 2D node draws at a point, in its own coordinates.


static func cover(node: Node2D, place: Vector2) -> bool:
	if node is Sprite:
		return node.texture != null and node.get_rect().has_point(place)
	if node is AnimatedSprite:
		return _frame(node).has_point(place)
	if node is TileMap:
		return _has_tile(node, node.world_to_map(place))
	return node is Polygon2D and _is_filled(node, place - node.offset)


# Empty if nothing is visible.
static func _frame(sprite: AnimatedSprite) -> Rect2:
	if sprite.frames == null or not sprite.frames.has_animation(sprite.animation):
		return Rect2()
	var texture: Texture = sprite.frames.get_frame(sprite.animation, sprite.frame)
	if texture == null:
		return Rect2()
	var size := texture.get_size()
	return Rect2(sprite.offset - (size / 2 if sprite.centered else Vector2.ZERO), size)


# Tiles that the tile set does not have, or without a texture, are not drawn.
static func _has_tile(map: TileMap, cell: Vector2) -> bool:
	var tile := map.get_cellv(cell)
	return map.tile_set != null and tile in map.tile_set.get_tiles_ids() and map.tile_set.tile_get_texture(tile) != null


# As the engine draws it: an inverted polygon fills up to a border around it, and one with parts draws only those.
static func _is_filled(shape: Polygon2D, place: Vector2) -> bool:
	var corners := shape.polygon
	if not shape.invert_enable and not shape.polygons.empty():
		for part in shape.polygons:
			if Geometry.is_point_in_polygon(place, _chosen(corners, part)):
				return true
		return false
	corners.resize(int(max(corners.size() - shape.internal_vertex_count, 0)))
	if corners.empty():
		return false
	var is_inside := Geometry.is_point_in_polygon(place, corners)
	if shape.invert_enable:
		return not is_inside and _bounds(corners).grow(shape.invert_border).has_point(place)
	return is_inside


# Empty if the indices are invalid.
static func _chosen(corners: PoolVector2Array, part) -> PoolVector2Array:
	var chosen := PoolVector2Array()
	if not (part is PoolIntArray or part is Array):
		return chosen
	for number in part:
		if not number is int or number < 0 or number >= corners.size():
			return PoolVector2Array()
		chosen.append(corners[number])
	return chosen


static func _bounds(corners: PoolVector2Array) -> Rect2:
	var bounds := Rect2(corners[0], Vector2.ZERO)
	for corner in corners:
		bounds = bounds.expand(corner)
	return bounds
