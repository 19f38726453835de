extends RefCounted

# Where the tiles of a map are drawn, in its own coordinates. A cell may name a tile that its tile set does not have.

# A tile may be larger than its cell, by this many cells on each side.
const REACH := 4


static func cover(map: Node2D, place: Vector2) -> bool:
	if map.tile_set == null:
		return false
	var cell: Vector2i = map.call("local_to_map", place)
	if map is TileMapLayer:
		return map.enabled and _is_covered(map, cell, place, map.get_cell_source_id, map.get_cell_atlas_coords, map.get_cell_alternative_tile)
	# A map of the old class has several layers.
	for layer: int in map.call("get_layers_count"):
		if map.call("is_layer_enabled", layer) and _is_covered(map, cell, place, _on(map, "get_cell_source_id", layer), _on(map, "get_cell_atlas_coords", layer), _on(map, "get_cell_alternative_tile", layer)):
			return true
	return false


# Around its cells, or null without any. Slanted cells need not fill it.
static func rect_of(map: TileMapLayer) -> Variant:
	var used := map.get_used_rect()
	if map.tile_set == null or not used.has_area():
		return null
	var rect := Rect2(map.map_to_local(used.position), Vector2.ZERO)
	for cell in [used.end - Vector2i.ONE, Vector2i(used.end.x - 1, used.position.y), Vector2i(used.position.x, used.end.y - 1)]:
		rect = rect.expand(map.map_to_local(cell))
	var half := Vector2(map.tile_set.tile_size) / 2
	var slant := Vector2.ZERO if map.tile_set.tile_shape == TileSet.TILE_SHAPE_SQUARE else half
	return rect.grow_individual(half.x + slant.x, half.y + slant.y, half.x + slant.x, half.y + slant.y)


static func _on(map: Node2D, method: String, layer: int) -> Callable:
	return func(cell: Vector2i) -> Variant: return map.call(method, layer, cell)


static func _is_covered(map: Node2D, own: Vector2i, place: Vector2, source_of: Callable, atlas_of: Callable, alternative_of: Callable) -> bool:
	var tiles: TileSet = map.tile_set
	for y in range(-REACH, REACH + 1):
		for x in range(-REACH, REACH + 1):
			var cell := own + Vector2i(x, y)
			var source: int = source_of.call(cell)
			if source < 0 or not tiles.has_source(source):
				continue
			# Other sources make nodes, which are below the map.
			var atlas := tiles.get_source(source) as TileSetAtlasSource
			var middle: Vector2 = map.call("map_to_local", cell)
			if atlas == null or not _rect(atlas, atlas_of.call(cell), alternative_of.call(cell), middle).has_point(place):
				continue
			# The corners of a tile that is not square are clear, where it is not larger than its cell.
			var size := Vector2(tiles.tile_size)
			if cell == own or tiles.tile_shape == TileSet.TILE_SHAPE_SQUARE or not Rect2(middle - size / 2, size).has_point(place):
				return true
	return false


# Empty if nothing is drawn.
static func _rect(atlas: TileSetAtlasSource, at: Vector2i, alternative: int, middle: Vector2) -> Rect2:
	const FLIPS := TileSetAtlasSource.TRANSFORM_FLIP_H | TileSetAtlasSource.TRANSFORM_FLIP_V | TileSetAtlasSource.TRANSFORM_TRANSPOSE
	if atlas.texture == null or not atlas.has_tile(at) or not atlas.has_alternative_tile(at, alternative & ~FLIPS):
		return Rect2()
	var tile := atlas.get_tile_data(at, alternative & ~FLIPS)
	var size := Vector2(atlas.get_tile_texture_region(at).size)
	if tile.transpose != (alternative & TileSetAtlasSource.TRANSFORM_TRANSPOSE != 0):
		size = Vector2(size.y, size.x)
	return Rect2(middle - size / 2 - Vector2(tile.texture_origin), size)
