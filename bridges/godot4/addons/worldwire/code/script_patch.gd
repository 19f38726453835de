extends RefCounted

# A script with hooks: each hooked function gets another name, and a new function with the old name calls the hook. The file on
# disk and the state of nodes do not change.

const WorldwireTypes = preload("../reflection/types.gd")
const META := "worldwire_hooks"

var target: GDScript

var _types: WorldwireTypes
var _text: String


func _init(of_script: GDScript, types: WorldwireTypes) -> void:
	target = of_script
	_types = types
	_text = target.source_code
	_types.originals[target.get_instance_id()] = _text


# Whether the script was compiled with these hooks. If not, it is unchanged.
func apply(hooks: Array) -> bool:
	var before := target.source_code
	target.source_code = _with(hooks)
	if target.source_code == before:
		return true
	# Functions of the script that wait at this moment end here, and the engine warns about each.
	var done := target.reload(true) == OK
	if not done:
		target.source_code = before
	if hooks.is_empty():
		_types.originals.erase(target.get_instance_id())
	return done


func _with(hooks: Array) -> String:
	if hooks.is_empty():
		return _text
	var source := _types.source_of(target)
	var lines := _text.split("\n")
	var added := PackedStringArray()
	for hook in hooks:
		var function: Dictionary = source.functions[hook.name]
		var line := lines[function.line]
		lines[function.line] = line.substr(0, function.at) + hook.original_name() + line.substr(function.at + len(hook.name))
		added.append(_replacement(hook, function))
	return "\n".join(lines) + "\n" + "\n".join(added) + "\n"


func _replacement(hook: RefCounted, function: Dictionary) -> String:
	var written := PackedStringArray()
	var names := PackedStringArray()
	for parameter in function.parameters:
		written.append(parameter.text)
		names.append(parameter.name)
	var is_static: bool = "static" in function.modifiers
	return "%sfunc %s(%s)%s: %sEngine.get_meta(\"%s\").%s(%d, %s, [%s])" % [
		function.modifiers,
		hook.name,
		", ".join(written),
		"" if function.returns.is_empty() else " -> " + function.returns,
		("" if function.returns == "void" else "return ") + ("await " if function.waits else ""),
		META,
		"handle_waiting" if function.waits else "handle_call",
		hook.number,
		"null" if is_static else "self",
		", ".join(names),
	]
