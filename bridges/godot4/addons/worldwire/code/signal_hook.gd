extends "method_hook.gd"

# Listens to a signal of every node of a type. Its source runs in addition: a signal cannot be suppressed.

# In the place of an argument that was not given.
const NONE := &"worldwire:none"
const MAX_ARGUMENTS := 12

var _type: String


func _init(with_number: int, hookable: Dictionary, parts: Dictionary) -> void:
	super(with_number, hookable, parts)
	_type = hookable.owner


func begin() -> void:
	_tree().node_added.connect(_listen)
	for node in _nodes():
		_listen(node)


func end() -> void:
	_tree().node_added.disconnect(_listen)
	for node in _nodes():
		if node.has_signal(name) and node.is_connected(name, _listener(node)):
			node.disconnect(name, _listener(node))


func call_original(_itself: Object, _args: Array) -> Variant:
	return null


func _tree() -> SceneTree:
	return _parts.stage.tree


func _nodes() -> Array[Node]:
	var nodes: Array[Node] = [_parts.stage.root()]
	var at := 0
	while at < nodes.size():
		nodes.append_array(nodes[at].get_children(true))
		at += 1
	return nodes


func _listen(node: Node) -> void:
	if _parts.types.is_a(node, _type) and not node.is_connected(name, _listener(node)):
		node.connect(name, _listener(node))


# The node is bound, and comes after the arguments of the signal.
func _listener(node: Node) -> Callable:
	return _node_on_signal.bind(node)


# A signal may have any number of arguments, also more than it declares.
func _node_on_signal(
	a: Variant = NONE, b: Variant = NONE, c: Variant = NONE, d: Variant = NONE, e: Variant = NONE, f: Variant = NONE, g: Variant = NONE,
	h: Variant = NONE, i: Variant = NONE, j: Variant = NONE, k: Variant = NONE, l: Variant = NONE, m: Variant = NONE
) -> void:
	if not enabled:
		return
	var given := [a, b, c, d, e, f, g, h, i, j, k, l, m]
	while given.back() is StringName and given.back() == NONE:
		given.pop_back()
	var node: Node = given.pop_back()
	handle_call(node, given)
