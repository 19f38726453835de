extends Reference

# One page of the objects that match a filter, in tree order.

const Refusal = preload("../refusal.gd")
const Paging = preload("../paging.gd")
const Scenes = preload("scenes.gd")
const ObjectInfo = preload("object_info.gd")

var _objects
var _scenes
var _object_info
var _types
# Whether a script has the wanted type.
var _matches := {}


func _init(objects, scenes, cards, types) -> void:
	_objects = objects
	_scenes = scenes
	_object_info = cards
	_types = types


func list(filter: Dictionary):
	var page = Paging.bounds(filter)
	if page is Refusal:
		return page
	for name in ["scene", "query", "name", "type", "path"]:
		if filter.has(name) and not filter[name] is String:
			return Refusal.new("invalid", "%s must be a string" % name)
	if not filter.get("activeOnly", false) is bool:
		return Refusal.new("invalid", "activeOnly must be true or false")
	var sources = _children_source(filter) if filter.has("parent") else _scene_sources(filter)
	return sources if sources is Refusal else _page(sources, filter, page)


# Top nodes by scene ids.
func _scene_sources(filter: Dictionary):
	var tops: Dictionary = _scenes.tops()
	if not filter.has("scene"):
		return tops
	if filter.scene == Scenes.HIDDEN:
		return {}
	if tops.has(filter.scene):
		return {filter.scene: tops[filter.scene]}
	var known := PoolStringArray(tops.keys() + [Scenes.HIDDEN])
	return Refusal.new("not-found", "the scene %s is not loaded" % filter.scene, "loaded are %s" % known.join(", "))


func _children_source(filter: Dictionary):
	var parent = _objects.named(filter.parent)
	if parent is Refusal:
		return parent
	var id: String = _scenes.id_of(parent)
	return {id: parent.get_children()} if not filter.has("scene") or filter.scene == id else {}


func _page(sources: Dictionary, filter: Dictionary, page: Dictionary) -> Dictionary:
	var whole := not filter.has("parent")
	var active_only: bool = filter.get("activeOnly", false)
	var tested := false
	for name in ["query", "name", "type", "path"]:
		tested = tested or not filter.get(name, "").empty()
	# All of them are counted already.
	var is_counted := whole and not tested and not active_only and not filter.has("scene")
	var last: int = page.offset + page.limit
	var items := []
	var total := 0
	_matches.clear()
	for scene in sources:
		var stack: Array = sources[scene].duplicate()
		stack.invert()
		while not stack.empty() and not (is_counted and total >= last):
			var node: Node = stack.pop_back()
			if whole:
				for at in range(node.get_child_count() - 1, -1, -1):
					stack.push_back(node.get_child(at))
			if active_only and not ObjectInfo.is_active(node):
				continue
			if not tested or _passes(node, filter):
				if total >= page.offset and total < last:
					items.append(_object_info.of(node, scene))
				total += 1
	return {"total": _objects.count() if is_counted else total, "items": items}


func _passes(node: Node, filter: Dictionary) -> bool:
	var name: String = filter.get("name", "")
	if not name.empty() and node.name.findn(name) < 0:
		return false
	var type: String = filter.get("type", "")
	if not type.empty() and not node.is_class(type) and not _has_script(node, type):
		return false
	var path: String = filter.get("path", "")
	if not path.empty() and ObjectInfo.path_of(node).findn(path) < 0:
		return false
	var query: String = filter.get("query", "")
	if query.empty() or node.get_class().findn(query) >= 0 or _has_script_like(node, query):
		return true
	return ObjectInfo.path_of(node).findn(query) >= 0


# Many nodes share a script, so each script is checked once.
func _has_script(node: Node, type: String) -> bool:
	var script = node.get_script()
	if script == null:
		return false
	if not _matches.has(script):
		_matches[script] = _types.is_a(node, type)
	return _matches[script]


func _has_script_like(node: Node, word: String) -> bool:
	var script = node.get_script()
	return script != null and _types.name_of(script).findn(word) >= 0
