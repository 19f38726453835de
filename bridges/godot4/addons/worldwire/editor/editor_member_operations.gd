@tool
extends "../operations/member_operations.gd"

# Writes of members as steps of the editor. Scripts that are not tools do not run here: only what they export can be read and written.

# Methods that change the tree or its saving, which undo would not follow.
const TREE_METHODS := [
	"free", "queue_free", "add_child", "add_sibling", "remove_child", "move_child", "reparent", "replace_by", "set_owner", "set_script",
	"set_scene_file_path", "set_editable_instance", "propagate_call", "call", "callv", "call_deferred", "set_deferred", "call_thread_safe",
	"call_deferred_thread_group", "set_deferred_thread_group", "set_thread_safe",
]

var _steps


func _init(parts: Dictionary) -> void:
	super(parts)
	_steps = parts.steps


func write(params: Dictionary) -> Variant:
	var node = _objects.find(params.get("object"))
	var name = params.get("name")
	var held = _copy(node.get(name)) if node != null and name is String else null
	var done = super(params)
	if not done is WorldwireRefusal and not WorldwireDryRun.is_wanted(params):
		_steps.set_property("set %s of %s" % [name, node.name], node, name, held, _copy(node.get(name)))
	return done


# What a method changes in the properties of its own node is one step.
func call_method(params: Dictionary) -> Variant:
	var node = _objects.changeable(params.get("object"))
	var part = node if node is WorldwireRefusal else _types.part(node, params.get("type"))
	if part is WorldwireRefusal:
		return part
	var method: Variant = _methods.find(_methods.of(part), part.type, params.get("name"), part.script)
	if not method is WorldwireRefusal and method.script != null and not part.script.is_tool():
		var about: String = "%s is not a tool script, and its functions do not run in the editor" % part.type
		return WorldwireRefusal.new("unsupported", about, "call it in the game that runs (editor.play), or write its exported members")
	if not method is WorldwireRefusal and method.name in TREE_METHODS:
		var about: String = "%s changes the tree in a way that undo would not follow" % method.signature
		return WorldwireRefusal.new("invalid", about, "use object.create, object.destroy, object.reparent or component.add")
	var before := _saved_of(node)
	var result = super(params)
	if not result is WorldwireRefusal and is_instance_valid(node):
		_record(node, params.name, before)
	return result


func _record(node: Node, method: String, before: Dictionary) -> void:
	var after := _saved_of(node)
	var changed := after.keys().filter(func(name): return before.has(name) and _differ(before[name], after[name]))
	if changed.is_empty():
		return
	var step: EditorUndoRedoManager = _steps.begin("call %s of %s" % [method.get_slice("(", 0), node.name])
	for name in changed:
		step.add_do_property(node, name, after[name])
		step.add_undo_property(node, name, before[name])
	step.commit_action(false)


# Properties that are saved with the scene.
static func _saved_of(node: Node) -> Dictionary:
	var values := {}
	for property in node.get_property_list():
		if property.usage & PROPERTY_USAGE_STORAGE and property.name != "script":
			values[property.name] = _copy(node.get(property.name))
	return values


# Containers are changed in place.
static func _copy(value):
	return value.duplicate(true) if value is Array or value is Dictionary else value
