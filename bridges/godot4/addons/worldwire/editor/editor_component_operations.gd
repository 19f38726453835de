@tool
extends "../operations/component_operations.gd"

# Scripts of nodes, added and removed as steps of the editor.

var _steps


func _init(parts: Dictionary) -> void:
	super(parts)
	_steps = parts.steps


func add(params: Dictionary) -> Variant:
	var card = super(_planned(params))
	if card is WorldwireRefusal or WorldwireDryRun.is_wanted(params):
		return card
	var node: Node = _objects.find(params.object)
	var step: EditorUndoRedoManager = _steps.begin("add %s to %s" % [card.type, node.name])
	step.add_do_method(node, "set_script", _types.find(params.type))
	step.add_undo_method(node, "set_script", null)
	step.commit_action()
	return _card(node, _types.parts(node)[1])


# Undo gives it the values that it had.
func remove(params: Dictionary) -> Variant:
	var card = super(_planned(params))
	if card is WorldwireRefusal or WorldwireDryRun.is_wanted(params):
		return card
	var node: Node = _objects.find(params.object)
	var script: Script = node.get_script()
	var step: EditorUndoRedoManager = _steps.begin("remove %s from %s" % [card.type, node.name])
	step.add_do_method(node, "set_script", null)
	step.add_undo_method(node, "set_script", script)
	for property in script.get_script_property_list():
		if property.usage & PROPERTY_USAGE_STORAGE:
			step.add_undo_property(node, property.name, node.get(property.name))
	step.commit_action()
	return card


# Without a wrong dryRun, which the operation itself refuses.
static func _planned(params: Dictionary) -> Dictionary:
	return params if WorldwireDryRun.fault_of(params) != null else params.merged({"dryRun": true}, true)
