extends RefCounted

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireProblem = preload("../log/problem.gd")
const WorldwireProblems = preload("../log/problems.gd")
const WorldwireCodeText = preload("code_text.gd")

var _problems: WorldwireProblems


func _init(problems: WorldwireProblems) -> void:
	_problems = problems


# The script and its text, or a refusal with the line number.
func compile(code: String, base: String, name: String) -> Variant:
	var text := WorldwireCodeText.new(code, base)
	var script := GDScript.new()
	script.source_code = text.text
	var mark := _problems.mark()
	if script.reload() != OK:
		var said := _explained(_problems.error_since(mark), {"script": script, "text": text})
		return WorldwireRefusal.new("failed", "%s: %s" % [name, said if not said.is_empty() else "it cannot be compiled"], "correct the code and send it again")
	return {"script": script, "text": text}


# The error that ended the code, or one that left it without a result, with the caller's line number; empty if there is none.
# While code waits, other scripts may fail.
func fault_since(mark: int, compiled: Dictionary, result: Variant, has_waited := false) -> String:
	var file := file_of(compiled.script)
	var error := _problems.end_of("", file, mark)
	if error == null and result == null:
		error = _problems.error_through("", file, mark) if has_waited else _problems.error_since(mark)
	return _explained(error, compiled)


# As the engine names the file of a script in its log.
static func file_of(script: Script) -> String:
	return "gdscript://%d.gd" % script.get_instance_id() if script.resource_path.is_empty() else script.resource_path


func _explained(error: WorldwireProblem, compiled: Dictionary) -> String:
	if error == null:
		return ""
	if error.file == file_of(compiled.script):
		return "line %d: %s" % [compiled.text.line_of(error.line), error.message]
	return error.text()
