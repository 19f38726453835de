extends Reference

# The types of components: a node has its class and at most one script. A script is named by its class_name, or else by its path:
# "enemies.spider" for res://enemies/spider.gd.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireNearNames = preload("../near_names.gd")
const WorldwireProjectFiles = preload("../scene/project_files.gd")
const WorldwireScriptSource = preload("script_source.gd")
# Types of Unity, which some tools name.
const UNITY := "UnityEngine."

# The original texts of patched scripts by instance ids.
var originals := {}

# Sources by instance ids of scripts, with the hash of the text and the frame of the last check.
var _sources := {}
# Paths of scripts by their names.
var _paths := {}
# Classes of the engine by their names in lower case.
var _classes := {}


# The components of a node: index, type and script. The first has no script.
func parts(node: Node) -> Array:
	var found := [{"index": 0, "type": node.get_class(), "script": null}]
	var script = node.get_script()
	if script != null:
		found.append({"index": 1, "type": name_of(script), "script": script})
	return found


func part(node: Node, type):
	if not type is String or type.empty():
		return WorldwireRefusal.new("invalid", "type must be the name of a component type", "component.list has the types of an object")
	var found := parts(node)
	if found.size() > 1 and _has_script(found[1].script, type):
		return found[1]
	if _is_class(node, type):
		return found[0]
	var names := PoolStringArray()
	for each in found:
		names.append(each.type)
	return WorldwireRefusal.new("not-found", "%s has no %s" % [node.name, type], "it has %s" % names.join(", "))


# Whether a node has a component of a type or of a derived type.
func is_a(node: Node, type: String) -> bool:
	return _is_class(node, type) or _has_script(node.get_script(), type)


# A script, the name of a class of the engine, or a refusal.
func find(type):
	if not type is String or type.empty():
		return WorldwireRefusal.new("invalid", "type must be the name of a type", "component.list has the types of an object")
	var known := _class_named(type)
	if not known.empty():
		return known
	if type.begins_with(UNITY):
		var about: String = "%s is a type of Unity, and this is Godot" % type
		return WorldwireRefusal.new("unsupported", about, "name a class of Godot such as Spatial")
	if _paths.empty():
		_read_paths()
	for name in _paths:
		if _is_named(name, type):
			var script = load(_paths[name])
			return script if script is GDScript else WorldwireRefusal.new("failed", "%s cannot be loaded" % _paths[name], "the log says why")
	var names: Array = _paths.keys()
	for name in _classes.values():
		if ClassDB.is_parent_class(name, "Node"):
			names.append(name)
	return WorldwireRefusal.new("not-found", "there is no type %s" % type, WorldwireNearNames.hint(type, names))


func name_of(script: Script) -> String:
	var declared: String = source_of(script).name
	return declared if not declared.empty() else _name_of_path(script.resource_path, script.get_instance_id())


# The hint for an unknown member. A script that cannot be compiled has no members.
func hint(script: Script, wanted: String, names: Array) -> String:
	return WorldwireNearNames.hint(wanted, names) if is_sound(script) else "its script has errors, and the log names them"


static func is_sound(script: Script) -> bool:
	return script == null or script.can_instance()


# The script and its base scripts.
func line_of(script: Script) -> Array:
	var line := []
	while script != null:
		line.append(script)
		script = script.get_base_script()
	return line


# For an object: its type as written, and the script of that type.
func declare(spec: Dictionary, script: Script, written: String) -> void:
	spec["class_name"] = written
	var stands_for = _declared(script, written)
	if stands_for != null:
		spec.script = stands_for


# An editor may send a new text at any time, so it is checked once per frame.
func source_of(script: Script) -> WorldwireScriptSource:
	var instance := script.get_instance_id()
	var known = _sources.get(instance)
	if known != null and known.frame == Engine.get_idle_frames():
		return known.source
	var text: String = originals.get(instance, script.source_code)
	if known == null or known.hash != text.hash():
		known = {"hash": text.hash(), "source": WorldwireScriptSource.new(text)}
		_sources[instance] = known
	known.frame = Engine.get_idle_frames()
	return known.source


func _has_script(script: Script, type: String) -> bool:
	for each in line_of(script):
		if _is_named(name_of(each), type):
			return true
	return false


# In any case, by the whole name or the last part of it.
static func _is_named(name: String, wanted: String) -> bool:
	var lower := name.to_lower()
	return lower == wanted.to_lower() or lower.ends_with("." + wanted.to_lower())


func _is_class(node: Node, type: String) -> bool:
	return node.is_class(type) or node.is_class(_class_named(type))


# The name of a class of the engine as it is written; empty if there is none.
func _class_named(type: String) -> String:
	if ClassDB.class_exists(type):
		return type
	if _classes.empty():
		for name in ClassDB.get_class_list():
			_classes[name.to_lower()] = name
	return _classes.get(type.to_lower(), "")


# The script of a type name in another script: a constant such as a preloaded script, an inner class, or a class_name. Null for a class
# of the engine.
func _declared(script: Script, written: String):
	var words := written.split(".")
	var found = null
	for each in line_of(script):
		if found == null:
			found = each.get_script_constant_map().get(words[0])
	if found == null and not ClassDB.class_exists(words[0]):
		found = find(words[0])
	for at in range(1, words.size()):
		found = found.get_script_constant_map().get(words[at]) if found is Script else null
	return found if found is Script else null


func _read_paths() -> void:
	for path in WorldwireProjectFiles.ending_with([".gd"]):
		var file := File.new()
		var declared := ""
		if file.open(path, File.READ) == OK:
			var text := file.get_as_text()
			# Reading whole scripts is slow, and there may be many.
			if text.find("class_name") >= 0:
				declared = WorldwireScriptSource.new(text).name
		_paths[declared if not declared.empty() else _name_of_path(path, 0)] = path


static func _name_of_path(path: String, instance: int) -> String:
	# The path of a built-in script ends with "::" and a number.
	var parts := path.trim_prefix("res://").split("::")
	var name := parts[0].get_basename().replace(".", "_").replace("/", ".")
	if path.empty():
		return "Script%d" % instance
	return name if parts.size() < 2 else "%s.script%s" % [name, parts[1]]
