extends Reference

# The loaded scenes and their nodes. The engine has one current scene and other nodes below the root: an instance of a build scene is
# a scene too, a node that was created without a parent belongs to the scene it was created in, and all others are kept between scenes.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireBuilds = preload("builds.gd")
const WorldwireNearNames = preload("../near_names.gd")
const LASTING := "scn:ddol"
const HIDDEN := "scn:hide"

var builds := WorldwireBuilds.new()

var _tree: SceneTree
var _objects
# Roots that were added to a scene, by instance ids, with the instance id of the scene's root.
var _claims := {}
# Scene numbers by the instance ids of their roots. A scene keeps its number until its root is freed.
var _numbers := {}
# The number of the next scene that is not a build scene or is loaded twice. Never used before.
var _next: int
# Scene ids by instance ids of their roots, as of the last changes().
var _seen := {}
# Whether a node was added or removed below the root since then.
var _stirred := false


func _init(tree: SceneTree, objects) -> void:
	_tree = tree
	_objects = objects
	_next = builds.paths.size()
	_seen = _present()
	for change in ["node_added", "node_removed"]:
		tree.connect(change, self, "_tree_on_change")


# Loaded scenes, the current one first: id, name, index and root of each.
func loaded() -> Array:
	var scenes := []
	var roots := _scene_roots()
	_number(roots)
	for root in roots:
		var index: int = _numbers[root.get_instance_id()]
		var name: String = root.name if root.filename.empty() else WorldwireBuilds.name_of(root.filename)
		scenes.append({"id": "scn:%d" % index, "name": name, "index": index, "root": root})
	return scenes


func list() -> Array:
	var scenes := loaded()
	var tops := _tops_of(scenes)
	var found := []
	for scene in scenes:
		found.append(_describe(scene, tops))
	found.append({"id": LASTING, "name": "DontDestroyOnLoad", "index": -1, "loaded": true, "rootCount": tops[LASTING].size()})
	found.append({"id": HIDDEN, "name": "HideAndDontSave", "index": -2, "loaded": true, "rootCount": 0})
	return found


# The top nodes of all scenes by scene ids; nodes that are kept between scenes come last.
func tops() -> Dictionary:
	return _tops_of(loaded())


func id_of(node: Node) -> String:
	while node.get_parent() != _tree.root:
		node = node.get_parent()
	var root := _scene_root_of(node)
	for scene in loaded() if root != null else []:
		if scene.root == root:
			return scene.id
	return LASTING


# Adds a node without a parent to the scene of another node, or to the current one.
func claim(node: Node, like: Node = null) -> void:
	var root: Node = null
	if like != null:
		root = _scene_root_of(like)
	else:
		root = _scene_roots().pop_front()
	if root == null:
		_claims.erase(node.get_instance_id())
	elif root != node:
		_claims[node.get_instance_id()] = root.get_instance_id()


func is_scene_root(node: Node) -> bool:
	if node.get_parent() != _tree.root:
		return false
	if node == _tree.current_scene:
		return true
	return builds.index_of(node.filename) >= 0 and not ProjectSettings.has_setting("autoload/" + node.name)


# The id of the new scene, or a refusal; then nothing has changed.
func load_scene(name: String, mode: String):
	var index := builds.find(name)
	if index < 0:
		var names := []
		for build in builds.list():
			names.append(build.name)
		return WorldwireRefusal.new("not-found", "there is no scene %s" % name, WorldwireNearNames.hint(name, names))
	var single := mode == "single"
	for scene in loaded():
		if not single and builds.index_of(scene.root.filename) == index:
			return WorldwireRefusal.new("invalid", "%s is already loaded" % name, "load it with the mode \"single\"")
		if single and scene.root.is_a_parent_of(_objects.bridge):
			return WorldwireRefusal.new("invalid", "the bridge is part of a scene that would be unloaded", "make the bridge an autoload")
	var packed = load(builds.paths[index])
	var root: Node = packed.instance() if packed is PackedScene else null
	if root == null:
		return WorldwireRefusal.new("failed", "%s cannot be loaded" % builds.paths[index], "the log says why")
	if single:
		_free_tops_of(loaded())
	if single or _tree.current_scene == null:
		# As in the engine, it is the current scene before its scripts run.
		_tree.call("_change_scene", root)
	else:
		_tree.root.add_child(root)
	var now := loaded()
	for scene in now:
		if scene.root == root:
			return _describe(scene, _tops_of(now))
	return WorldwireRefusal.new("failed", "%s left the tree while it was loaded" % name, "one of its scripts removes it: read the log")


# Scenes that were added and removed since the last call, or null.
func changes():
	if not _stirred:
		return null
	_stirred = false
	var present := _present()
	var added := []
	var removed := []
	for instance in present:
		if not _seen.has(instance):
			added.append(present[instance])
	for instance in _seen:
		if not present.has(instance):
			removed.append(_seen[instance])
	_seen = present
	for instance in _claims.keys():
		if instance_from_id(instance) == null:
			_claims.erase(instance)
	return null if added.empty() and removed.empty() else {"added": added, "removed": removed}


# A build scene has its build index, unless another instance of it has it.
func _number(roots: Array) -> void:
	var taken := {}
	for instance in _numbers.keys():
		if instance_from_id(instance) == null:
			_numbers.erase(instance)
		else:
			taken[_numbers[instance]] = true
	for root in roots:
		if _numbers.has(root.get_instance_id()):
			continue
		var number: int = builds.index_of(root.filename)
		if number < 0 or taken.has(number):
			number = _next
			_next += 1
		taken[number] = true
		_numbers[root.get_instance_id()] = number


func _tree_on_change(node: Node) -> void:
	_stirred = _stirred or node.get_parent() == _tree.root


func _present() -> Dictionary:
	var present := {}
	for scene in loaded():
		present[scene.root.get_instance_id()] = scene.id
	return present


func _describe(scene: Dictionary, tops: Dictionary) -> Dictionary:
	return {
		"id": scene.id,
		"name": scene.name,
		"index": scene.index,
		"loaded": true,
		"rootCount": tops[scene.id].size(),
	}


# Freeing one may free others.
func _free_tops_of(scenes: Array) -> void:
	var tops := _tops_of(scenes)
	var doomed := []
	for scene in scenes:
		for top in tops[scene.id]:
			doomed.append(top.get_instance_id())
	for instance in doomed:
		var top = instance_from_id(instance)
		if top != null:
			top.free()


# There may be thousands of nodes below the root, so all are sorted at once.
func _tops_of(scenes: Array) -> Dictionary:
	var ids := {}
	var tops := {}
	for scene in scenes:
		ids[scene.root.get_instance_id()] = scene.id
		tops[scene.id] = []
	tops[LASTING] = []
	for child in _tree.root.get_children():
		var root := _scene_root_of(child)
		tops[LASTING if root == null else ids[root.get_instance_id()]].append(child)
	return tops


func _scene_roots() -> Array:
	var current := _tree.current_scene
	var found := [] if current == null else [current]
	for child in _tree.root.get_children():
		if child != current and is_scene_root(child):
			found.append(child)
	return found


# The root of the scene of a top node; null if it is kept between scenes.
func _scene_root_of(top: Node) -> Node:
	var claimed = _claims.get(top.get_instance_id())
	var claimer = null if claimed == null else instance_from_id(claimed)
	if claimer != null and is_scene_root(claimer):
		return claimer
	return top if is_scene_root(top) else null
