extends RefCounted

# Creates all parts of the bridge, with their dependencies. An editor gives its own stage.

const Stage = preload("stage.gd")
const Problems = preload("log/problems.gd")
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
const Plane2D = preload("view/plane.gd")
const Capture = preload("view/capture.gd")
const Motion = preload("view/motion.gd")
const Visibility = preload("view/visibility.gd")
const PendingFunctions = preload("code/pending_functions.gd")
const Compiler = preload("code/compiler.gd")
const FrameTasks = preload("play/frame_tasks.gd")
const Conditions = preload("play/conditions.gd")
const Waits = preload("play/waits.gd")
const Steps = preload("play/steps.gd")
const Profile = preload("play/profile.gd")
const InputOperations = preload("play/input_operations.gd")
const InputRecorder = preload("play/input_recorder.gd")
const SpaceQueries = preload("queries/space_queries.gd")
const Signals = preload("queries/signals.gd")
const Animations = preload("queries/animations.gd")
const Cells = preload("queries/cells.gd")
const Controls = preload("queries/controls.gd")
const OwnTools = preload("own_tools.gd")
const Operations = preload("operations/operations.gd")
const EngineOperations = preload("operations/engine_operations.gd")
const SceneOperations = preload("operations/scene_operations.gd")
const ObjectOperations = preload("operations/object_operations.gd")
const ComponentOperations = preload("operations/component_operations.gd")
const MemberOperations = preload("operations/member_operations.gd")
const ViewOperations = preload("operations/view_operations.gd")
const HookOperations = preload("operations/hook_operations.gd")
const CodeOperations = preload("operations/code_operations.gd")


static func of(bridge: Node, problems: Problems, stage: Stage, own_tools: OwnTools) -> Dictionary:
	var parts := {"stage": stage, "tree": stage.tree, "problems": problems, "types": Types.new()}
	parts.objects = Objects.new(bridge, stage)
	parts.clock = Clock.new(stage.tree)
	parts.plane = Plane2D.new(stage)
	parts.world_pick = WorldPick.new(stage)
	_add_scene(parts)
	_add_reflection(parts)
	parts.freecam = Freecam.new(stage)
	parts.freecam.name = "Freecam"
	bridge.add_child(parts.freecam)
	parts.flat_pick = FlatPick.new(stage)
	parts.ui_pick = UiPick.new(stage)
	parts.capture = Capture.new(parts)
	parts.pending_functions = PendingFunctions.new()
	parts.compiler = Compiler.new(parts.problems)
	parts.own_tools = own_tools
	own_tools.parts = parts
	_add_operations(parts)
	_add_play(parts)
	return parts


static func _add_scene(parts: Dictionary) -> void:
	parts.scenes = Scenes.new(parts.stage, parts.objects)
	parts.object_info = ObjectInfo.new(parts.objects, parts.scenes, parts.stage)
	parts.visibility = Visibility.new(parts.stage, parts.objects, parts.world_pick)
	parts.motion = Motion.new(parts.tree, parts.clock)
	parts.object_fields = ObjectFields.new(parts.visibility)
	parts.object_list = ObjectList.new(parts)


static func _add_reflection(parts: Dictionary) -> void:
	parts.properties = Properties.new(parts.types)
	parts.methods = Methods.new(parts.types)
	parts.values = Values.new(parts.objects)
	parts.value_parser = ValueParser.new(parts.objects, parts.types)


static func _add_operations(parts: Dictionary) -> void:
	parts.members = MemberOperations.new(parts)
	parts.node_factory = NodeFactory.new(parts.types, parts.members)
	parts.code = CodeOperations.new(parts)
	parts.hooks = HookOperations.new(parts)
	parts.scene_operations = SceneOperations.new(parts)
	parts.operations = Operations.new(parts.problems, parts.pending_functions)
	parts.engine = EngineOperations.new(parts.operations.names)
	for handler: RefCounted in [
		parts.engine,
		parts.scene_operations,
		ObjectOperations.new(parts),
		ComponentOperations.new(parts),
		parts.members,
		parts.clock,
		parts.hooks,
		parts.code,
	]:
		parts.operations.add(handler)
	# Without a display there is no picture.
	parts.operations.add(ViewOperations.new(parts), [] if Capture.is_possible() else ["view.capture"])


static func _add_play(parts: Dictionary) -> void:
	parts.frame_tasks = FrameTasks.new(parts.tree)
	parts.conditions = Conditions.new(parts.objects, parts.members)
	parts.input = InputOperations.new(parts)
	for handler: RefCounted in [
		parts.input,
		InputRecorder.new(parts),
		Steps.new(parts),
		Waits.new(parts),
		Profile.new(parts),
		SpaceQueries.new(parts),
		Signals.new(parts),
		Animations.new(parts),
		Cells.new(parts),
		Controls.new(parts),
		parts.own_tools,
	]:
		parts.operations.add(handler)
