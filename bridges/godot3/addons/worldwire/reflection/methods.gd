extends Reference

# The methods of components. An inherited method has the name of the type that declares it.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireValues = preload("values.gd")
const METHOD_VARARG := 128
const NIL_IS_VARIANT := 1 << 19

var _types
var _native := {}
# Of scripts by instance ids, with the sources they were read from.
var _scripted := {}


func _init(types) -> void:
	_types = types


# Methods of a component by name: name, owner, signature, parameters, required, vararg and returns.
func of(part: Dictionary) -> Dictionary:
	return of_class(part.type) if part.script == null else of_script(part.script)


func of_class(type: String) -> Dictionary:
	if _native.has(type):
		return _native[type]
	var base := ClassDB.get_parent_class(type)
	var found: Dictionary = {} if base.empty() else of_class(base).duplicate()
	for method in ClassDB.class_get_method_list(type, true):
		if not method.flags & METHOD_FLAG_VIRTUAL and not method.name.begins_with("_"):
			var record := _record(type, method)
			record.required = method.args.size() - method.default_args.size()
			record.vararg = method.flags & METHOD_VARARG != 0
			found[method.name] = record
	_native[type] = found
	return found


func of_script(script: Script) -> Dictionary:
	var line: Array = _types.line_of(script)
	line.invert()
	var sources := []
	for each in line:
		sources.append(_types.source_of(each))
	var known = _scripted.get(script.get_instance_id())
	if known == null or known.sources != sources:
		known = {"sources": sources, "methods": _of_line(line, sources)}
		_scripted[script.get_instance_id()] = known
	return known.methods


func _of_line(line: Array, sources: Array) -> Dictionary:
	var found := {}
	for at in range(line.size()):
		for method in line[at].get_script_method_list():
			var declared = sources[at].functions.get(method.name)
			if declared != null and declared.parameters.size() != method.args.size():
				sources[at].functions.erase(method.name)
				declared = null
			if method.name == "_init" or declared == null and (found.has(method.name) or _is_made(line[at], sources[at], method)):
				continue
			var record := _record(_types.name_of(line[at]), method)
			record.script = line[at]
			record.required = 0 if declared == null else _fill(record, declared)
			_sign(record)
			found[method.name] = record
	return found


# Whether a method is not in the source text: the engine or a hook has added it. False without a source.
static func _is_made(script: Script, source, method: Dictionary) -> bool:
	return script.has_source_code() and not source.mentions(method.name)


# The method with a name or a signature; script is the script of the methods, if any.
func find(methods: Dictionary, type: String, wanted, script: Script = null):
	if not wanted is String:
		return WorldwireRefusal.new("invalid", "the method needs a name or a signature", "member.list with methods has both")
	if methods.has(wanted):
		return methods[wanted]
	for name in methods:
		if methods[name].signature == wanted:
			return methods[name]
	var about := "%s has no method %s" % [type, wanted]
	return WorldwireRefusal.new("not-found", about, _types.hint(script, wanted, methods.keys()))


func _record(owner: String, method: Dictionary) -> Dictionary:
	var gives_nothing: bool = method["return"].type == TYPE_NIL and not method["return"].usage & NIL_IS_VARIANT
	var record := {
		"name": method.name,
		"owner": owner,
		"parameters": method.args,
		"required": 0,
		"vararg": false,
		"returns": "void" if gives_nothing else WorldwireValues.type_of(method["return"]),
		"script": null,
	}
	_sign(record)
	return record


# Adds names, defaults and script types from the source text.
func _fill(record: Dictionary, declared: Dictionary) -> int:
	var required := 0
	for at in range(record.parameters.size()):
		var parameter: Dictionary = record.parameters[at]
		var written: Dictionary = declared.parameters[at]
		parameter.name = written.name
		if parameter.type == TYPE_OBJECT and not written.type.empty():
			_types.declare(parameter, record.script, written.type)
		required += int(written.default.empty())
	if not declared.returns.empty():
		record.returns = declared.returns
	return required


static func _sign(record: Dictionary) -> void:
	var types := PoolStringArray()
	for parameter in record.parameters:
		types.append(WorldwireValues.type_of(parameter))
	if record.vararg:
		types.append("...")
	record.signature = "%s %s::%s(%s)" % [record.returns, record.owner, record.name, types.join(", ")]
