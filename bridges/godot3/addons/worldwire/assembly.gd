extends Reference

# Creates all parts of the bridge, with their dependencies.

const LogWatch = preload("log_watch.gd")
const FrameRate = preload("frame_rate.gd")
const Objects = preload("scene/objects.gd")
const Scenes = preload("scene/scenes.gd")
const ObjectInfo = preload("scene/object_info.gd")
const ObjectFields = preload("scene/object_fields.gd")
const ObjectList = preload("scene/object_list.gd")
const NodeFactory = preload("scene/node_factory.gd")
const Types = preload("reflection/types.gd")
const Properties = preload("reflection/properties.gd")
const Methods = preload("reflection/methods.gd")
const Values = preload("reflection/values.gd")
const ValueParser = preload("reflection/value_parser.gd")
const Clock = preload("view/clock.gd")
const Freecam = preload("view/freecam.gd")
const WorldPick = preload("view/world_pick.gd")
const FlatPick = preload("view/flat_pick.gd")
const UiPick = preload("view/ui_pick.gd")
const Capture = preload("view/capture.gd")
const Motion = preload("view/motion.gd")
const Visibility = preload("view/visibility.gd")
const Controls = preload("view/controls.gd")
const Stepper = preload("view/stepper.gd")
const Waiter = preload("view/waiter.gd")
const Keys = preload("input/keys.gd")
const PicturePixels = preload("input/picture_pixels.gd")
const InputReceivers = preload("input/input_receivers.gd")
const InputPlayer = preload("input/input_player.gd")
const PhysicsQueries = preload("queries/physics_queries.gd")
const NavigationPaths = preload("queries/navigation_paths.gd")
const Animations = preload("queries/animations.gd")
const PendingFunctions = preload("code/pending_functions.gd")
const Compiler = preload("code/compiler.gd")
const Operations = preload("operations/operations.gd")
const EngineOperations = preload("operations/engine_operations.gd")
const SceneOperations = preload("operations/scene_operations.gd")
const ObjectOperations = preload("operations/object_operations.gd")
const ComponentOperations = preload("operations/component_operations.gd")
const MemberOperations = preload("operations/member_operations.gd")
const ViewOperations = preload("operations/view_operations.gd")
const InputOperations = preload("operations/input_operations.gd")
const StepOperations = preload("operations/step_operations.gd")
const ProfileOperations = preload("operations/profile_operations.gd")
const QueryOperations = preload("operations/query_operations.gd")
const OwnOperations = preload("operations/own_operations.gd")
const HookOperations = preload("operations/hook_operations.gd")
const CodeOperations = preload("operations/code_operations.gd")


# The instance is unique for this process.
static func of(bridge: Node, instance: String, offers) -> Dictionary:
	var tree := bridge.get_tree()
	var parts := {"tree": tree, "log": LogWatch.new(instance), "objects": Objects.new(bridge), "types": Types.new()}
	parts.offers = offers
	parts.clock = Clock.new(tree)
	parts.frame_rate = FrameRate.new()
	parts.world_pick = WorldPick.new(tree)
	_add_scene(parts)
	_add_reflection(parts)
	parts.freecam = Freecam.new()
	parts.freecam.name = "Freecam"
	bridge.add_child(parts.freecam)
	parts.flat_pick = FlatPick.new(tree)
	parts.ui_pick = UiPick.new(tree)
	parts.capture = Capture.new(tree.root, parts)
	parts.pending_functions = PendingFunctions.new(parts.log)
	parts.compiler = Compiler.new(parts.log)
	_add_play(parts)
	_add_operations(parts)
	return parts


static func _add_scene(parts: Dictionary) -> void:
	parts.scenes = Scenes.new(parts.tree, parts.objects)
	parts.object_info = ObjectInfo.new(parts.objects, parts.scenes, parts.tree.root)
	parts.visibility = Visibility.new(parts.tree.root, parts.objects, parts.world_pick)
	parts.motion = Motion.new(parts.tree, parts.clock)
	parts.object_fields = ObjectFields.new(parts.visibility)
	parts.object_list = ObjectList.new(parts)


static func _add_reflection(parts: Dictionary) -> void:
	parts.properties = Properties.new(parts.types)
	parts.methods = Methods.new(parts.types)
	parts.values = Values.new(parts.objects)
	parts.value_parser = ValueParser.new(parts.objects, parts.types)


# Input, single frames, and questions.
static func _add_play(parts: Dictionary) -> void:
	parts.keys = Keys.new()
	parts.pixels = PicturePixels.new(parts.tree.root)
	parts.receivers = InputReceivers.new(parts)
	parts.input_player = InputPlayer.new(parts)
	parts.stepper = Stepper.new(parts)
	parts.waiter = Waiter.new(parts)
	parts.controls = Controls.new(parts)
	parts.physics_queries = PhysicsQueries.new(parts.tree)
	parts.navigation_paths = NavigationPaths.new(parts.tree.root)
	parts.animations = Animations.new(parts.values)


static func _add_operations(parts: Dictionary) -> void:
	parts.members = MemberOperations.new(parts)
	parts.node_factory = NodeFactory.new(parts.types, parts.members)
	parts.code = CodeOperations.new(parts)
	parts.hooks = HookOperations.new(parts)
	parts.scene_operations = SceneOperations.new(parts)
	parts.input = InputOperations.new(parts)
	parts.operations = Operations.new(parts.log, parts.pending_functions)
	parts.engine = EngineOperations.new(parts.operations.names)
	for handler in [
		parts.engine,
		parts.scene_operations,
		ObjectOperations.new(parts),
		ComponentOperations.new(parts),
		parts.members,
		parts.clock,
		parts.input,
		StepOperations.new(parts),
		ProfileOperations.new(parts),
		QueryOperations.new(parts),
		OwnOperations.new(parts),
		parts.hooks,
		parts.code,
	]:
		parts.operations.add(handler)
	# Without a display there is no picture.
	parts.operations.add(ViewOperations.new(parts), [] if Capture.is_possible() else ["view.capture"])
