extends Reference

# Measures how nodes move: of physics bodies by their velocity, of others by their transforms over some frames. Costs nothing unless it
# is asked for.

const WorldwireDeferred = preload("../deferred.gd")
# Physics and frames have different steps, which a shorter time would not average out.
const MIN_MSEC := 100
const MIN_FRAMES := 3
# Units and degrees per second.
const MIN_SPEED := 0.01
const MIN_ANGULAR_SPEED := 0.1

var _tree: SceneTree
var _clock
# Measurements under way: transforms by instance ids, the time, and what to do at the end.
var _samples := []


func _init(tree: SceneTree, clock) -> void:
	_tree = tree
	_clock = clock


# Calls a method with the motions by instance ids, and settles with its result.
func measure(nodes: Array, target: Object, method: String, args: Array) -> WorldwireDeferred:
	var places := {}
	for node in nodes:
		var place = _place_of(node)
		if place != null:
			places[node.get_instance_id()] = place
	var sample := {
		"places": places,
		"seconds": _clock.seconds,
		"until": OS.get_ticks_msec() + MIN_MSEC,
		"frames": MIN_FRAMES,
		"deferred": WorldwireDeferred.new(),
		"target": target,
		"method": method,
		"args": args,
	}
	_samples.append(sample)
	if _samples.size() == 1:
		_tree.connect("idle_frame", self, "_tree_on_idle_frame")
	return sample.deferred


static func is_moving(motion: Dictionary) -> bool:
	return motion.velocity.length() > MIN_SPEED or motion.angular_speed > MIN_ANGULAR_SPEED


func _tree_on_idle_frame() -> void:
	var rest := []
	var done := []
	for sample in _samples:
		sample.frames -= 1
		(done if sample.frames <= 0 and OS.get_ticks_msec() >= sample.until else rest).append(sample)
	_samples = rest
	if rest.empty():
		_tree.disconnect("idle_frame", self, "_tree_on_idle_frame")
	for sample in done:
		sample.deferred.settle(sample.target.callv(sample.method, [_motions(sample)] + sample.args))


func _motions(sample: Dictionary) -> Dictionary:
	var seconds: float = _clock.seconds - sample.seconds
	var found := {}
	for instance in sample.places:
		var node = instance_from_id(instance)
		if node != null and node.is_inside_tree():
			found[instance] = _motion(node, sample.places[instance], seconds)
	return found


static func _motion(node: Node, before: Transform, seconds: float) -> Dictionary:
	if node is RigidBody and node.mode in [RigidBody.MODE_RIGID, RigidBody.MODE_CHARACTER]:
		return {"velocity": node.linear_velocity, "angular_speed": rad2deg(node.angular_velocity.length())}
	if node is RigidBody2D and node.mode in [RigidBody2D.MODE_RIGID, RigidBody2D.MODE_CHARACTER]:
		var flat: Vector2 = node.linear_velocity
		return {"velocity": Vector3(flat.x, flat.y, 0), "angular_speed": abs(rad2deg(node.angular_velocity))}
	var after: Transform = _place_of(node)
	if seconds <= 0 or after == before:
		return {"velocity": Vector3.ZERO, "angular_speed": 0.0}
	var velocity: Vector3 = (after.origin - before.origin) / seconds
	return {"velocity": velocity, "angular_speed": _angle_between(before.basis, after.basis) / seconds}


# In degrees. The sum of the products of the axes is the trace of the rotation between them.
static func _angle_between(before: Basis, after: Basis) -> float:
	var trace := 0.0
	for axis in range(3):
		trace += before[axis].normalized().dot(after[axis].normalized())
	return rad2deg(acos(clamp((trace - 1) / 2, -1, 1)))


static func _place_of(node: Node):
	if node is Spatial:
		return node.global_transform
	if node is Node2D:
		var at: Vector2 = node.global_position
		return Transform(Basis(Vector3.BACK, node.global_rotation), Vector3(at.x, at.y, 0))
	if node is Control:
		return Transform(Basis(Vector3.BACK, deg2rad(node.rect_rotation)), Vector3(node.rect_global_position.x, node.rect_global_position.y, 0))
	return null
