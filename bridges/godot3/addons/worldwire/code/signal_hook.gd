extends "method_hook.gd"

# Listens to a signal of every node of a type. Its source runs in addition: a signal cannot be suppressed.

const WorldwireSignalArguments = preload("signal_arguments.gd")
# A signal with more cannot be hooked.
const MAX_ARGUMENTS := 12

var _type: String
var _types
var _tree: SceneTree


func _init(with_number: int, hookable: Dictionary, tools: Dictionary).(with_number, hookable, tools) -> void:
	_type = hookable.owner
	_types = tools.types
	_tree = tools.objects.bridge.get_tree()


func begin() -> void:
	_tree.connect("node_added", self, "_tree_on_node_added")
	for node in _nodes():
		_tree_on_node_added(node)


func end() -> void:
	_tree.disconnect("node_added", self, "_tree_on_node_added")
	for node in _nodes():
		# Asking for an unknown signal prints an error.
		if node.has_signal(name) and node.is_connected(name, self, "_node_on_signal"):
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


func _node_on_signal(
	a = null, b = null, c = null, d = null, e = null, f = null, g = null, h = null, i = null, j = null, k = null, l = null, m = null
) -> void:
	if enabled:
		var given := WorldwireSignalArguments.up_to_bound([a, b, c, d, e, f, g, h, i, j, k, l, m])
		var itself = given.pop_back()
		handle_call(itself, given)
