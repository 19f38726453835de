extends RefCounted

# Work that goes on for several frames. While there is none, nothing is called. A task is called at the begin of each frame, before the
# nodes of the scene, and returns whether it has ended.

var tree: SceneTree

var _tasks: Array[Callable] = []
var _users := 0
var _max_fps := 0
var _last_msec := 0.0
var _frame_msec := 0.0


func _init(of_tree: SceneTree) -> void:
	tree = of_tree


func add(task: Callable) -> void:
	_tasks.append(task)
	if _tasks.size() == 1:
		_last_msec = Time.get_ticks_usec() / 1000.0
		tree.process_frame.connect(_tree_on_process_frame)


# The real time from the last frame to this one, for tasks.
func frame_msec() -> float:
	return _frame_msec


# Without a display the loop runs as fast as it can. While somebody plays or steps, a frame takes as long as a step of physics.
func hold_rate() -> void:
	_users += 1
	if _users == 1 and DisplayServer.get_name() == "headless":
		_max_fps = Engine.max_fps
		Engine.max_fps = mini(_max_fps, Engine.physics_ticks_per_second) if _max_fps > 0 else Engine.physics_ticks_per_second


func free_rate() -> void:
	_users -= 1
	if _users == 0 and DisplayServer.get_name() == "headless":
		Engine.max_fps = _max_fps


func _tree_on_process_frame() -> void:
	var msec := Time.get_ticks_usec() / 1000.0
	_frame_msec = msec - _last_msec
	_last_msec = msec
	# A task may add another one.
	var now := _tasks
	_tasks = []
	for task in now:
		if task.is_valid() and not task.call():
			_tasks.append(task)
	if _tasks.is_empty():
		tree.process_frame.disconnect(_tree_on_process_frame)
