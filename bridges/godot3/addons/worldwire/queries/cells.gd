extends Reference

# Cells of a TileMap or GridMap, and instances of a multi-mesh. Only those of one page are described.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwirePaging = preload("../paging.gd")
const WorldwirePlaces = preload("../view/places.gd")


static func of(node: Node, params: Dictionary):
	if node is MultiMeshInstance or node is MultiMeshInstance2D:
		return _instances(node, params)
	if not node is TileMap and not node is GridMap:
		return WorldwireRefusal.new("not-found", "%s is a %s and has no cells" % [node.name, node.get_class()], "choose a TileMap, a GridMap or a MultiMeshInstance")
	var page = WorldwirePaging.page_of(node.get_used_cells(), params)
	if page is WorldwireRefusal:
		return page
	var cells := []
	for at in page.items:
		cells.append(_tile(node, at) if node is TileMap else _block(node, at))
	return {"total": page.total, "items": cells}


static func _tile(map: TileMap, at: Vector2) -> Dictionary:
	var x := int(at.x)
	var y := int(at.y)
	var tile := map.get_cell(x, y)
	var item := "tile %d" % tile
	if map.tile_set != null and tile in map.tile_set.get_tiles_ids():
		if not map.tile_set.tile_get_name(tile).empty():
			item += " %s" % map.tile_set.tile_get_name(tile)
		if map.tile_set.tile_get_tile_mode(tile) != TileSet.SINGLE_TILE:
			var inside := map.get_cell_autotile_coord(x, y)
			item += ", atlas (%d, %d)" % [inside.x, inside.y]
	for turn in [["flipped x", map.is_cell_x_flipped(x, y)], ["flipped y", map.is_cell_y_flipped(x, y)], ["transposed", map.is_cell_transposed(x, y)]]:
		if turn[1]:
			item += ", " + turn[0]
	return {"at": {"x": x, "y": y, "z": 0}, "item": item}


static func _block(map: GridMap, at: Vector3) -> Dictionary:
	var number := map.get_cell_item(int(at.x), int(at.y), int(at.z))
	var item := "item %d" % number
	if map.mesh_library != null and number in map.mesh_library.get_item_list():
		if not map.mesh_library.get_item_name(number).empty():
			item += " %s" % map.mesh_library.get_item_name(number)
	var turn := map.get_cell_item_orientation(int(at.x), int(at.y), int(at.z))
	if turn > 0:
		item += ", orientation %d" % turn
	return {"at": WorldwirePlaces.plain(at), "item": item}


static func _instances(node: Node, params: Dictionary):
	var mesh: MultiMesh = node.multimesh
	var count := 0 if mesh == null else mesh.instance_count
	if mesh != null and mesh.visible_instance_count >= 0:
		count = mesh.visible_instance_count
	var page = WorldwirePaging.page_of(range(count), params)
	if page is WorldwireRefusal:
		return page
	var item := "instance"
	if mesh != null and mesh.mesh != null:
		item = "mesh %s" % (mesh.mesh.get_class() if mesh.mesh.resource_path.empty() else mesh.mesh.resource_path)
	var cells := []
	for number in page.items:
		cells.append({"at": _place(node, mesh, number), "index": number, "item": item})
	return {"total": page.total, "items": cells}


# In world space.
static func _place(node: Node, mesh: MultiMesh, number: int) -> Dictionary:
	if mesh.transform_format == MultiMesh.TRANSFORM_3D and node is Spatial:
		return WorldwirePlaces.plain(node.global_transform.xform(mesh.get_instance_transform(number).origin))
	var origin := mesh.get_instance_transform_2d(number).origin
	var flat: Vector2 = node.global_transform.xform(origin) if node is Node2D else origin
	return {"x": flat.x, "y": flat.y, "z": 0}
