@tool
extends RefCounted

# Creates all parts of the bridge of an editor: those of a game, with steps of undo for writes and the scene that is edited for objects.

const WorldwireProblems = preload("../log/problems.gd")
const WorldwireTypes = preload("../reflection/types.gd")
const WorldwireMethods = preload("../reflection/methods.gd")
const WorldwireValues = preload("../reflection/values.gd")
const WorldwireValueParser = preload("../reflection/value_parser.gd")
const WorldwireObjectInfo = preload("../scene/object_info.gd")
const WorldwireObjectFields = preload("../scene/object_fields.gd")
const WorldwireObjectList = preload("../scene/object_list.gd")
const WorldwireNodeFactory = preload("../scene/node_factory.gd")
const WorldwireClock = preload("../view/clock.gd")
const WorldwireWorldPick = preload("../view/world_pick.gd")
const WorldwireMotion = preload("../view/motion.gd")
const WorldwireVisibility = preload("../view/visibility.gd")
const WorldwirePendingFunctions = preload("../code/pending_functions.gd")
const WorldwireCompiler = preload("../code/compiler.gd")
const WorldwireOperations = preload("../operations/operations.gd")
const WorldwireEngineOperations = preload("../operations/engine_operations.gd")
const WorldwireSceneOperations = preload("../operations/scene_operations.gd")
const WorldwireCodeOperations = preload("../operations/code_operations.gd")
const WorldwireHookOperations = preload("../operations/hook_operations.gd")
const WorldwireSignals = preload("../queries/signals.gd")
const WorldwireAnimations = preload("../queries/animations.gd")
const WorldwireCells = preload("../queries/cells.gd")
const WorldwireSteps = preload("steps.gd")
const WorldwireEditorStage = preload("editor_stage.gd")
const WorldwireEditorState = preload("editor_state.gd")
const WorldwireSourceWatch = preload("source_watch.gd")
const WorldwireEditorObjects = preload("editor_objects.gd")
const WorldwireEditorScenes = preload("editor_scenes.gd")
const WorldwireEditorProperties = preload("editor_properties.gd")
const WorldwireEditorObjectOperations = preload("editor_object_operations.gd")
const WorldwireEditorComponentOperations = preload("editor_component_operations.gd")
const WorldwireEditorMemberOperations = preload("editor_member_operations.gd")
const WorldwireEditorOperations = preload("editor_operations.gd")
const WorldwireNotInEditor = preload("not_in_editor.gd")


# One operation of a handler whose others make no sense here.
class WorldwireOneOperation extends RefCounted:
	var _handler: RefCounted
	var _name: String

	func _init(handler: RefCounted, name: String) -> void:
		_handler = handler
		_name = name

	func handlers() -> Dictionary:
		return {_name: _handler.handlers()[_name]}


static func of(bridge: Node, problems: WorldwireProblems, plugin: EditorPlugin) -> Dictionary:
	var stage := WorldwireEditorStage.new(bridge.get_tree())
	var parts := {"stage": stage, "tree": stage.tree, "problems": problems, "types": WorldwireTypes.new(), "plugin": plugin}
	parts.steps = WorldwireSteps.new()
	parts.state = WorldwireEditorState.new(parts.problems)
	parts.sources = WorldwireSourceWatch.new(parts)
	parts.objects = WorldwireEditorObjects.new(bridge, stage)
	parts.clock = WorldwireClock.new(stage.tree)
	_add_scene(parts)
	_add_reflection(parts)
	parts.pending_functions = WorldwirePendingFunctions.new()
	parts.compiler = WorldwireCompiler.new(parts.problems)
	_add_operations(parts)
	return parts


static func _add_scene(parts: Dictionary) -> void:
	parts.scenes = WorldwireEditorScenes.new(parts.stage, parts.objects)
	parts.object_info = WorldwireObjectInfo.new(parts.objects, parts.scenes, parts.stage)
	parts.world_pick = WorldwireWorldPick.new(parts.stage)
	parts.visibility = WorldwireVisibility.new(parts.stage, parts.objects, parts.world_pick)
	parts.motion = WorldwireMotion.new(parts.tree, parts.clock)
	parts.object_fields = WorldwireObjectFields.new(parts.visibility)
	parts.object_list = WorldwireObjectList.new(parts)


static func _add_reflection(parts: Dictionary) -> void:
	parts.properties = WorldwireEditorProperties.new(parts.types)
	parts.methods = WorldwireMethods.new(parts.types)
	parts.values = WorldwireValues.new(parts.objects)
	parts.value_parser = WorldwireValueParser.new(parts.objects, parts.types)


static func _add_operations(parts: Dictionary) -> void:
	parts.freecam = null
	parts.members = WorldwireEditorMemberOperations.new(parts)
	parts.node_factory = WorldwireNodeFactory.new(parts.types, parts.members)
	parts.code = WorldwireCodeOperations.new(parts)
	parts.hooks = WorldwireHookOperations.new(parts)
	parts.scene_operations = WorldwireSceneOperations.new(parts)
	parts.operations = WorldwireOperations.new(parts.problems, parts.pending_functions)
	parts.engine = WorldwireEngineOperations.new(parts.operations.names)
	for handler: RefCounted in [
		parts.engine,
		parts.scene_operations,
		WorldwireEditorObjectOperations.new(parts),
		WorldwireEditorComponentOperations.new(parts),
		parts.members,
		parts.code,
		WorldwireSignals.new(parts),
		WorldwireAnimations.new(parts),
		WorldwireCells.new(parts),
		WorldwireOneOperation.new(parts.hooks, "code.check"),
		WorldwireEditorOperations.new(parts),
	]:
		parts.operations.add(handler, WorldwireNotInEditor.REASONS.keys())
	for name: String in WorldwireNotInEditor.REASONS:
		parts.operations.add(WorldwireNotInEditor.new(name), [name])
