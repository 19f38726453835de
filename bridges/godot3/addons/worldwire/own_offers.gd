extends Reference

# Tools, resources and events that the game registers.

signal changed

const WorldwireRefusal = preload("refusal.gd")
const WorldwireNearNames = preload("near_names.gd")
const ACCESSES := ["read", "write", "danger"]
const MAX_NAME := 48
const MAX_OFFERS := 100

# By their names. Each has what is told to the server, and the target and method of the game.
var tools := {}
var resources := {}
var events := {}


# Returns whether it was registered. A tool with the same name is replaced.
func add_tool(name: String, description: String, schema: Dictionary, access: String, target: Object, method: String) -> bool:
	if not access in ACCESSES:
		return _refuse("the access of the tool %s is %s, and must be read, write or danger" % [name, access])
	if not schema.empty() and schema.get("type") != "object":
		return _refuse("the schema of the tool %s must have the type object" % name)
	if not _is_addable(tools, name, "tool", target, method):
		return false
	var input := schema.duplicate(true)
	input.type = "object"
	var shown := {"name": name, "description": description, "input": input, "access": access}
	tools[name] = {"shown": shown, "target": _kept(target), "method": method}
	emit_signal("changed")
	return true


func add_resource(name: String, description: String, mime_type: String, target: Object, method: String) -> bool:
	if not _is_addable(resources, name, "resource", target, method):
		return false
	var shown := {"name": name, "description": description, "mimeType": mime_type}
	resources[name] = {"shown": shown, "target": _kept(target), "method": method}
	emit_signal("changed")
	return true


func add_event(name: String, description: String) -> bool:
	if not _is_addable(events, name, "event", self, "add_event"):
		return false
	events[name] = {"shown": {"name": name, "description": description}}
	emit_signal("changed")
	return true


func remove(table: Dictionary, name: String) -> bool:
	var removed := table.erase(name)
	if removed:
		emit_signal("changed")
	return removed


# Called periodically: removes those of objects that were freed.
func sweep() -> void:
	for table in [tools, resources]:
		for name in table.keys():
			if target_of(table[name]) == null:
				remove(table, name)


# All of them, for the server.
func shown() -> Dictionary:
	return {"tools": _shown(tools), "resources": _shown(resources), "events": _shown(events)}


# An entry whose target exists, or a refusal.
func find(table: Dictionary, name, kind: String):
	var entry = table.get(name)
	if entry != null and target_of(entry) == null:
		remove(table, name)
		entry = null
	if entry != null:
		return entry
	var about := "the game has no %s %s" % [kind, JSON.print(name)]
	return WorldwireRefusal.new("not-found", about, WorldwireNearNames.hint(name if name is String else "", table.keys()))


# Null if it was freed.
static func target_of(entry: Dictionary) -> Object:
	return entry.target.get_ref() if entry.target is WeakRef else entry.target


# A reference without another owner must stay; a node must not be kept by this.
static func _kept(target: Object):
	return target if target is Reference else weakref(target)


static func _shown(table: Dictionary) -> Array:
	var shown := []
	for name in table:
		shown.append(table[name].shown)
	return shown


func _is_addable(table: Dictionary, name: String, kind: String, target: Object, method: String) -> bool:
	if not _is_name(name):
		return _refuse("the name of the %s is \"%s\", and must have letters, digits, _ and - only, at most %d" % [kind, name, MAX_NAME])
	if not table.has(name) and table.size() >= MAX_OFFERS:
		return _refuse("there are %d %ss already: the %s %s is not registered" % [MAX_OFFERS, kind, kind, name])
	if not is_instance_valid(target) or not target.has_method(method):
		return _refuse("the %s %s has no method %s" % [kind, name, method])
	return true


static func _is_name(name: String) -> bool:
	var word := name.replace("-", "_")
	# An identifier does not begin with a digit.
	return name.length() <= MAX_NAME and ("_" + word).is_valid_identifier() and not name.empty()


static func _refuse(about: String) -> bool:
	push_error("worldwire: " + about)
	return false
