extends RefCounted

# Creates all parts of the bridge, with their dependencies. An editor gives its own stage.

const WorldwireStage = preload("stage.gd")
const WorldwireProblems = preload("log/problems.gd")
const WorldwireObjects = preload("scene/objects.gd")
const WorldwireScenes = preload("scene/scenes.gd")
const WorldwireObjectInfo = preload("scene/object_info.gd")
const WorldwireObjectFields = preload("scene/object_fields.gd")
const WorldwireObjectList = preload("scene/object_list.gd")
const WorldwireNodeFactory = preload("scene/node_factory.gd")
const WorldwireTypes = preload("reflection/types.gd")
const WorldwireProperties = preload("reflection/properties.gd")
const WorldwireMethods = preload("reflection/methods.gd")
const WorldwireValues = preload("reflection/values.gd")
const WorldwireValueParser = preload("reflection/value_parser.gd")
const WorldwireClock = preload("view/clock.gd")
const WorldwireFreecam = preload("view/freecam.gd")
const WorldwireWorldPick = preload("view/world_pick.gd")
const WorldwireFlatPick = preload("view/flat_pick.gd")
const WorldwireUiPick = preload("view/ui_pick.gd")
const WorldwirePlane2D = preload("view/plane.gd")
const WorldwireCapture = preload("view/capture.gd")
const WorldwireMotion = preload("view/motion.gd")
const WorldwireVisibility = preload("view/visibility.gd")
const WorldwirePendingFunctions = preload("code/pending_functions.gd")
const WorldwireCompiler = preload("code/compiler.gd")
const WorldwireFrameTasks = preload("play/frame_tasks.gd")
const WorldwireConditions = preload("play/conditions.gd")
const WorldwireWaits = preload("play/waits.gd")
const WorldwireSteps = preload("play/steps.gd")
const WorldwireProfile = preload("play/profile.gd")
const WorldwireInputOperations = preload("play/input_operations.gd")
const WorldwireInputRecorder = preload("play/input_recorder.gd")
const WorldwireSpaceQueries = preload("queries/space_queries.gd")
const WorldwireSignals = preload("queries/signals.gd")
const WorldwireAnimations = preload("queries/animations.gd")
const WorldwireCells = preload("queries/cells.gd")
const WorldwireControls = preload("queries/controls.gd")
const WorldwireOwnTools = preload("own_tools.gd")
const WorldwireOperations = preload("operations/operations.gd")
const WorldwireEngineOperations = preload("operations/engine_operations.gd")
const WorldwireSceneOperations = preload("operations/scene_operations.gd")
const WorldwireObjectOperations = preload("operations/object_operations.gd")
const WorldwireComponentOperations = preload("operations/component_operations.gd")
const WorldwireMemberOperations = preload("operations/member_operations.gd")
const WorldwireViewOperations = preload("operations/view_operations.gd")
const WorldwireHookOperations = preload("operations/hook_operations.gd")
const WorldwireCodeOperations = preload("operations/code_operations.gd")


static func of(bridge: Node, problems: WorldwireProblems, stage: WorldwireStage, own_tools: WorldwireOwnTools) -> Dictionary:
	var parts := {"stage": stage, "tree": stage.tree, "problems": problems, "types": WorldwireTypes.new()}
	parts.objects = WorldwireObjects.new(bridge, stage)
	parts.clock = WorldwireClock.new(stage.tree)
	parts.plane = WorldwirePlane2D.new(stage)
	parts.world_pick = WorldwireWorldPick.new(stage)
	_add_scene(parts)
	_add_reflection(parts)
	parts.freecam = WorldwireFreecam.new(stage)
	parts.freecam.name = "Freecam"
	bridge.add_child(parts.freecam)
	parts.flat_pick = WorldwireFlatPick.new(stage)
	parts.ui_pick = WorldwireUiPick.new(stage)
	parts.capture = WorldwireCapture.new(parts)
	parts.pending_functions = WorldwirePendingFunctions.new()
	parts.compiler = WorldwireCompiler.new(parts.problems)
	parts.own_tools = own_tools
	own_tools.parts = parts
	_add_operations(parts)
	_add_play(parts)
	return parts


static func _add_scene(parts: Dictionary) -> void:
	parts.scenes = WorldwireScenes.new(parts.stage, parts.objects)
	parts.object_info = WorldwireObjectInfo.new(parts.objects, parts.scenes, parts.stage)
	parts.visibility = WorldwireVisibility.new(parts.stage, parts.objects, parts.world_pick)
	parts.motion = WorldwireMotion.new(parts.tree, parts.clock)
	parts.object_fields = WorldwireObjectFields.new(parts.visibility)
	parts.object_list = WorldwireObjectList.new(parts)


static func _add_reflection(parts: Dictionary) -> void:
	parts.properties = WorldwireProperties.new(parts.types)
	parts.methods = WorldwireMethods.new(parts.types)
	parts.values = WorldwireValues.new(parts.objects)
	parts.value_parser = WorldwireValueParser.new(parts.objects, parts.types)


static func _add_operations(parts: Dictionary) -> void:
	parts.members = WorldwireMemberOperations.new(parts)
	parts.node_factory = WorldwireNodeFactory.new(parts.types, parts.members)
	parts.code = WorldwireCodeOperations.new(parts)
	parts.hooks = WorldwireHookOperations.new(parts)
	parts.scene_operations = WorldwireSceneOperations.new(parts)
	parts.operations = WorldwireOperations.new(parts.problems, parts.pending_functions)
	parts.engine = WorldwireEngineOperations.new(parts.operations.names)
	for handler: RefCounted in [
		parts.engine,
		parts.scene_operations,
		WorldwireObjectOperations.new(parts),
		WorldwireComponentOperations.new(parts),
		parts.members,
		parts.clock,
		parts.hooks,
		parts.code,
	]:
		parts.operations.add(handler)
	# Without a display there is no picture.
	parts.operations.add(WorldwireViewOperations.new(parts), [] if WorldwireCapture.is_possible() else ["view.capture"])


static func _add_play(parts: Dictionary) -> void:
	parts.frame_tasks = WorldwireFrameTasks.new(parts.tree)
	parts.conditions = WorldwireConditions.new(parts.objects, parts.members)
	parts.input = WorldwireInputOperations.new(parts)
	for handler: RefCounted in [
		parts.input,
		WorldwireInputRecorder.new(parts),
		WorldwireSteps.new(parts),
		WorldwireWaits.new(parts),
		WorldwireProfile.new(parts),
		WorldwireSpaceQueries.new(parts),
		WorldwireSignals.new(parts),
		WorldwireAnimations.new(parts),
		WorldwireCells.new(parts),
		WorldwireControls.new(parts),
		parts.own_tools,
	]:
		parts.operations.add(handler)
