extends RefCounted

# The part of the scene tree that callers see: everything below a root. In a game that is the root of the tree. An editor shows only
# the scene that is edited, and overrides these functions.

var tree: SceneTree


func _init(of_tree: SceneTree) -> void:
	tree = of_tree


# The parent of the nodes at the top.
func root() -> Node:
	return tree.root


# What pictures and picks are about.
func viewport() -> Viewport:
	return tree.root


func current_scene() -> Node:
	return tree.current_scene


func has(node: Node) -> bool:
	return node.is_inside_tree() and node != tree.root


# All nodes below the root.
func count() -> int:
	return tree.get_node_count() - 1


# From below the root: "/Main/Crate".
func path_of(node: Node) -> String:
	return str(node.get_path()).trim_prefix("/root")


# The node of such a path, or null.
func node_at(path: String) -> Node:
	return root().get_node_or_null(path.trim_prefix("/"))

