@tool
extends "../operations/object_operations.gd"

# Changes of objects as steps of the editor. The game's own operations validate and describe; nodes that are removed are kept for undo.

var _steps


func _init(parts: Dictionary) -> void:
	super(parts)
	_steps = parts.steps


# Without a parent it is the root of the scene, because a scene has one root.
func create(params: Dictionary) -> Variant:
	var edited = _edited()
	if edited is WorldwireRefusal:
		return edited
	if params.get("parent") == null:
		params = params.merged({"parent": _objects.id_of(edited)}, true)
	var info = super(params)
	if info is WorldwireRefusal:
		return info
	var node: Node = _objects.find(info.id)
	node.owner = edited
	var step: EditorUndoRedoManager = _steps.begin("create %s" % node.name)
	_keep_in(step, node, true)
	step.add_undo_method(node.get_parent(), "remove_child", node)
	step.add_do_reference(node)
	step.commit_action(false)
	return info


func destroy(params: Dictionary) -> Variant:
	var planned = super(params.merged({"dryRun": true}, true) if WorldwireDryRun.fault_of(params) == null else params)
	if planned is WorldwireRefusal or WorldwireDryRun.is_wanted(params):
		return planned
	var node: Node = _objects.find(params.id)
	var step: EditorUndoRedoManager = _steps.begin("destroy %s" % node.name)
	step.add_do_method(node.get_parent(), "remove_child", node)
	_keep_in(step, node, false)
	step.add_undo_reference(node)
	step.commit_action()
	return planned


func activate(params: Dictionary) -> Variant:
	var done = super(params)
	if not done is WorldwireRefusal and not WorldwireDryRun.is_wanted(params) and done.before != done.after:
		var node: Node = _objects.find(params.id)
		_steps.set_property("%s %s" % ["show" if done.after else "hide", node.name], node, "visible", done.before, done.after)
	return done


func reparent(params: Dictionary) -> Variant:
	var edited = _edited()
	if edited is WorldwireRefusal:
		return edited
	if params.has("parent") and params.parent == null:
		params = params.merged({"parent": _objects.id_of(edited)}, true)
	var node = _objects.find(params.get("id"))
	var before = null if node == null else _state_of(node)
	var done = super(params)
	if done is WorldwireRefusal or WorldwireDryRun.is_wanted(params):
		return done
	# A node that leaves its parent loses its owner.
	for member in before.owned:
		member.owner = edited
	var after := _state_of(node)
	var step: EditorUndoRedoManager = _steps.begin("move %s" % before.name)
	for each in [[step.add_do_method, after, before], [step.add_undo_method, before, after]]:
		_put(each[0], node, each[1], each[2])
	step.commit_action(false)
	return done


# Null, or a refusal.
func _edited():
	var edited := EditorInterface.get_edited_scene_root()
	if edited != null:
		return edited
	return WorldwireRefusal.new("not-ready", "no scene is open in the editor", "editor.open opens one; scene.builds lists them")


# Puts the node back to its place below its parent, with the owners of all that is saved.
func _keep_in(step: EditorUndoRedoManager, node: Node, by_do: bool) -> void:
	var add := step.add_do_method if by_do else step.add_undo_method
	var parent := node.get_parent()
	add.call(parent, "add_child", node, true)
	add.call(parent, "move_child", node, node.get_index())
	for member in _owned(node):
		add.call(member, "set_owner", member.owner)


func _put(add: Callable, node: Node, goal: Dictionary, origin: Dictionary) -> void:
	if goal.parent != origin.parent:
		add.call(origin.parent, "remove_child", node)
	add.call(node, "set_name", goal.name)
	if goal.parent != origin.parent:
		add.call(goal.parent, "add_child", node, true)
		for member in goal.owned:
			add.call(member, "set_owner", EditorInterface.get_edited_scene_root())
	add.call(goal.parent, "move_child", node, goal.index)
	if goal.place != null:
		add.call(node, "set", goal.place[0], goal.place[1])


func _state_of(node: Node) -> Dictionary:
	var place = null
	if node is Node2D or node is Node3D:
		place = ["transform", node.transform]
	elif node is Control:
		place = ["position", node.position]
	return {"parent": node.get_parent(), "index": node.get_index(), "name": node.name, "place": place, "owned": _owned(node)}


# The node and those below it that the scene saves.
func _owned(node: Node) -> Array:
	var edited := EditorInterface.get_edited_scene_root()
	return _family(node).filter(func(member: Node): return member.owner == edited)
