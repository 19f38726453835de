extends "method_hook.gd"

# Hears a signal of every node of a type. Its source runs besides, not instead: a signal cannot be held back.

# One with more cannot be heard.
const MOST_ARGUMENTS := 8

var _type: String
var _count: int
var _types
var _tree: SceneTree


func _init(with_number: int, hookable: Dictionary, tools: Dictionary).(with_number, hookable, tools) -> void:
	_type = hookable.owner
	_count = hookable.parameters.size()
	_types = tools.types
	_tree = tools.objects.bridge.get_tree()


func begin() -> void:
	_tree.connect("node_added", self, "_tree_on_node_added")
	for node in _nodes():
		_tree_on_node_added(node)


func end() -> void:
	_tree.disconnect("node_added", self, "_tree_on_node_added")
	for node in _nodes():
		if node.is_connected(name, self, "_node_on_signal"):
			node.disconnect(name, self, "_node_on_signal")


func call_original(_itself, _args: Array):
	return null


func _nodes() -> Array:
	var nodes := [_tree.root]
	var at := 0
	while at < nodes.size():
		for child in nodes[at].get_children():
			nodes.push_back(child)
		at += 1
	return nodes


func _tree_on_node_added(node: Node) -> void:
	if _types.is_a(node, _type) and not node.is_connected(name, self, "_node_on_signal"):
		node.connect(name, self, "_node_on_signal", [node])


# The node comes behind the arguments of the signal.
func _node_on_signal(a = null, b = null, c = null, d = null, e = null, f = null, g = null, h = null, i = null) -> void:
	var given := [a, b, c, d, e, f, g, h, i]
	if enabled:
		var itself = given[_count]
		meet(itself, given.slice(0, _count - 1) if _count > 0 else [])
