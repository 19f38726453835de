extends RefCounted

# signal.list: the signals of a node, those of its script first, and the functions that are connected.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwirePaging = preload("../paging.gd")
const WorldwireObjects = preload("../scene/objects.gd")
const WorldwireObjectInfo = preload("../scene/object_info.gd")
const WorldwireValues = preload("../reflection/values.gd")

var _objects: WorldwireObjects
var _object_info: WorldwireObjectInfo


func _init(parts: Dictionary) -> void:
	_objects = parts.objects
	_object_info = parts.object_info


func handlers() -> Dictionary:
	return {"signal.list": list}


func list(params: Dictionary) -> Variant:
	var node: Variant = _objects.named(params.get("object"))
	if node is WorldwireRefusal:
		return node
	var own := []
	var of_engine := []
	for declared: Dictionary in node.get_signal_list():
		(of_engine if ClassDB.class_has_signal(node.get_class(), declared.name) else own).append(_described(node, declared))
	return WorldwirePaging.page_of(own + of_engine, params)


func _described(node: Node, declared: Dictionary) -> Dictionary:
	var args := []
	for argument: Dictionary in declared.args:
		args.append({"name": String(argument.name), "type": WorldwireValues.type_of(argument)})
	var connections := []
	for connection in node.get_signal_connection_list(declared.name):
		var callable: Callable = connection.callable
		var target := callable.get_object()
		if target is Node and _objects.stage.has(target):
			connections.append({"target": _object_info.reference_to(target), "method": String(callable.get_method())})
	return {"name": String(declared.name), "args": args, "connections": connections}
