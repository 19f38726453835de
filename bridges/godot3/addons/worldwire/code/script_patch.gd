extends Reference

# A script with hooks: each hooked function gets another name, and a new function with the old name calls the hook. The file on
# disk and the state of nodes do not change.

const META := "worldwire_hooks"

var target: GDScript

var _types
var _text: String


func _init(of_script: GDScript, types) -> void:
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
	var done := target.reload(true) == OK
	if not done:
		target.source_code = before
	if hooks.empty():
		_types.originals.erase(target.get_instance_id())
	return done


func _with(hooks: Array) -> String:
	if hooks.empty():
		return _text
	var source = _types.source_of(target)
	var lines := _text.split("\n")
	var added := PoolStringArray()
	for hook in hooks:
		var function: Dictionary = source.functions[hook.name]
		var line := lines[function.line]
		lines[function.line] = line.substr(0, function.at) + hook.original_name() + line.substr(function.at + len(hook.name))
		added.append(_replacement(hook, function))
	return lines.join("\n") + "\n" + added.join("\n") + "\n"


func _replacement(hook, function: Dictionary) -> String:
	var written := PoolStringArray()
	var names := PoolStringArray()
	for parameter in function.parameters:
		written.append(parameter.text)
		names.append(parameter.name)
	var is_static: bool = "static" in function.modifiers
	return "%sfunc %s(%s)%s: %sEngine.get_meta(\"%s\").handle_call(%d, %s, [%s])" % [
		function.modifiers,
		hook.name,
		written.join(", "),
		"" if function.returns.empty() else " -> " + function.returns,
		"" if function.returns == "void" else "return ",
		META,
		hook.number,
		"null" if is_static else "self",
		names.join(", "),
	]
