@tool
extends "../scene/scenes.gd"

# The scenes that are open in the editor. Only the one that is edited is in the tree and has objects.

# Scene numbers by paths, or by names of scenes without a file.
var _by_path := {}
var _open := {}


# Scenes may be added to the project while it is open.
func _init(stage: WorldwireStage, objects: WorldwireObjects) -> void:
	super(stage, objects)
	EditorInterface.get_resource_filesystem().filesystem_changed.connect(_files_on_changed)


func end() -> void:
	EditorInterface.get_resource_filesystem().filesystem_changed.disconnect(_files_on_changed)


func list() -> Array:
	var found := []
	var edited := EditorInterface.get_edited_scene_root()
	for root in EditorInterface.get_open_scene_roots():
		var index := _index_of(root)
		var is_edited: bool = root == edited
		var scene := {"id": "scn:%d" % index, "name": _name_of(root), "index": index, "loaded": is_edited, "rootCount": 1}
		if is_edited:
			found.push_front(scene)
		else:
			found.push_back(scene)
	return found


func loaded() -> Array:
	var edited := EditorInterface.get_edited_scene_root()
	if edited == null:
		return []
	var index := _index_of(edited)
	return [{"id": "scn:%d" % index, "name": _name_of(edited), "index": index, "root": edited}]


func tops() -> Dictionary:
	var found := {}
	for scene in loaded():
		found[scene.id] = [scene.root]
	return found


func id_of(_node: Node) -> String:
	return loaded()[0].id


# A scene has one root, and everything is below it.
func claim(_node: Node, _like: Node = null) -> void:
	pass


func is_scene_root(node: Node) -> bool:
	return node == EditorInterface.get_edited_scene_root()


func changes() -> Variant:
	var now := {}
	for root in EditorInterface.get_open_scene_roots():
		now["scn:%d" % _index_of(root)] = true
	var added := now.keys().filter(func(id): return not _open.has(id))
	var removed := _open.keys().filter(func(id): return not now.has(id))
	_open = now
	return null if added.is_empty() and removed.is_empty() else {"added": added, "removed": removed}


func _present() -> Dictionary:
	return {}


func _index_of(root: Node) -> int:
	var key: String = root.scene_file_path if not root.scene_file_path.is_empty() else "%s %d" % [root.name, root.get_instance_id()]
	if not _by_path.has(key):
		var number: int = builds.index_of(root.scene_file_path)
		if number < 0 or number in _by_path.values():
			number = _next
			_next += 1
		_by_path[key] = number
	return _by_path[key]


static func _name_of(root: Node) -> String:
	return str(root.name) if root.scene_file_path.is_empty() else WorldwireBuilds.name_of(root.scene_file_path)


func _files_on_changed() -> void:
	builds = WorldwireBuilds.new()
	# Numbers of scenes outside of the list are never those of scenes in it.
	_next = maxi(_next, builds.paths.size())
