extends Reference

# Creates nodes from lists of components. The class of a node cannot change, so at most one class and one script can be named.

const WorldwireRefusal = preload("../refusal.gd")

var _types
var _members


func _init(types, members) -> void:
	_types = types
	_members = members


# A node outside of the tree, or a refusal.
func make(components, parent):
	if not components is Array:
		return WorldwireRefusal.new("invalid", "components must be an array", "send [{type, members}], or leave it out")
	var type := ""
	var script: Script = null
	for component in components:
		if not component is Dictionary:
			return WorldwireRefusal.new("invalid", "a component must have a type, and may have members", "send [{type, members}]")
		var found = _types.find(component.get("type"))
		if found is WorldwireRefusal:
			return found
		if found is Script and script == null:
			script = found
		elif found is String and type.empty():
			type = found
		else:
			return WorldwireRefusal.new("unsupported", "a node has one class and at most one script", "create a child for each further one")
	if type.empty():
		type = _usual(parent) if script == null else script.get_instance_base_type()
	if not ClassDB.is_parent_class(type, "Node") or not ClassDB.can_instance(type):
		return WorldwireRefusal.new("invalid", "%s cannot be created" % type, "name a class of nodes such as Spatial")
	var node: Node = ClassDB.instance(type)
	var refused = null if script == null else attach(node, script)
	for component in components:
		refused = refused if refused is WorldwireRefusal else _fill(node, component)
	if not refused is WorldwireRefusal:
		return node
	node.free()
	return refused


# Null, or a refusal.
func attach(node: Node, script: Script):
	var fault = fault_of(node, script)
	if fault == null:
		node.set_script(script)
	return fault


# Why a script cannot be attached, or null.
func fault_of(node: Node, script: Script):
	var base := script.get_instance_base_type()
	if not script.can_instance():
		return WorldwireRefusal.new("failed", "%s has errors" % _types.name_of(script), "the log names them")
	if not node.is_class(base):
		var about := "%s extends %s, and the node is a %s" % [_types.name_of(script), base, node.get_class()]
		return WorldwireRefusal.new("invalid", about, "add it to a %s, or to a new child of that class" % base)
	return null


func _fill(node: Node, component: Dictionary):
	var members = component.get("members", {})
	if not members is Dictionary:
		return WorldwireRefusal.new("invalid", "members must be an object", "send {name: value}, or leave it out")
	var part = _types.part(node, component.type)
	if part is WorldwireRefusal:
		return part
	for name in members:
		var written = _members.write_member(node, part, name, members[name])
		if written is WorldwireRefusal:
			return written
	return null


# A 2D or 3D node if the parent is one.
static func _usual(parent) -> String:
	if parent is Control:
		return "Control"
	return "Node2D" if parent is CanvasItem else "Spatial"
