extends Node

# Measures frames. It is the last node in the order of processing, so that it sees how long the scripts of all others took. It exists
# only while something is measured.

const LAST := 0x7fffffff

# Milliseconds.
var frame_msec := []
var process_msec := []
var physics_msec := []

var _tree: SceneTree
# Microseconds; 0 if not begun.
var _frame_begun := 0
var _process_begun := 0
var _physics_begun := 0


func prepare(tree: SceneTree) -> void:
	name = "FrameProbe"
	pause_mode = Node.PAUSE_MODE_PROCESS
	process_priority = LAST
	_tree = tree
	_tree.connect("idle_frame", self, "_tree_on_idle_frame")
	_tree.connect("physics_frame", self, "_tree_on_physics_frame")


func _process(_delta: float) -> void:
	if _process_begun > 0:
		process_msec.append((OS.get_ticks_usec() - _process_begun) / 1000.0)


func _tree_on_idle_frame() -> void:
	var now := OS.get_ticks_usec()
	_end_physics(now)
	if _frame_begun > 0:
		frame_msec.append((now - _frame_begun) / 1000.0)
	_frame_begun = now
	_process_begun = now


func _tree_on_physics_frame() -> void:
	var now := OS.get_ticks_usec()
	_end_physics(now)
	_physics_begun = now


# With the step of the physics server, which comes after the scripts.
func _end_physics(now: int) -> void:
	if _physics_begun > 0:
		physics_msec.append((now - _physics_begun) / 1000.0)
	_physics_begun = 0
