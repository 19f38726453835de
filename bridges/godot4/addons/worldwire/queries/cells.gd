extends RefCounted

# cells.list: the used cells of a tile map or a grid map, or the instances of a multi-mesh.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwirePaging = preload("../paging.gd")
const WorldwireObjects = preload("../scene/objects.gd")

var _objects: WorldwireObjects


func _init(parts: Dictionary) -> void:
	_objects = parts.objects


func handlers() -> Dictionary:
	return {"cells.list": list}


func list(params: Dictionary) -> Variant:
	var node: Variant = _objects.named(params.get("object"))
	var page: Variant = node if node is WorldwireRefusal else WorldwirePaging.bounds(params)
	if page is WorldwireRefusal:
		return page
	# Cells are described for the page alone: a map may have very many.
	if node is TileMapLayer:
		return _paged(_sorted(node.get_used_cells()), page, _tile.bind(node))
	if node is GridMap:
		return _paged(_sorted(node.get_used_cells()), page, _block.bind(node))
	if node.is_class("TileMap"):
		return _paged(_map_cells(node), page, _map_tile.bind(node))
	if node is MultiMeshInstance3D or node is MultiMeshInstance2D:
		var count: int = 0 if node.multimesh == null else node.multimesh.instance_count
		if node.multimesh != null and node.multimesh.visible_instance_count >= 0:
			count = mini(count, node.multimesh.visible_instance_count)
		return _paged(range(count), page, _instance.bind(node))
	var about := "%s has no cells" % _objects.stage.path_of(node)
	return WorldwireRefusal.new("not-found", about, "name a TileMapLayer, a TileMap, a GridMap or a MultiMeshInstance")


static func _paged(cells: Array, page: Dictionary, describe: Callable) -> Dictionary:
	return {"total": cells.size(), "items": cells.slice(page.offset, mini(cells.size(), page.offset + page.limit)).map(describe)}


static func _sorted(cells: Array) -> Array:
	var sorted := cells.duplicate()
	sorted.sort()
	return sorted


static func _tile(cell: Vector2i, layer: TileMapLayer) -> Dictionary:
	var text := _tile_text(layer.get_cell_source_id(cell), layer.get_cell_atlas_coords(cell), layer.get_cell_alternative_tile(cell))
	return {"at": {"x": cell.x, "y": cell.y, "z": 0}, "item": text}


static func _tile_text(source: int, atlas: Vector2i, alternative: int) -> String:
	var text := "source %d, atlas (%d, %d)" % [source, atlas.x, atlas.y]
	return text if alternative == 0 else "%s, alternative %d" % [text, alternative]


# The layer of a map of the old class is z.
static func _map_cells(map: Node) -> Array:
	var found := []
	for layer: int in map.call("get_layers_count"):
		for cell: Vector2i in _sorted(map.call("get_used_cells", layer)):
			found.append(Vector3i(cell.x, cell.y, layer))
	return found


static func _map_tile(cell: Vector3i, map: Node) -> Dictionary:
	var at := Vector2i(cell.x, cell.y)
	var text := _tile_text(map.call("get_cell_source_id", cell.z, at), map.call("get_cell_atlas_coords", cell.z, at), map.call("get_cell_alternative_tile", cell.z, at))
	return {"at": {"x": cell.x, "y": cell.y, "z": cell.z}, "item": text}


static func _block(cell: Vector3i, grid: GridMap) -> Dictionary:
	var item := grid.get_cell_item(cell)
	var name := "" if grid.mesh_library == null or not item in grid.mesh_library.get_item_list() else grid.mesh_library.get_item_name(item)
	return {"at": {"x": cell.x, "y": cell.y, "z": cell.z}, "item": "item %d" % item if name.is_empty() else "item %d, %s" % [item, name]}


# In world space, as places of nodes are.
static func _instance(number: int, node: Node) -> Dictionary:
	var meshes: MultiMesh = node.get("multimesh")
	var at := Vector3.ZERO
	if meshes.transform_format == MultiMesh.TRANSFORM_3D:
		at = meshes.get_instance_transform(number).origin
	else:
		var flat := meshes.get_instance_transform_2d(number).origin
		at = Vector3(flat.x, flat.y, 0)
	if node is Node3D:
		at = node.global_transform * at
	else:
		var flat: Vector2 = node.global_transform * Vector2(at.x, at.y)
		at = Vector3(flat.x, flat.y, 0)
	return {"at": {"x": at.x, "y": at.y, "z": at.z}, "index": number, "item": "instance of %s" % _mesh_name(meshes.mesh)}


static func _mesh_name(mesh: Mesh) -> String:
	if mesh == null:
		return "no mesh"
	return mesh.resource_path if not mesh.resource_path.is_empty() else mesh.get_class()
