@tool
extends "../stage.gd"

# The scene that is edited, which the editor keeps in a viewport of its own.


func root() -> Node:
	return EditorInterface.get_editor_viewport_2d()


func viewport() -> Viewport:
	return EditorInterface.get_editor_viewport_2d()


func current_scene() -> Node:
	return EditorInterface.get_edited_scene_root()


func has(node: Node) -> bool:
	var edited := current_scene()
	return edited != null and (node == edited or edited.is_ancestor_of(node))


func count() -> int:
	var edited := current_scene()
	return 0 if edited == null else 1 + edited.find_children("*", "", true, false).size()


func path_of(node: Node) -> String:
	return "/" + str(root().get_path_to(node))
