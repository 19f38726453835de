extends Reference

# Fields of objects that are computed only on request.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwirePlaces = preload("../view/places.gd")
const NAMES := ["position", "velocity", "bounds", "visibility", "descendants"]

var _visibility


func _init(visibility) -> void:
	_visibility = visibility


# Null, or a refusal.
static func fault_of(fields):
	for field in fields if fields is Array else [fields]:
		if not field is String or not field in NAMES:
			var all := PoolStringArray(NAMES).join(", ")
			return WorldwireRefusal.new("invalid", "%s is not a field" % JSON.print(field), "send a list of %s" % all)
	return null


# Adds fields to the description of a node. Motions are by instance ids.
func add(info: Dictionary, node: Node, fields: Array, motions: Dictionary) -> Dictionary:
	var position = WorldwirePlaces.position_of(node) if "position" in fields else null
	if position != null:
		info.position = WorldwirePlaces.plain(position)
	var motion = motions.get(node.get_instance_id()) if "velocity" in fields else null
	if motion != null:
		info.velocity = WorldwirePlaces.plain(motion.velocity)
		info.angularSpeed = motion.angular_speed
	if "bounds" in fields:
		info.bounds = WorldwirePlaces.bounds_of(node)
	if "visibility" in fields:
		info.visibility = _visibility.of(node)
	if "descendants" in fields:
		info.descendants = _descendants_of(node)
	return info


# Also in front of it is another node, which costs a pick.
func add_cover(info: Dictionary, node: Node) -> void:
	if info.has("visibility") and info.visibility.visible:
		var cover = _visibility.covered_by(node)
		if cover != null:
			info.visibility = {"visible": true, "coveredBy": cover}


static func _descendants_of(node: Node) -> int:
	var count := 0
	var stack := [node]
	while not stack.empty():
		var children: Array = stack.pop_back().get_children()
		count += children.size()
		stack += children
	return count
