extends Reference

# Whether nodes match the filter of a list.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireNumberRange = preload("../reflection/number_range.gd")
const WorldwireObjectInfo = preload("object_info.gd")
const WorldwirePlaces = preload("../view/places.gd")

# Why the filter is not valid, or null.
var fault = null
# Whether all nodes pass.
var is_open := false
# Whether the filter has a place, so that the list is sorted by distance.
var has_center := false

var _types
var _visibility
var _name: String
var _path: String
var _query: String
# A class of the engine, a script, or a refusal if the type is not known.
var _type = null
var _type_name: String
var _was_type_seen := false
# Null, or true or false.
var _active = null
var _visible = null
var _near = null
# Whether a script has the wanted type.
var _matches := {}


func _init(filter: Dictionary, types, visibility) -> void:
	_types = types
	_visibility = visibility
	fault = _fault_of(filter)
	if fault != null:
		return
	_name = filter.get("name", "")
	_path = filter.get("path", "")
	_query = filter.get("query", "")
	_type_name = filter.get("type", "")
	_active = true if filter.get("activeOnly", false) else filter.get("active")
	_visible = filter.get("visible")
	_near = filter.get("near")
	has_center = _near != null
	if not _type_name.empty():
		_type = _types.find(_type_name)
		if _type is WorldwireRefusal and _type.kind == "failed":
			fault = _type
	is_open = _type == null and (_name + _path + _query).empty() and _active == null and _visible == null and _near == null


# The refusal of a type that is not known and that no node had, or null. Scripts without a file are known by their nodes alone. No node
# has a type of Unity, which tools may ask for.
func type_fault():
	return _type if _type is WorldwireRefusal and _type.kind == "not-found" and not _was_type_seen else null


func passes(node: Node) -> bool:
	if _type != null and not _has_type(node):
		return false
	if _active != null and WorldwireObjectInfo.is_active(node) != _active:
		return false
	if not _name.empty() and node.name.findn(_name) < 0:
		return false
	if not _path.empty() and WorldwireObjectInfo.path_of(node).findn(_path) < 0:
		return false
	if not _query.empty() and not _is_like_query(node):
		return false
	if _near != null and distance_of(node) > _near.radius:
		return false
	return _visible == null or _visibility.of(node).visible == _visible


# From the place of the filter. A node without a position is out of reach.
func distance_of(node: Node) -> float:
	var position = WorldwirePlaces.position_of(node)
	return INF if position == null else position.distance_to(Vector3(_near.x, _near.y, _near.z))


func _has_type(node: Node) -> bool:
	var has: bool = node.is_class(_type) if _type is String else _has_script(node)
	_was_type_seen = _was_type_seen or has
	return has


# Many nodes share a script, so each script is checked once.
func _has_script(node: Node) -> bool:
	var script = node.get_script()
	if script == null:
		return false
	if not _matches.has(script):
		_matches[script] = _types.is_a(node, _type_name)
	return _matches[script]


func _is_like_query(node: Node) -> bool:
	if node.get_class().findn(_query) >= 0 or WorldwireObjectInfo.path_of(node).findn(_query) >= 0:
		return true
	var script = node.get_script()
	return script != null and _types.name_of(script).findn(_query) >= 0


static func _fault_of(filter: Dictionary):
	for name in ["scene", "query", "name", "type", "path"]:
		if filter.has(name) and not filter[name] is String:
			return WorldwireRefusal.new("invalid", "%s must be a string" % name, "send text, or leave it out")
	for name in ["activeOnly", "active", "visible", "moving"]:
		if filter.has(name) and not filter[name] is bool:
			return WorldwireRefusal.new("invalid", "%s is %s" % [name, filter[name]], "send true or false, or leave it out")
	if not filter.has("near"):
		return null
	for part in ["x", "y", "z", "radius"]:
		if not filter.near is Dictionary or not WorldwireNumberRange.is_number(filter.near.get(part)) or part == "radius" and filter.near.radius < 0:
			return WorldwireRefusal.new("invalid", "near is not a sphere", "send {x, y, z, radius}, with a radius of 0 or more")
	return null
