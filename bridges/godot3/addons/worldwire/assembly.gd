extends Reference

# Creates all parts of the bridge, with their dependencies.

const WorldwireLogWatch = preload("log_watch.gd")
const WorldwireFrameRate = preload("frame_rate.gd")
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
const WorldwireCapture = preload("view/capture.gd")
const WorldwireMotion = preload("view/motion.gd")
const WorldwireVisibility = preload("view/visibility.gd")
const WorldwireControls = preload("view/controls.gd")
const WorldwireStepper = preload("view/stepper.gd")
const WorldwireWaiter = preload("view/waiter.gd")
const WorldwireKeys = preload("input/keys.gd")
const WorldwirePicturePixels = preload("input/picture_pixels.gd")
const WorldwireInputReceivers = preload("input/input_receivers.gd")
const WorldwireInputPlayer = preload("input/input_player.gd")
const WorldwirePhysicsQueries = preload("queries/physics_queries.gd")
const WorldwireNavigationPaths = preload("queries/navigation_paths.gd")
const WorldwireAnimations = preload("queries/animations.gd")
const WorldwirePendingFunctions = preload("code/pending_functions.gd")
const WorldwireCompiler = preload("code/compiler.gd")
const WorldwireOperations = preload("operations/operations.gd")
const WorldwireEngineOperations = preload("operations/engine_operations.gd")
const WorldwireSceneOperations = preload("operations/scene_operations.gd")
const WorldwireObjectOperations = preload("operations/object_operations.gd")
const WorldwireComponentOperations = preload("operations/component_operations.gd")
const WorldwireMemberOperations = preload("operations/member_operations.gd")
const WorldwireViewOperations = preload("operations/view_operations.gd")
const WorldwireInputOperations = preload("operations/input_operations.gd")
const WorldwireStepOperations = preload("operations/step_operations.gd")
const WorldwireProfileOperations = preload("operations/profile_operations.gd")
const WorldwireQueryOperations = preload("operations/query_operations.gd")
const WorldwireOwnOperations = preload("operations/own_operations.gd")
const WorldwireHookOperations = preload("operations/hook_operations.gd")
const WorldwireCodeOperations = preload("operations/code_operations.gd")


# The instance is unique for this process.
static func of(bridge: Node, instance: String, offers) -> Dictionary:
	var tree := bridge.get_tree()
	var parts := {"tree": tree, "log": WorldwireLogWatch.new(instance), "objects": WorldwireObjects.new(bridge), "types": WorldwireTypes.new()}
	parts.offers = offers
	parts.clock = WorldwireClock.new(tree)
	parts.frame_rate = WorldwireFrameRate.new()
	parts.world_pick = WorldwireWorldPick.new(tree)
	_add_scene(parts)
	_add_reflection(parts)
	parts.freecam = WorldwireFreecam.new()
	parts.freecam.name = "Freecam"
	bridge.add_child(parts.freecam)
	parts.flat_pick = WorldwireFlatPick.new(tree)
	parts.ui_pick = WorldwireUiPick.new(tree)
	parts.capture = WorldwireCapture.new(tree.root, parts)
	parts.pending_functions = WorldwirePendingFunctions.new(parts.log)
	parts.compiler = WorldwireCompiler.new(parts.log)
	_add_play(parts)
	_add_operations(parts)
	return parts


static func _add_scene(parts: Dictionary) -> void:
	parts.scenes = WorldwireScenes.new(parts.tree, parts.objects)
	parts.object_info = WorldwireObjectInfo.new(parts.objects, parts.scenes, parts.tree.root)
	parts.visibility = WorldwireVisibility.new(parts.tree.root, parts.objects, parts.world_pick)
	parts.motion = WorldwireMotion.new(parts.tree, parts.clock)
	parts.object_fields = WorldwireObjectFields.new(parts.visibility)
	parts.object_list = WorldwireObjectList.new(parts)


static func _add_reflection(parts: Dictionary) -> void:
	parts.properties = WorldwireProperties.new(parts.types)
	parts.methods = WorldwireMethods.new(parts.types)
	parts.values = WorldwireValues.new(parts.objects)
	parts.value_parser = WorldwireValueParser.new(parts.objects, parts.types)


# Input, single frames, and questions.
static func _add_play(parts: Dictionary) -> void:
	parts.keys = WorldwireKeys.new()
	parts.pixels = WorldwirePicturePixels.new(parts.tree.root)
	parts.receivers = WorldwireInputReceivers.new(parts)
	parts.input_player = WorldwireInputPlayer.new(parts)
	parts.stepper = WorldwireStepper.new(parts)
	parts.waiter = WorldwireWaiter.new(parts)
	parts.controls = WorldwireControls.new(parts)
	parts.physics_queries = WorldwirePhysicsQueries.new(parts.tree)
	parts.navigation_paths = WorldwireNavigationPaths.new(parts.tree.root)
	parts.animations = WorldwireAnimations.new(parts.values)


static func _add_operations(parts: Dictionary) -> void:
	parts.members = WorldwireMemberOperations.new(parts)
	parts.node_factory = WorldwireNodeFactory.new(parts.types, parts.members)
	parts.code = WorldwireCodeOperations.new(parts)
	parts.hooks = WorldwireHookOperations.new(parts)
	parts.scene_operations = WorldwireSceneOperations.new(parts)
	parts.input = WorldwireInputOperations.new(parts)
	parts.operations = WorldwireOperations.new(parts.log, parts.pending_functions)
	parts.engine = WorldwireEngineOperations.new(parts.operations.names)
	for handler in [
		parts.engine,
		parts.scene_operations,
		WorldwireObjectOperations.new(parts),
		WorldwireComponentOperations.new(parts),
		parts.members,
		parts.clock,
		parts.input,
		WorldwireStepOperations.new(parts),
		WorldwireProfileOperations.new(parts),
		WorldwireQueryOperations.new(parts),
		WorldwireOwnOperations.new(parts),
		parts.hooks,
		parts.code,
	]:
		parts.operations.add(handler)
	# Without a display there is no picture.
	parts.operations.add(WorldwireViewOperations.new(parts), [] if WorldwireCapture.is_possible() else ["view.capture"])
