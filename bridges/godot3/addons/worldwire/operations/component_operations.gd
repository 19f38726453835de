extends Reference

const WorldwireRefusal = preload("../refusal.gd")
const WorldwirePaging = preload("../paging.gd")
const WorldwireTypes = preload("../reflection/types.gd")
const WorldwireDryRun = preload("../dry_run.gd")
const CALLBACKS := {
	"_process": "set_process",
	"_physics_process": "set_physics_process",
	"_input": "set_process_input",
	"_unhandled_input": "set_process_unhandled_input",
	"_unhandled_key_input": "set_process_unhandled_key_input",
}

var _objects
var _types
var _node_factory


func _init(parts: Dictionary) -> void:
	_objects = parts.objects
	_types = parts.types
	_node_factory = parts.node_factory


func handlers() -> Dictionary:
	return {"component.list": "list", "component.add": "add", "component.remove": "remove"}


func list(params: Dictionary):
	var node = _objects.named(params.get("object"))
	if node is WorldwireRefusal:
		return node
	var cards := []
	for part in _types.parts(node):
		cards.append(_card(node, part))
	return WorldwirePaging.page_of(cards, params)


func add(params: Dictionary):
	var fault = WorldwireDryRun.fault_of(params)
	var node = fault if fault is WorldwireRefusal else _objects.changeable(params.get("object"))
	var script = node if node is WorldwireRefusal else _types.find(params.get("type"))
	if script is WorldwireRefusal:
		return script
	if script is String:
		var about: String = "a node keeps the class it was made with, and %s is a class" % script
		return WorldwireRefusal.new("unsupported", about, "create a child of that class, or add a script")
	if node.get_script() != null:
		var about := "%s has the script %s, and can have only one" % [params.object, _types.name_of(node.get_script())]
		return WorldwireRefusal.new("invalid", about, "remove it first, or add this one to a child")
	if WorldwireDryRun.is_wanted(params):
		var refused = _node_factory.fault_of(node, script)
		return refused if refused is WorldwireRefusal else _card(node, {"index": 1, "type": _types.name_of(script), "script": script})
	var refused = _node_factory.attach(node, script)
	if refused is WorldwireRefusal:
		return refused
	# As if the script had been there from the start: enables its callbacks and calls _ready of each base script.
	node.notification(Node.NOTIFICATION_READY)
	return _card(node, _types.parts(node)[1])


func remove(params: Dictionary):
	var fault = WorldwireDryRun.fault_of(params)
	var node = fault if fault is WorldwireRefusal else _objects.changeable(params.get("object"))
	var part = node if node is WorldwireRefusal else _chosen(node, params)
	if part is WorldwireRefusal:
		return part
	if part.script == null:
		var about: String = "a node keeps the class it was made with, and %s is a class" % part.type
		return WorldwireRefusal.new("unsupported", about, "destroy the object")
	var card := _card(node, part)
	if WorldwireDryRun.is_wanted(params):
		return card
	for callback in CALLBACKS:
		if node.has_method(callback):
			node.call(CALLBACKS[callback], false)
	node.set_script(null)
	return card


func _chosen(node: Node, params: Dictionary):
	var parts: Array = _types.parts(node)
	var index = params.get("index")
	if index == null:
		if params.get("type") == null:
			return WorldwireRefusal.new("invalid", "the component needs a type or an index", "component.list has both")
		return _types.part(node, params.type)
	if not (index is float or index is int) or index != floor(index) or index < 0 or index >= parts.size():
		var about := "%s has no component %s" % [params.object, index]
		return WorldwireRefusal.new("not-found", about, "it has %d, counted from 0" % parts.size())
	var part: Dictionary = parts[int(index)]
	var named = part if params.get("type") == null else _types.part(node, params.type)
	if named is WorldwireRefusal or named.index != part.index:
		var about := "component %d of %s is a %s and not a %s" % [index, params.object, part.type, params.type]
		return WorldwireRefusal.new("invalid", about, "leave out the type or the index")
	return part


func _card(node: Node, part: Dictionary) -> Dictionary:
	return {"index": part.index, "type": part.type, "summary": _summary(node, part)}


static func _summary(node: Node, part: Dictionary) -> String:
	if part.script != null:
		var form := "%s" if WorldwireTypes.is_sound(part.script) else "%s has errors, and the log names them"
		return form % part.script.resource_path
	if node is Spatial:
		return "at %s" % node.translation
	if node is Node2D:
		return "at %s" % node.position
	return "at %s, size %s" % [node.rect_position, node.rect_size] if node is Control else ""
