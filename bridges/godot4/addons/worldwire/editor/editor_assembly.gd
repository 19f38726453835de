@tool
extends RefCounted

# Creates all parts of the bridge of an editor: those of a game, with steps of undo for writes and the scene that is edited for objects.

const Problems = preload("../log/problems.gd")
const Types = preload("../reflection/types.gd")
const Methods = preload("../reflection/methods.gd")
const Values = preload("../reflection/values.gd")
const ValueParser = preload("../reflection/value_parser.gd")
const ObjectInfo = preload("../scene/object_info.gd")
const ObjectFields = preload("../scene/object_fields.gd")
const ObjectList = preload("../scene/object_list.gd")
const NodeFactory = preload("../scene/node_factory.gd")
const Clock = preload("../view/clock.gd")
const WorldPick = preload("../view/world_pick.gd")
const Motion = preload("../view/motion.gd")
const Visibility = preload("../view/visibility.gd")
const PendingFunctions = preload("../code/pending_functions.gd")
const Compiler = preload("../code/compiler.gd")
const Operations = preload("../operations/operations.gd")
const EngineOperations = preload("../operations/engine_operations.gd")
const SceneOperations = preload("../operations/scene_operations.gd")
const CodeOperations = preload("../operations/code_operations.gd")
const HookOperations = preload("../operations/hook_operations.gd")
const Signals = preload("../queries/signals.gd")
const Animations = preload("../queries/animations.gd")
const Cells = preload("../queries/cells.gd")
const Steps = preload("steps.gd")
const EditorStage = preload("editor_stage.gd")
const EditorState = preload("editor_state.gd")
const SourceWatch = preload("source_watch.gd")
const EditorObjects = preload("editor_objects.gd")
const EditorScenes = preload("editor_scenes.gd")
const EditorProperties = preload("editor_properties.gd")
const EditorObjectOperations = preload("editor_object_operations.gd")
const EditorComponentOperations = preload("editor_component_operations.gd")
const EditorMemberOperations = preload("editor_member_operations.gd")
const EditorOperations = preload("editor_operations.gd")
const NotInEditor = preload("not_in_editor.gd")


# One operation of a handler whose others make no sense here.
class OneOperation extends RefCounted:
	var _handler: RefCounted
	var _name: String

	func _init(handler: RefCounted, name: String) -> void:
		_handler = handler
		_name = name

	func handlers() -> Dictionary:
		return {_name: _handler.handlers()[_name]}


static func of(bridge: Node, problems: Problems, plugin: EditorPlugin) -> Dictionary:
	var stage := EditorStage.new(bridge.get_tree())
	var parts := {"stage": stage, "tree": stage.tree, "problems": problems, "types": Types.new(), "plugin": plugin}
	parts.steps = Steps.new()
	parts.state = EditorState.new(parts.problems)
	parts.sources = SourceWatch.new(parts)
	parts.objects = EditorObjects.new(bridge, stage)
	parts.clock = Clock.new(stage.tree)
	_add_scene(parts)
	_add_reflection(parts)
	parts.pending_functions = PendingFunctions.new()
	parts.compiler = Compiler.new(parts.problems)
	_add_operations(parts)
	return parts


static func _add_scene(parts: Dictionary) -> void:
	parts.scenes = EditorScenes.new(parts.stage, parts.objects)
	parts.object_info = ObjectInfo.new(parts.objects, parts.scenes, parts.stage)
	parts.world_pick = WorldPick.new(parts.stage)
	parts.visibility = Visibility.new(parts.stage, parts.objects, parts.world_pick)
	parts.motion = Motion.new(parts.tree, parts.clock)
	parts.object_fields = ObjectFields.new(parts.visibility)
	parts.object_list = ObjectList.new(parts)


static func _add_reflection(parts: Dictionary) -> void:
	parts.properties = EditorProperties.new(parts.types)
	parts.methods = Methods.new(parts.types)
	parts.values = Values.new(parts.objects)
	parts.value_parser = ValueParser.new(parts.objects, parts.types)


static func _add_operations(parts: Dictionary) -> void:
	parts.freecam = null
	parts.members = EditorMemberOperations.new(parts)
	parts.node_factory = NodeFactory.new(parts.types, parts.members)
	parts.code = CodeOperations.new(parts)
	parts.hooks = HookOperations.new(parts)
	parts.scene_operations = SceneOperations.new(parts)
	parts.operations = Operations.new(parts.problems, parts.pending_functions)
	parts.engine = EngineOperations.new(parts.operations.names)
	for handler: RefCounted in [
		parts.engine,
		parts.scene_operations,
		EditorObjectOperations.new(parts),
		EditorComponentOperations.new(parts),
		parts.members,
		parts.code,
		Signals.new(parts),
		Animations.new(parts),
		Cells.new(parts),
		OneOperation.new(parts.hooks, "code.check"),
		EditorOperations.new(parts),
	]:
		parts.operations.add(handler, NotInEditor.REASONS.keys())
	for name: String in NotInEditor.REASONS:
		parts.operations.add(NotInEditor.new(name), [name])
