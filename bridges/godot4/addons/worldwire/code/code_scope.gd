extends RefCounted

# The base of the script that a caller's code is compiled into: what the code can use.

var tree: SceneTree
# Above all objects that callers see.
var root: Node
# The current scene, or null.
var scene: Node

# Whether it was stopped by its time limit.
var stopped := false

var _objects: RefCounted
var _limit := 0
var _until := 0
var _frame := -1


func prepare(objects: RefCounted, limit_msec: int) -> void:
	_objects = objects
	tree = objects.stage.tree
	root = objects.stage.root()
	scene = objects.stage.current_scene()
	_limit = limit_msec


# The first node with a name, or the one with a path such as "/Main/Crate".
func find(name_or_path: String) -> Node:
	if name_or_path.begins_with("/"):
		return _objects.stage.node_at(name_or_path)
	return root.find_child(name_or_path, true, false)


# The node of an id such as "obj:12".
func object(id: String) -> Node:
	return _objects.find(id)


func id_of(node: Node) -> String:
	return _objects.id_of(node)


# Code that continues after await gets its time limit again.
func over() -> bool:
	var now := Time.get_ticks_msec()
	if Engine.get_process_frames() != _frame:
		_frame = Engine.get_process_frames()
		_until = now + _limit
	stopped = stopped or now >= _until
	return stopped
