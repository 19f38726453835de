extends Reference

# The objects that match a filter, in tree order or the nearest first, one page at a time; and one object by its id.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwirePaging = preload("../paging.gd")
const WorldwireScenes = preload("scenes.gd")
const WorldwireObjectFields = preload("object_fields.gd")
const WorldwireObjectInfo = preload("object_info.gd")
const WorldwireNodeTest = preload("node_test.gd")

var _objects
var _scenes
var _object_info
var _object_fields
var _types
var _visibility
var _motion


func _init(parts: Dictionary) -> void:
	_objects = parts.objects
	_scenes = parts.scenes
	_object_info = parts.object_info
	_object_fields = parts.object_fields
	_types = parts.types
	_visibility = parts.visibility
	_motion = parts.motion


func list(filter: Dictionary):
	var page = WorldwirePaging.bounds(filter)
	if page is WorldwireRefusal:
		return page
	var fields = filter.get("fields", [])
	var fault = WorldwireObjectFields.fault_of(fields)
	if fault != null:
		return fault
	page.fields = fields if fields is Array else [fields]
	var test := WorldwireNodeTest.new(filter, _types, _visibility)
	if test.fault != null:
		return test.fault
	var sources = _children_source(filter) if filter.has("parent") else _scene_sources(filter)
	if sources is WorldwireRefusal:
		return sources
	var everything := {"offset": 0, "limit": INF}
	if filter.has("moving"):
		var found := _sorted(_collect(sources, test, not filter.has("parent"), everything, false).items, test)
		return test.type_fault() if test.type_fault() != null else _motion.measure(_nodes_of(found), self, "_moving_page", [found, page, filter.moving])
	# All of them are counted already.
	var is_counted: bool = test.is_open and not filter.has("parent") and not filter.has("scene")
	var found := _collect(sources, test, not filter.has("parent"), everything if test.has_center else page, is_counted)
	if test.type_fault() != null:
		return test.type_fault()
	found.total = _objects.count() if is_counted else found.total
	if test.has_center:
		found.items = _part(_sorted(found.items, test), page)
	if "velocity" in page.fields:
		return _motion.measure(_nodes_of(found.items), self, "_measured_page", [found, page])
	return _described(found, page.fields, {})


func describe(params: Dictionary):
	var fields = params.get("fields", [])
	var node = _objects.named(params.get("id"))
	var fault = node if node is WorldwireRefusal else WorldwireObjectFields.fault_of(fields)
	if fault is WorldwireRefusal:
		return fault
	var wanted: Array = fields if fields is Array else [fields]
	if "velocity" in wanted:
		return _motion.measure([node], self, "_measured", [params.id, wanted])
	return _measured({}, params.id, wanted)


func _measured(motions: Dictionary, id: String, fields: Array):
	var node = _objects.named(id)
	if node is WorldwireRefusal:
		return node
	var info: Dictionary = _object_fields.add(_object_info.of(node), node, fields, motions)
	_object_fields.add_cover(info, node)
	return info


func _measured_page(motions: Dictionary, found: Dictionary, page: Dictionary):
	return _described(found, page.fields, motions)


# An entry is a node's instance id and its scene.
func _moving_page(motions: Dictionary, entries: Array, page: Dictionary, wanted: bool):
	var fitting := []
	for entry in entries:
		var motion = motions.get(entry[0])
		# A node without a place does not move.
		var is_moving: bool = motion != null and _motion.is_moving(motion)
		if is_moving == wanted and instance_from_id(entry[0]) != null:
			fitting.append(entry)
	return _described({"total": fitting.size(), "items": _part(fitting, page)}, page.fields, motions)


func _described(found: Dictionary, fields: Array, motions: Dictionary) -> Dictionary:
	var items := []
	for entry in found.items:
		var node = instance_from_id(entry[0])
		if node != null and node.is_inside_tree():
			var info: Dictionary = _object_info.of(node, entry[1])
			items.append(info if fields.empty() else _object_fields.add(info, node, fields, motions))
	return {"total": found.total, "items": items}


# Top nodes by scene ids.
func _scene_sources(filter: Dictionary):
	var tops: Dictionary = _scenes.tops()
	if not filter.has("scene"):
		return tops
	if filter.scene == WorldwireScenes.HIDDEN:
		return {}
	if tops.has(filter.scene):
		return {filter.scene: tops[filter.scene]}
	var known := PoolStringArray(tops.keys() + [WorldwireScenes.HIDDEN])
	return WorldwireRefusal.new("not-found", "the scene %s is not loaded" % filter.scene, "loaded are %s" % known.join(", "))


func _children_source(filter: Dictionary):
	var parent = _objects.named(filter.parent)
	if parent is WorldwireRefusal:
		return parent
	var id: String = _scenes.id_of(parent)
	return {id: parent.get_children()} if not filter.has("scene") or filter.scene == id else {}


# Entries of one page, and the number of all nodes that pass. Stops at the end of the page if they are counted already.
func _collect(sources: Dictionary, test: WorldwireNodeTest, whole: bool, page: Dictionary, is_counted: bool) -> Dictionary:
	var last: float = page.offset + page.limit
	var items := []
	var total := 0
	for scene in sources:
		var stack: Array = sources[scene].duplicate()
		stack.invert()
		while not stack.empty() and not (is_counted and total >= last):
			var node: Node = stack.pop_back()
			if whole:
				for at in range(node.get_child_count() - 1, -1, -1):
					stack.push_back(node.get_child(at))
			if test.is_open or test.passes(node):
				if total >= page.offset and total < last:
					items.append([node.get_instance_id(), scene])
				total += 1
	return {"total": total, "items": items}


# The nearest first, if the filter has a center. Nodes at the same distance stay in their order.
func _sorted(entries: Array, test: WorldwireNodeTest) -> Array:
	if not test.has_center:
		return entries
	var measured := []
	for at in range(entries.size()):
		measured.append([test.distance_of(instance_from_id(entries[at][0])), at])
	measured.sort_custom(self, "_is_nearer")
	var found := []
	for each in measured:
		found.append(entries[each[1]])
	return found


static func _is_nearer(one: Array, other: Array) -> bool:
	return one[1] < other[1] if one[0] == other[0] else one[0] < other[0]


static func _part(entries: Array, page: Dictionary) -> Array:
	var last: int = int(min(entries.size(), page.offset + page.limit)) - 1
	return entries.slice(page.offset, last) if page.offset <= last else []


static func _nodes_of(entries: Array) -> Array:
	var nodes := []
	for entry in entries:
		nodes.append(instance_from_id(entry[0]))
	return nodes
